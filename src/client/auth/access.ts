// What a user's role, plan and verified email unlock in the app. The server makes its own decision on every call.
import type { User } from '#shared/contract/account.ts';
import { localStore } from './browser.ts';

export const hasRole = ({ role, roles }: Pick<User, 'role' | 'roles'>, wanted: string): boolean =>
  role === wanted || roles.includes(wanted);

/** @returns whether the user counts as subscribed (spec 4): an active status and a plan type. */
export const isSubscribed = ({ subscription }: Pick<User, 'subscription'>): boolean =>
  subscription.status === 'active' && subscription.type !== null && subscription.type !== '';

/** The local storage key the specification asks for. It holds a user's id, so it opens the gate only for that user. */
const VERIFIED_KEY = 'userEmailVerified';

/** @returns whether `user` may pass the verification gate: verified on the server, or remembered by this browser. */
export const isVerifiedHere = (user: User): boolean => user.emailVerified || localStore.read(VERIFIED_KEY) === user._id;

/** Remembers in this browser that `user` is verified. Does nothing where storage is blocked. */
export const markVerified = (user: User): void => {
  localStore.write(VERIFIED_KEY, user._id);
};

export const clearVerified = (): void => localStore.remove(VERIFIED_KEY);
