// What is remembered of a visitor, in their own browser only: the last payload, the notices they closed, this visit.
import { continueVisit, type Visit } from '#shared/embed/visit.ts';
import { quietly } from './quiet.ts';

/** The visitor's localStorage, or memory where that is blocked, full or missing. */
export type Store = {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
};

/**
 * @param open returns the storage; it may throw, as reading `localStorage` does in sandboxed frames.
 * @param prefix goes before each key.
 */
export function makeStore(open: () => Storage, prefix: string): Store {
  const memory: Record<string, string> = {};
  return {
    get: (key) => memory[key] ?? quietly(() => open().getItem(prefix + key))(),
    set(key, value) {
      memory[key] = value;
      quietly(() => {
        open().setItem(prefix + key, value);
        // Kept: from now on another tab's word counts too.
        delete memory[key];
      })();
    },
  };
}

/** Objects of numbers only: on pages that patch Array.prototype.toJSON a list would come out as a text. */
export type Memory = Visit & {
  /** Until when each closed notice stays away, in milliseconds since 1970. */
  closed: Record<string, number>;
};

// The names of this key and of what is in it are in visitors' browsers for good: renaming one brings back every notice
// that was ever closed.
const KEY = 'visitor';

/** @param now milliseconds since 1970. @returns what is remembered, with the visit that goes on now. */
export function recall(store: Store, now: number): Memory {
  const kept = quietly(() => JSON.parse(store.get(KEY) ?? '') as Partial<Memory>)();
  return { closed: kept?.closed ?? {}, ...continueVisit({ at: 0, count: 0, seen: {}, ...kept }, now) };
}

/** Keeps `changes`, beside what another tab may have written meanwhile. */
export function remember(store: Store, now: number, changes: Partial<Memory>): void {
  store.set(KEY, JSON.stringify({ ...recall(store, now), ...changes }));
}
