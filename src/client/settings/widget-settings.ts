// The widget's settings as its screens show them: the owner's own (stored-settings.ts), or with a template's values
// first (spec 4, preview mode), which are only to be looked at.
import type { Template } from '#shared/contract/template.ts';
import { layered } from './layered.ts';
import { changesOf, type SettingChanges } from './paths.ts';
import type { StoredSettings } from './source.ts';

/** @returns the settings that a template decides. One without conditions says nothing of who sees what. */
const valuesOf = ({ customization, displayRules }: Template): SettingChanges =>
  changesOf({ appearance: customization, ...(displayRules.conditions?.length && { rules: displayRules }) });

const NOTHING: SettingChanges = {};

export function createWidgetSettings(stored: StoredSettings) {
  let template: Template | null = null;
  const shown = layered(stored, 'template');

  /** Shows a template's values first, read-only; null shows the owner's own again. */
  const preview = (next: Template | null): void => {
    // Settings are saved in global mode only (spec 4), so what isn't saved yet is saved now.
    if (next && !template) void stored.saveNow();
    template = next;
    shown.put(next ? valuesOf(next) : {});
  };
  /** @returns the same action, which does nothing while the values are only to be looked at. */
  const unlessPreviewing =
    <Input extends unknown[]>(act: (...input: Input) => void) =>
    (...input: Input) => {
      if (!template) act(...input);
    };

  return {
    ...stored,
    settings: shown.settings,
    state: shown.state,
    subscribe: shown.subscribe,
    isReadOnly: () => template !== null,
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
    /** The owner's own, whatever is previewed. */
    own: stored.settings,
    /** Copies the previewed template's values into the owner's settings, as one step, and shows those again. */
    adoptPreviewed(): void {
      const adopted = shown.own();
      preview(null);
      stored.change(adopted);
    },
  };
}

export type WidgetSettings = ReturnType<typeof createWidgetSettings>;
