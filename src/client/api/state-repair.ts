// Mends the state of being authenticated without a user (spec 4): the page is loaded anew once; when that did not help
// the login page is next. Flags in local storage tell the new page that it is the second attempt.
import { RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import type { SafeStorage } from './safe-storage.ts';

const ATTEMPTED = 'authStateFixAttempted';
const CORRUPTED = 'authStateCorrupted';

/**
 * @param attempted what stands under authStateFixAttempted: the time (ms) of the reload.
 * @returns how much longer (ms) that reload counts as the attempt; 0 without one, or when it was 10 s ago. What is not a
 * time is taken for one of just now, and so is one ahead of the clock.
 */
export function flagLife(attempted: string | null, now: number): number {
  if (attempted === null) return 0;
  const age = now - Number(attempted);
  if (Number.isNaN(age) || age < 0) return RELOAD_FLAG_LIFE;
  return Math.max(0, RELOAD_FLAG_LIFE - age);
}

export type StateRepair = {
  /** Loads the page anew. @returns false when that has been tried, or cannot be remembered: time to log in again */
  attempt(): boolean;
  /** Clears the flags when they are 10 s old; called once a page. */
  expireFlags(): void;
};

export type StateRepairDeps = {
  storage: SafeStorage;
  now(): number;
  wait(ms: number): Promise<void>;
  reload(): void;
};

export function createStateRepair({ storage, now, wait, reload }: StateRepairDeps): StateRepair {
  const clear = () => {
    storage.remove(ATTEMPTED);
    storage.remove(CORRUPTED);
  };
  return {
    attempt() {
      if (flagLife(storage.read(ATTEMPTED), now()) > 0) {
        clear();
        return false;
      }
      // Without the flag the page would be loaded for ever.
      if (!storage.write(ATTEMPTED, String(now()))) return false;
      storage.write(CORRUPTED, 'true');
      reload();
      return true;
    },
    expireFlags() {
      const attempted = storage.read(ATTEMPTED);
      if (attempted === null) return;
      void wait(flagLife(attempted, now())).then(() => {
        // Another attempt may have been made meanwhile, with ten seconds of its own.
        if (storage.read(ATTEMPTED) === attempted) clear();
      });
    },
  };
}
