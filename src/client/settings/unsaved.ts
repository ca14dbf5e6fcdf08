// Changes that the server hasn't acknowledged, kept in this browser in case the tab closes, the connection drops or the
// session ends. All tabs of one user share the record of a widget.
import { readJson, type SafeStorage } from '#client/auth/browser.ts';
import {
  isSameValue,
  pathsOf,
  SETTING_PATHS,
  type SettingChanges,
  type SettingPath,
  type Settings,
  valueAt,
} from './paths.ts';

/** `from` is the server's value when the owner made the change; absent once it was changed elsewhere. */
type Entry = { from?: unknown; to: unknown };
type Entries = Partial<Record<SettingPath, Entry>>;

const isEntry = ([path, entry]: [string, unknown]) =>
  (SETTING_PATHS as string[]).includes(path) && typeof entry === 'object' && entry !== null && 'to' in entry;

const entriesOf = (entries: Entries) => Object.entries(entries) as [SettingPath, Entry][];

/** @param key in the storage: one for each user and widget. */
export function createUnsaved(storage: SafeStorage, key: string) {
  let written: readonly SettingPath[] = [];
  const read = () => Object.fromEntries(Object.entries(readJson(storage, key) ?? {}).filter(isEntry)) as Entries;
  return {
    /**
     * Replaces this tab's earlier record.
     * @param overtaken changes that wait for the owner, because their settings have been changed elsewhere.
     * @returns whether it could be stored.
     */
    write(pending: SettingChanges, saved: Settings, overtaken: SettingChanges): boolean {
      const others = entriesOf(read()).filter(([path]) => !written.includes(path));
      const open = pathsOf(pending).map((path) => [path, { from: valueAt(saved, path), to: pending[path] }]);
      const waiting = Object.entries(overtaken).map(([path, to]) => [path, { to }]);
      written = [...pathsOf(overtaken), ...pathsOf(pending)];
      const all = [...others, ...waiting, ...open];
      if (all.length > 0) return storage.write(key, JSON.stringify(Object.fromEntries(all)));
      storage.remove(key);
      return true;
    },
    /**
     * @param saved the server's settings now.
     * @returns changes that can still be saved, and those whose setting has meanwhile been changed elsewhere.
     */
    read(saved: Settings): { changes: SettingChanges; overtaken: SettingChanges } {
      const open = entriesOf(read()).filter(([path, { to }]) => !isSameValue(to, valueAt(saved, path)));
      const isOpen = ([path, { from }]: [SettingPath, Entry]) => isSameValue(from, valueAt(saved, path));
      const changes = (entries: typeof open): SettingChanges =>
        Object.fromEntries(entries.map(([path, { to }]) => [path, to]));
      // From now on they are this tab's, to save or to drop.
      written = open.map(([path]) => path);
      return { changes: changes(open.filter(isOpen)), overtaken: changes(open.filter((entry) => !isOpen(entry))) };
    },
  };
}

export type Unsaved = ReturnType<typeof createUnsaved>;
