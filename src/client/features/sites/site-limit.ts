// How many sites an account may have, and has left (spec 5).
import type { User } from '#shared/contract/account.ts';
import { DEFAULT_SITE_LIMIT } from '#shared/limits.ts';

/** @returns how many sites `user` may own; 1 where no subscription says otherwise. */
export const allowedSites = (user: Pick<User, 'subscription'> | null): number =>
  user?.subscription.max_sites ?? DEFAULT_SITE_LIMIT;

/** @returns how many more sites may be made, never below 0. */
export const remainingSites = (allowed: number, owned: number): number => Math.max(0, allowed - owned);
