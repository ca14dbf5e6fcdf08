// Settings that were changed elsewhere after this tab had changed them, with this tab's values.
import { isSameValue, pathsOf, pick, type SettingChanges, type SettingPath, type Settings, valueAt } from './paths.ts';

/** @param kept changes of an earlier tab that were never saved, and whose settings have since been changed elsewhere. */
export function createOvertaken(kept: SettingChanges) {
  let values = kept;
  /** Every setting that this tab has changed and not given up. */
  const touched = new Set(pathsOf(kept));
  const unsaved = new Set(pathsOf(kept));
  return {
    /** @returns this tab's values of overtaken settings, the same object until that changes. */
    values: (): SettingChanges => values,
    /** @returns those that never reached the server. */
    neverSaved: (): SettingChanges => pick(values, (path) => unsaved.has(path)),
    /** The owner sets these, and is notified from now on when they change elsewhere. */
    claim(paths: readonly SettingPath[]): void {
      for (const path of paths) {
        touched.add(path);
        unsaved.delete(path);
      }
      if (paths.some((path) => values[path] !== undefined)) values = pick(values, (path) => !paths.includes(path));
    },
    /** Settings changed elsewhere. @param before the values until then. @param saved what the server has now. */
    replace(before: SettingChanges, saved: Settings): void {
      // Of several changes elsewhere, the first one replaced what the owner had chosen.
      const all = { ...pick(before, (path) => touched.has(path)), ...values };
      values = pick(all, (path) => !isSameValue(all[path], valueAt(saved, path)));
    },
    /** Forgets what is overtaken. @param keep with `theirs` the owner isn't told of these settings any more. */
    settle(keep: 'mine' | 'theirs'): void {
      if (keep === 'theirs') for (const path of pathsOf(values)) touched.delete(path);
      values = {};
    },
  };
}
