// The widget's settings as its screens show them: the owner's own (stored-settings.ts), or with a template's values
// first (spec 4, preview mode), which are only to be looked at.
import type { Template } from '#shared/contract/template.ts';
import {
  changesOf,
  isSameValue,
  pathsOf,
  type SettingChanges,
  type SettingPath,
  type Settings,
  valueAt,
  withChanges,
} from './paths.ts';
import { issuesBeforeSaving, NO_ISSUES, rememberStates, type SettingIssue, type StoredSettings } from './source.ts';

export type WidgetSettings = StoredSettings & {
  /** Shows a template's values first, read-only; null shows the owner's own again. */
  preview(template: Template | null): void;
  previewed(): Template | null;
  /** The owner's own, whatever is previewed. */
  own(): Settings;
  /** Saves these now, all or none of them, as one step. @returns why none was taken over; null if all were. */
  saveWhole(changes: SettingChanges): Promise<NotTaken | null>;
  /** Copies the previewed template's values into the owner's settings, as one step, and shows those again. */
  adoptPreviewed(): void;
};

/** What is wrong with each setting, if any of them is; otherwise why saving failed. */
export type NotTaken = { issues: { path: SettingPath; issue: SettingIssue }[]; message: string };

function notTakenOf(stored: StoredSettings, changes: SettingChanges): NotTaken | null {
  const issues = pathsOf(changes).flatMap((path) => stored.state(path).issues.map((issue) => ({ path, issue })));
  if (issues.length > 0) return { issues, message: '' };
  if (!pathsOf(changes).some(stored.isPending)) return null;
  const save = stored.saveState();
  if (save.kind === 'failed') return { issues, message: save.message };
  // Not sent at all, held up by another setting, or changed again meanwhile.
  return { issues, message: save.kind === 'gone' ? 'This site no longer exists.' : 'Not saved. Try again.' };
}

/** @returns the settings that a template decides. One without conditions says nothing of who sees what. */
const valuesOf = ({ customization, displayRules }: Template): SettingChanges =>
  changesOf({ appearance: customization, ...(displayRules.conditions?.length && { rules: displayRules }) });

const NOTHING: SettingChanges = {};

export function createWidgetSettings(stored: StoredSettings): WidgetSettings {
  let template: Template | null = null;
  let changes: SettingChanges = {};
  let effective = stored.settings();
  const listeners = new Set<() => void>();
  let version = 0;
  const emit = () => {
    version++;
    effective = template ? withChanges(stored.settings(), changes) : stored.settings();
    for (const listener of listeners) listener();
  };
  stored.subscribe(emit);

  const preview = (next: Template | null) => {
    // Settings are saved in global mode only (spec 4), so what isn't saved yet is saved now.
    if (next && !template) void stored.saveNow();
    template = next;
    changes = next ? valuesOf(next) : {};
    emit();
  };
  /** @returns the same action, which does nothing while the values are only to be looked at. */
  const unlessPreviewing =
    <Input extends unknown[]>(act: (...input: Input) => void) =>
    (...input: Input) => {
      if (!template) act(...input);
    };

  return {
    ...stored,
    settings: () => effective,
    isReadOnly: () => template !== null,
    state: rememberStates(
      (path) => {
        const own = stored.state(path);
        if (!template || changes[path] === undefined) return own;
        const value = valueAt(effective, path);
        return {
          value,
          fallback: own.fallback,
          isChanged: !isSameValue(value, own.fallback),
          origin: 'template',
          // Why the owner's own value can't be saved says nothing of the template's.
          error: undefined,
          issues: NO_ISSUES,
        };
      },
      () => version,
    ),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: unlessPreviewing(stored.change),
    reset: unlessPreviewing(stored.reset),
    undo: unlessPreviewing(stored.undo),
    redo: unlessPreviewing(stored.redo),
    // What is to be settled doesn't show: it waits for the owner's own settings.
    overtaken: () => (template ? NOTHING : stored.overtaken()),
    settleOvertaken: unlessPreviewing(stored.settleOvertaken),
    canUndo: () => !template && stored.canUndo(),
    canRedo: () => !template && stored.canRedo(),
    preview,
    previewed: () => template,
    own: stored.settings,
    async saveWhole(changes) {
      const issues = pathsOf(changes).flatMap((path) =>
        issuesBeforeSaving(path, changes[path]).map((issue) => ({ path, issue })),
      );
      // The rest would be saved without it.
      if (issues.length > 0) return { issues, message: '' };
      // What was changed before is not part of it.
      await stored.saveNow();
      const takeBack = stored.changeWhole(changes);
      // The server takes one save whole or not at all.
      await stored.saveNow();
      const notTaken = notTakenOf(stored, changes);
      if (notTaken) takeBack();
      return notTaken;
    },
    adoptPreviewed() {
      const adopted = changes;
      preview(null);
      stored.change(adopted);
    },
  };
}
