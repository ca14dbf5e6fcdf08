// The account as callers see it, and the key for looking it up by email address.
import type { User } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isForeignKeyViolation } from '../../db/constraints.ts';
import type { StoredUser } from '../../db/users.ts';
import { DomainError } from '../errors.ts';

/**
 * @returns the normalized address for looking an account up: NFKC and lower case, so that look-alike spellings share
 * one account.
 */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

/** @returns the account as callers see it. */
export function toUser(row: StoredUser): User {
  return {
    _id: row.id,
    firebaseUid: row.firebaseUid,
    email: row.email,
    displayName: row.displayName,
    photoURL: row.photoUrl,
    role: row.role,
    roles: [row.role],
    emailVerified: row.emailVerified,
    companyName: row.companyName,
    integrations: row.integrations,
    subscription: { type: row.subscriptionType, status: row.subscriptionStatus, max_sites: row.maxSites },
    subscriptionStatus: row.subscriptionStatus,
  };
}

/** @returns `user`. @throws unauthenticated when the account is gone */
export function existing<T extends StoredUser>(user: T | undefined): T {
  if (!user) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
  return user;
}

/**
 * Catches the error of a write that refers to an account deleted in the meantime.
 * @throws unauthenticated in place of the database's foreign key violation; any other error unchanged
 */
export function refuseIfGone(error: unknown): never {
  throw isForeignKeyViolation(error) ? new DomainError('unauthenticated', MESSAGES.unauthenticated) : error;
}
