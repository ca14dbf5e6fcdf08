// What a user's role and plan open in the app; the server decides for itself.
import type { User } from '#shared/contract/account.ts';

export const hasRole = ({ role, roles }: Pick<User, 'role' | 'roles'>, wanted: string): boolean =>
  role === wanted || roles.includes(wanted);

/** @returns whether the user counts as subscribed (spec 4): an active status and a type. */
export const isSubscribed = ({ subscription }: Pick<User, 'subscription'>): boolean =>
  subscription.status === 'active' && subscription.type !== null && subscription.type !== '';
