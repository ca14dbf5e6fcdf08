// Settings that were changed elsewhere after this tab had changed them, with this tab's values.
import { isSameValue, pathsOf, pick, type SettingChanges, type SettingPath, type Settings, valueAt } from './paths.ts';

export type Overtaken = {
  /** This tab's values of overtaken settings. The same object until that changes. */
  values(): SettingChanges;
  /** Those that never reached the server. */
  neverSaved(): SettingChanges;
  /** The owner sets these, and is notified from now on when they change elsewhere. */
  claim(paths: readonly SettingPath[]): void;
  /** Settings changed elsewhere. @param before the values until then. @param saved what the server has now. */
  replace(before: SettingChanges, saved: Settings): void;
  /** Forgets what is overtaken. @param keep with `theirs` the owner isn't told of these settings any more. */
  settle(keep: 'mine' | 'theirs'): void;
};

/** @param kept changes of an earlier tab that were never saved, and whose settings have since been changed elsewhere. */
export function createOvertaken(kept: SettingChanges): Overtaken {
  let values = kept;
  /** Every setting that this tab has changed and not given up. */
  const touched = new Set(pathsOf(kept));
  const unsaved = new Set(pathsOf(kept));
  return {
    values: () => values,
    neverSaved: () => pick(values, (path) => unsaved.has(path)),
    claim(paths) {
      for (const path of paths) {
        touched.add(path);
        unsaved.delete(path);
      }
      if (paths.some((path) => values[path] !== undefined)) values = pick(values, (path) => !paths.includes(path));
    },
    replace(before, saved) {
      // Of several changes elsewhere, the first one replaced what the owner had chosen.
      const all = { ...pick(before, (path) => touched.has(path)), ...values };
      values = pick(all, (path) => !isSameValue(all[path], valueAt(saved, path)));
    },
    settle(keep) {
      if (keep === 'theirs') for (const path of pathsOf(values)) touched.delete(path);
      values = {};
    },
  };
}
