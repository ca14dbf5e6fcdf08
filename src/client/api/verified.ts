// The local mark that this browser has seen the account verified (spec: local storage key userEmailVerified). It holds
// the user's id, so that it opens the gate for nobody else; the server checks every call whatever it says.
import type { User } from '#shared/contract/account.ts';
import { createSafeStorage } from './safe-storage.ts';

const KEY = 'userEmailVerified';

/** Where storage is blocked the mark is simply not kept. */
const storage = createSafeStorage(() => window.localStorage);

/** @returns whether the gate is open for `user`. */
export const isVerifiedHere = (user: User): boolean => user.emailVerified || storage.read(KEY) === user._id;

export const markVerified = (user: User): void => {
  storage.write(KEY, user._id);
};

export const clearVerified = (): void => storage.remove(KEY);
