// One notification's own appearance as a source of settings: what it sets replaces the widget's, the rest follows the
// widget. It belongs to a form, which saves it.
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { changesOf, patchOf, type SettingPath, type Settings, valueAt, withChanges } from './paths.ts';
import { NO_ISSUES, rememberStates, type SettingsSource } from './source.ts';

type AppearancePatch = NonNullable<SettingsPatch['appearance']>;

export type OwnAppearance = SettingsSource & {
  /** @returns what the notification sets; null if that is nothing. */
  patch(): AppearancePatch | null;
  /** Why values can't be saved, by path. */
  setErrors(errors: ReadonlyMap<string, string>): void;
};

/**
 * @param widget the widget's settings.
 * @param initial what the notification has set so far.
 * @param onChange is told after every change.
 */
export function createOwnAppearance(
  widget: Settings,
  initial: AppearancePatch | null,
  onChange: (patch: AppearancePatch | null) => void,
): OwnAppearance {
  let own = changesOf({ appearance: initial ?? {} });
  let settings = withChanges(widget, own);
  let version = 0;
  let errors: ReadonlyMap<string, string> = new Map();
  const listeners = new Set<() => void>();
  const patch = () => patchOf(own).appearance ?? null;
  const tell = () => {
    version++;
    for (const listener of listeners) listener();
  };
  const put = (next: typeof own) => {
    own = next;
    settings = withChanges(widget, own);
    onChange(patch());
    tell();
  };
  return {
    patch,
    setErrors(next) {
      errors = next;
      tell();
    },
    settings: () => settings,
    isReadOnly: () => false,
    state: rememberStates(
      (path) => {
        const isOwn = own[path] !== undefined;
        return {
          value: valueAt(settings, path),
          fallback: valueAt(widget, path),
          isChanged: isOwn,
          origin: isOwn ? 'notification' : 'global',
          error: errors.get(path),
          issues: NO_ISSUES,
        };
      },
      () => version,
    ),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: (changes) => put({ ...own, ...changes }),
    reset(paths: readonly SettingPath[]) {
      put(Object.fromEntries(Object.entries(own).filter(([path]) => !paths.includes(path as SettingPath))));
    },
  };
}
