// What the widget remembers about a visitor, only in their own browser: the last payload, dismissed notifications, this
// visit.
import { continueVisit, type Visit } from '#shared/embed/visit.ts';
import { quietly } from './quiet.ts';

/** The visitor's localStorage, or memory if that is blocked, full or missing. */
export type Store = {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  /** Removes everything ever stored under the prefix. */
  clear(): void;
};

/**
 * @param open returns the storage; may throw, as accessing `localStorage` does in sandboxed frames.
 * @param prefix of each key.
 */
export function makeStore(open: () => Storage, prefix: string): Store {
  let memory: Record<string, string> = {};
  return {
    get: (key) => memory[key] ?? quietly(() => open().getItem(prefix + key))(),
    set(key, value) {
      memory[key] = value;
      quietly(() => {
        open().setItem(prefix + key, value);
        // Stored: from now on, changes by another tab count too.
        delete memory[key];
      })();
    },
    clear() {
      memory = {};
      quietly(() => {
        const storage = open();
        for (const key in storage) if (key.startsWith(prefix)) storage.removeItem(key);
      })();
    },
  };
}

/** Contains only objects of numbers: on pages that patch Array.prototype.toJSON, a list would be stored as text. */
export type Memory = Visit & {
  /** Until when each dismissed notification stays hidden, in milliseconds since 1970. */
  closed: Record<string, number>;
};

// This key and the names in it stay in visitors' browsers for good: renaming one would bring back every dismissed
// notification.
const KEY = 'visitor';

/** @param now milliseconds since 1970. @returns what is remembered, including the visit in progress. */
export function recall(store: Store, now: number): Memory {
  const stored = quietly(() => JSON.parse(store.get(KEY) as string) as Partial<Memory>)() ?? {};
  return { ...continueVisit(stored, now), closed: stored.closed ?? {} };
}

/** Stores the result of `change`, merged with whatever another tab has written in the meantime. */
export function remember(store: Store, now: number, change: (memory: Memory) => Partial<Memory>): void {
  const memory = recall(store, now);
  store.set(KEY, JSON.stringify({ ...memory, ...change(memory) }));
}
