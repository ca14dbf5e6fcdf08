// The account as callers see it, and the key for looking it up by email address.
import { domainToASCII, domainToUnicode } from 'node:url';
import type { User } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isForeignKeyViolation } from '../db/constraints.ts';
import type { StoredUser } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import { DomainError, refusal } from './errors.ts';
import { effectivePlan } from './plan.ts';

/** A host that has another form: in another script, or that script's name in ASCII. */
const INTERNATIONAL = /[^\0-\x7f]|xn--/i;

const splitAtHost = (email: string) => {
  const at = email.lastIndexOf('@') + 1;
  return { start: email.slice(0, at), host: email.slice(at) };
};

/**
 * @returns the normalized address for looking an account up, so that all spellings of one address share one account:
 * NFKC and lower case, the host in ASCII (IDNA).
 */
export function emailKey(email: string): string {
  const { start, host } = splitAtHost(email);
  const ascii = INTERNATIONAL.test(host) ? domainToASCII(host) : '';
  return start.normalize('NFKC').toLowerCase() + (ascii || host.normalize('NFKC').toLowerCase());
}

/** @returns the address as people read it: its host in its own script, one spelling of it. */
export function readableEmail(email: string): string {
  const { start, host } = splitAtHost(email);
  if (!INTERNATIONAL.test(host)) return email;
  return start + (domainToUnicode(domainToASCII(host)) || host);
}

const first = (text: string) => [...text][0] ?? '';

/** @returns the address with all but the first character of either side hidden, such as `a••@s…`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${first(email.slice(0, at))}••@${first(email.slice(at + 1))}…`;
}

/** @returns the account as callers see it, with the plan that holds for it. */
export function toUser({ config }: Pick<Deps, 'config'>, row: StoredUser): User {
  const { plan, status, maxSites } = effectivePlan(row, config.freeSites);
  return {
    _id: row.id,
    firebaseUid: row.firebaseUid,
    email: readableEmail(row.email),
    displayName: row.displayName,
    photoURL: row.photoUrl,
    role: row.role,
    roles: [row.role],
    emailVerified: row.emailVerified,
    companyName: row.companyName,
    integrations: row.integrations,
    subscription: { type: plan === 'free' ? null : plan, status, max_sites: maxSites },
    subscriptionStatus: status,
  };
}

/** What registering, or changing to, an address with an account is answered. */
export const emailTaken = () => refusal('conflict', 'email', MESSAGES.emailTaken);

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
