// What is remembered of a visitor, only in their own browser: the last payload, the notifications they closed, this visit.
import { continueVisit, type Visit } from '#shared/embed/visit.ts';
import { quietly } from './quiet.ts';

/** The visitor's localStorage, or memory where that is blocked, full or missing. */
export type Store = {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  /** Forgets everything ever stored under the prefix. */
  clear(): void;
};

/**
 * @param open returns the storage; it may throw, as reading `localStorage` does in sandboxed frames.
 * @param prefix goes before each key.
 */
export function makeStore(open: () => Storage, prefix: string): Store {
  let memory: Record<string, string> = {};
  return {
    get: (key) => memory[key] ?? quietly(() => open().getItem(prefix + key))(),
    set(key, value) {
      memory[key] = value;
      quietly(() => {
        open().setItem(prefix + key, value);
        // Stored: from now on another tab's change counts too.
        delete memory[key];
      })();
    },
    clear() {
      memory = {};
      quietly(() => {
        const storage = open();
        for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
      })();
    },
  };
}

/** Objects of numbers only: on pages that patch Array.prototype.toJSON, a list would be stored as text. */
export type Memory = Visit & {
  /** Until when each closed notification stays away, in milliseconds since 1970. */
  closed: Record<string, number>;
};

// This key and the names in it stay in visitors' browsers for good: renaming one would bring back every notification
// that was ever closed.
const KEY = 'visitor';

/** @param now milliseconds since 1970. @returns what is remembered, with the visit in progress. */
export function recall(store: Store, now: number): Memory {
  const stored = quietly(() => JSON.parse(store.get(KEY) as string) as Partial<Memory>)() ?? {};
  return { ...continueVisit(stored, now), closed: stored.closed ?? {} };
}

/** Stores what `change` makes of the memory, beside what another tab may have written meanwhile. */
export function remember(store: Store, now: number, change: (memory: Memory) => Partial<Memory>): void {
  const memory = recall(store, now);
  store.set(KEY, JSON.stringify({ ...memory, ...change(memory) }));
}
