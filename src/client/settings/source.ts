// Where the controls of settings read and write: the widget's own settings, which save themselves (stored-settings.ts),
// or one notification's appearance, which is part of a form (layered.ts). Controls don't know which.
import type { Failure } from '#client/auth/failures.ts';
import { count } from '#client/format/numbers.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { CUSTOM_CSS_MAX_BYTES } from '#shared/limits.ts';
import {
  DEFAULT_SETTINGS,
  isSameValue,
  pathsOf,
  type SettingChanges,
  type SettingPath,
  type Settings,
  type SettingValue,
  valueAt,
} from './paths.ts';
import type { Unsaved } from './unsaved.ts';

export type SettingState<Path extends SettingPath = SettingPath> = {
  value: SettingValue<Path>;
  /** The value after a reset. */
  fallback: SettingValue<Path>;
  /** Whether a reset would change anything. */
  isChanged: boolean;
  /** The layer that sets it: the widget's settings or their defaults, the previewed template, or the notification. */
  origin: 'global' | 'template' | 'notification';
  /** Why the value can't be saved. */
  error: string | undefined;
  /** Its issues by the place within the value: `2.value.0` of a list, '' for the value itself. */
  issues: readonly SettingIssue[];
};

export type SettingIssue = { place: string; message: string };

/** @returns the issues of each setting that a refused save names; the server calls them `settings.<path>.<place>`. */
export function issuesOf({ fields }: Pick<Failure, 'fields'>, sent: SettingChanges): Map<SettingPath, SettingIssue[]> {
  const named = fields.flatMap(({ field, message }) =>
    pathsOf(sent)
      .filter((path) => `${field}.`.startsWith(`settings.${path}.`))
      .map((path) => ({ path, place: field.slice(`settings.${path}.`.length), message })),
  );
  return Map.groupBy(named, ({ path }) => path);
}

/**
 * @returns why a value can't be saved, if that is known without the server: a style sheet that is far too long wouldn't even
 * arrive.
 */
export function issuesBeforeSaving(path: SettingPath, value: unknown): SettingIssue[] {
  if (path !== 'appearance.customCSS' || typeof value !== 'string') return [];
  const over = new TextEncoder().encode(value).length - CUSTOM_CSS_MAX_BYTES;
  const message = `${count(over)} bytes too long: every visitor downloads it. Not saved.`;
  return over > 0 ? [{ place: '', message }] : [];
}

/** One array for all settings without issues, because states are compared by identity. */
export const NO_ISSUES: readonly SettingIssue[] = [];

/** @returns the state of one of the widget's own settings. */
export function ownState<Path extends SettingPath>(
  settings: Settings,
  path: Path,
  issues: readonly SettingIssue[] = NO_ISSUES,
): SettingState<Path> {
  const value = valueAt(settings, path);
  const fallback = valueAt(DEFAULT_SETTINGS, path);
  const isChanged = !isSameValue(value, fallback);
  return { value, fallback, isChanged, origin: 'global', error: issues[0]?.message, issues };
}

/** Settings as the server has them; a higher revision is newer. */
export type Snapshot = { settings: Settings; revision: number };

export type SaveState =
  | { kind: 'saved' | 'saving' }
  /** Some values can't be saved as they are; their fields say why. */
  | { kind: 'refused'; paths: SettingPath[] }
  /** @param isRetrying whether the next attempt starts by itself. */
  | { kind: 'failed'; message: string; isRetrying: boolean }
  /** The site was deleted. */
  | { kind: 'gone' };

/** What saving needs of the outside. */
export type SettingsEffects = {
  now(): number;
  /** @returns a function that cancels it. */
  later(run: () => void, ms: number): () => void;
  /** @returns the settings after the save. */
  save(patch: SettingsPatch): Promise<Snapshot>;
  /** Notifies the other tabs of a newer revision. */
  announce(revision: number): void;
  unsaved: Unsaved;
};

export type SettingsSource = {
  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** The settings in effect. The same object until something changes. */
  settings(): Settings;
  /** The same object until that setting changes. */
  state<Path extends SettingPath>(path: Path): SettingState<Path>;
  /** Whether the values can't be changed, as while a template is previewed. */
  isReadOnly(): boolean;
  /** One step of undo. Repeated changes of the same settings within a second are one step. */
  change(changes: SettingChanges): void;
  /** One step of undo. */
  reset(paths: readonly SettingPath[]): void;
};

export type StoredSettings = SettingsSource & {
  saveState(): SaveState;
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  /**
   * Saves these now, all or none, as an undo step of their own.
   * @throws the call's error; then none of them stays.
   */
  saveWhole(changes: SettingChanges): Promise<void>;
  /**
   * Saves unsaved changes without waiting a second.
   * @param isLeaving the page is closing: it doesn't wait for a save in flight, either.
   */
  saveNow(isLeaving?: boolean): Promise<void>;
  /** Takes the server's settings, unless newer ones are known. */
  receive(snapshot: Snapshot): void;
  /** Settings that were changed elsewhere after they were changed here, with this tab's values, which differ. */
  overtaken(): SettingChanges;
  /** Sets this tab's values again, or gives them up. */
  settleOvertaken(keep: 'mine' | 'theirs'): void;
  /** Whether changes are neither on the server nor kept in this browser. */
  isAtRisk(): boolean;
  stop(): void;
};

/** @returns what is common to all sources: their listeners, and the state of each setting. @param compute a state. */
export function createStates(compute: <Path extends SettingPath>(path: Path) => SettingState<Path>) {
  const listeners = new Set<() => void>();
  const known = new Map<SettingPath, SettingState>();
  /** Those that were computed since the last change. */
  const current = new Set<SettingPath>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The same object until it changes, so that React renders only changed settings. */
    state<Path extends SettingPath>(path: Path): SettingState<Path> {
      const last = known.get(path);
      if (last && current.has(path)) return last as SettingState<Path>;
      const next = compute(path) as SettingState;
      const keys = Object.keys(next) as (keyof SettingState)[];
      const state = last && keys.every((key) => last[key] === next[key]) ? last : next;
      known.set(path, state);
      current.add(path);
      return state as SettingState<Path>;
    },
    /** To be called after every change. */
    changed(): void {
      current.clear();
      for (const listener of listeners) listener();
    },
    stop: () => listeners.clear(),
  };
}
