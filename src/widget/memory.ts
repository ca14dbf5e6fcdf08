// What the widget remembers about a visitor, only in their own browser: the last payload, dismissed notifications, this
// visit, and the epoch in which it takes part.
import type { Arm } from '#shared/embed/payload.ts';
import { continueVisit, type Visit } from '#shared/embed/visit.ts';
import { quietly } from './quiet.ts';

/** The visitor's localStorage, or memory if that is blocked, full or missing. */
export type Store = {
  get(key: string): string | null | undefined;
  /** @returns whether it was stored; nothing where it is in memory alone. */
  set(key: string, value: string): boolean | undefined;
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
      return quietly(() => {
        open().setItem(prefix + key, value);
        // Stored: from now on, changes by another tab count too.
        return delete memory[key];
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

export type Enrolment = {
  id: string;
  arm: Arm;
  /** Days since 1970: when it was enrolled; none while its arm is being drawn, 0 once what it does no longer counts. */
  day?: number;
  /** 1 for each goal that was reached. */
  goals?: Record<string, number>;
};

/** @returns how orders name the arm of a browser. */
export const armName = ({ id, arm }: Enrolment): string => `pb-${id}-${arm}`;

// These keys and the names in what is stored stay in visitors' browsers for good: renaming one would bring back every
// dismissed notification, and draw every arm again.
const KEY = 'visitor';
/** Apart from the rest: another tab that has yet to learn of it writes the visitor's entry, and would undo it. */
export const EPOCH = 'epoch';

/** For how many days after the one on which a browser was enrolled its goals count. */
const WINDOW = 7;
export const DAY = 86_400_000;

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

/** @returns the epoch in which this browser takes part; 0 if in none, ever, because its visitor objected. */
export function enrolmentOf(store: Store, now: number): Enrolment | 0 | undefined {
  const own = quietly(() => JSON.parse(store.get(EPOCH) as string) as Enrolment)();
  // Over for good once it is, or where the clock was set back.
  if (own?.day && (now / DAY - own.day) >>> 0 > WINDOW) {
    own.day = 0;
    store.set(EPOCH, JSON.stringify(own));
  }
  return own;
}
