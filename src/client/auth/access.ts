// What a user's role, plan and verified email open in the app. The server decides every call for itself.
import type { User } from '#shared/contract/account.ts';
import { localStore } from './browser.ts';

export const hasRole = ({ role, roles }: Pick<User, 'role' | 'roles'>, wanted: string): boolean =>
  role === wanted || roles.includes(wanted);

/** @returns whether the user counts as subscribed (spec 4): an active status and a type. */
export const isSubscribed = ({ subscription }: Pick<User, 'subscription'>): boolean =>
  subscription.status === 'active' && subscription.type !== null && subscription.type !== '';

/** The local storage key of the specification. It holds a user's id, so that it opens the gate for nobody else. */
const VERIFIED_KEY = 'userEmailVerified';

/** @returns whether the verification gate is open for `user`: verified by the server, or remembered in this browser. */
export const isVerifiedHere = (user: User): boolean => user.emailVerified || localStore.read(VERIFIED_KEY) === user._id;

/** Remembers that this browser has seen `user` verified; not where storage is blocked. */
export const markVerified = (user: User): void => {
  localStore.write(VERIFIED_KEY, user._id);
};

export const clearVerified = (): void => localStore.remove(VERIFIED_KEY);
