// What signing in, by whatever door, comes to: the account as callers see it, a session, and its first access token.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { integrationSchema, type SignedIn, type User } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { fromFlag, fromJson } from '../db/codecs.ts';
import { isForeignKeyViolation } from '../db/constraints.ts';
import { findUser, lockUser, type UserRow } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';
import type { Session } from './ports.ts';

/** The browser, or script, that knocks. */
export type Visitor = {
  /** As the limits count it. */
  address: string;
  userAgent: string | null;
  /** The request's Cookie header, '' without one. */
  cookies: string;
};

/** What signing in answers, with the Set-Cookie value for the browser. */
export type SignedInWithCookie = { signedIn: SignedIn; setCookie: string };

/** Kept of a browser's User-Agent. */
const USER_AGENT_MAX = 300;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @returns the one spelling an account is found by: NFKC, lower case, so that look-alikes of one address are one account. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

/** @returns the account as callers see it. */
export function toUser(row: UserRow): User {
  return {
    _id: row.id,
    firebaseUid: row.firebase_uid,
    email: row.email,
    displayName: row.display_name,
    photoURL: row.photo_url,
    role: row.role,
    roles: [row.role],
    emailVerified: fromFlag(row.email_verified),
    companyName: row.company_name,
    integrations: fromJson(z.array(integrationSchema), row.integrations),
    subscription: { type: row.subscription_type, status: row.subscription_status, max_sites: row.max_sites },
    subscriptionStatus: row.subscription_status,
  };
}

/** @throws unauthenticated when the account is gone */
export async function userOf(deps: Deps, id: string): Promise<UserRow> {
  const row = await findUser(deps.db, id);
  if (!row) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
  return row;
}

/** For writes that need the account: it may be deleted meanwhile. @throws unauthenticated instead of the database's error */
export function refuseIfGone(error: unknown): never {
  throw isForeignKeyViolation(error) ? new DomainError('unauthenticated', MESSAGES.unauthenticated) : error;
}

/** @returns the account with a fresh access token of the session. */
export function toSignedIn(deps: Deps, row: UserRow, session: Session): SignedIn {
  const { accessToken, expiresAt } = deps.tokens.signAccess(session);
  return { user: toUser(row), accessToken, expiresAt: new Date(expiresAt).toISOString() };
}

/**
 * Begins a session of its own: one that the browser brought along, whoever planted or left it there, is ended and never
 * taken over.
 * @param row the account as it was when the password, or the token, was found to be right.
 * @throws unauthenticated when its password was changed since, or it is gone
 */
export async function startSession(deps: Deps, row: UserRow, visitor: Visitor): Promise<SignedInWithCookie> {
  await deps.sessions.end(visitor.cookies);
  const userAgent = visitor.userAgent?.slice(0, USER_AGENT_MAX).toWellFormed().replaceAll('\0', '') || null;
  const { session, setCookie } = await deps.db.transaction().execute(async (db) => {
    // What was proved a moment ago must still be true: a password that was changed meanwhile opens nothing.
    const now = await lockUser(db, row.id);
    if (now?.password_hash !== row.password_hash) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    return deps.sessions.create(row.id, userAgent, db);
  });
  return { signedIn: toSignedIn(deps, row, session), setCookie };
}
