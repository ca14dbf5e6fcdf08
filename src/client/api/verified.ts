// The local mark that this browser has seen the account verified (spec: local storage key userEmailVerified). It holds
// the user's id, so that it opens the gate for nobody else; the server checks every call whatever it says.
import type { User } from '#shared/contract/account.ts';

const KEY = 'userEmailVerified';

/** Storage may be blocked or full: then the mark is simply not kept. */
function tryStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** @returns whether the gate is open for `user`. */
export const isVerifiedHere = (user: User): boolean =>
  user.emailVerified || tryStorage((storage) => storage.getItem(KEY)) === user._id;

export const markVerified = (user: User): void => {
  tryStorage((storage) => storage.setItem(KEY, user._id));
};

export const clearVerified = (): void => {
  tryStorage((storage) => storage.removeItem(KEY));
};
