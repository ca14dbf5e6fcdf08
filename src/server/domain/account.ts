// Accounts: registering, signing in and out, and proving an e-mail address.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { LoginInput, RegisterInput, SignedIn, User } from '#shared/contract/account.ts';
import { RESEND_COOLDOWN, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { fromFlag, fromJson } from '../db/codecs.ts';
import { isUniqueViolation } from '../db/constraints.ts';
import { consumeEmailToken, dropExpiredEmailTokens, findEmailToken, insertEmailToken } from '../db/email-tokens.ts';
import type { Db } from '../db/open.ts';
import { findUser, findUserByEmail, insertUser, markVerified, type UserRow } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { DomainError, invalid } from './errors.ts';
import { limitLogin, limitRegistration, limitResend } from './limits.ts';
import { verificationMail } from './mails.ts';
import type { Session } from './ports.ts';

/** What signing in answers, with the Set-Cookie value for the browser. */
export type SignedInWithCookie = { signedIn: SignedIn; setCookie: string };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
    integrations: fromJson(z.array(z.unknown()), row.integrations),
    subscription: { type: row.subscription_type, status: row.subscription_status, max_sites: row.max_sites },
    subscriptionStatus: row.subscription_status,
  };
}

function toSignedIn(deps: Deps, row: UserRow, session: Session): SignedIn {
  const { accessToken, expiresAt } = deps.tokens.signAccess(session);
  return { user: toUser(row), accessToken, expiresAt: new Date(expiresAt).toISOString() };
}

async function startSession(deps: Deps, row: UserRow): Promise<SignedInWithCookie> {
  const { session, setCookie } = await deps.sessions.create(row.id);
  return { signedIn: toSignedIn(deps, row, session), setCookie };
}

/**
 * Makes an account and queues its verification mail in one transaction, then signs it in.
 * @param address the caller's, for the limit.
 * @throws conflict when the e-mail has an account; rate-limited
 */
export async function register(deps: Deps, input: RegisterInput, address: string): Promise<SignedInWithCookie> {
  await limitRegistration(deps, address);
  const hash = await deps.passwords.hash(input.password);
  const now = new Date(deps.clock.now()).toISOString();
  const id = deps.ids.next();
  const displayName = input.displayName || null;
  try {
    await deps.db.transaction().execute(async (db) => {
      await insertUser(db, {
        id,
        email: input.email,
        email_lower: emailKey(input.email),
        firebase_uid: input.firebaseUid ?? null,
        display_name: displayName,
        password_hash: hash,
        created_at: now,
        updated_at: now,
      });
      await queueVerification(deps, db, { id, email: input.email, displayName });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', MESSAGES.emailTaken, {
      fields: [{ field: 'email', message: MESSAGES.emailTaken }],
    });
  }
  deps.mailer.wake();
  return startSession(deps, await userOf(deps, id));
}

async function queueVerification(
  deps: Deps,
  db: Db,
  user: { id: string; email: string; displayName: string | null },
): Promise<void> {
  const code = deps.ids.secret();
  const now = deps.clock.now();
  await dropExpiredEmailTokens(db, user.id, new Date(now).toISOString());
  await insertEmailToken(db, {
    token_hash: sha256(code),
    user_id: user.id,
    purpose: 'verify',
    expires_at: new Date(now + VERIFY_TOKEN_LIFE).toISOString(),
    used_at: null,
    created_at: new Date(now).toISOString(),
  });
  const link = `${deps.config.publicUrl}/api/auth/verify-email?code=${code}`;
  await deps.mailer.enqueue(db, verificationMail(deps.config, user.email, user.displayName, link));
}

async function userOf(deps: Deps, id: string): Promise<UserRow> {
  const row = await findUser(deps.db, id);
  if (!row) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
  return row;
}

/**
 * Signs in by e-mail and password.
 * @throws unauthenticated with the text for an unknown e-mail or a wrong password; rate-limited
 */
export async function login(deps: Deps, input: LoginInput, address: string): Promise<SignedInWithCookie> {
  const key = emailKey(input.email);
  const attempt = await limitLogin(deps, key, address);
  const row = await findUserByEmail(deps.db, key);
  const isRight = await deps.passwords.verify(row?.password_hash ?? null, input.password);
  if (!row) throw failed('email', MESSAGES.userNotFound);
  if (!isRight) throw failed('password', MESSAGES.wrongPassword);
  await attempt.succeeded();
  return startSession(deps, row);
}

const failed = (field: string, message: string) =>
  new DomainError('unauthenticated', message, { fields: [{ field, message }] });

/** @returns a fresh access token for the session the caller has already. */
export async function renewToken(deps: Deps, actor: SignedInActor): Promise<SignedIn> {
  return toSignedIn(deps, await userOf(deps, actor.userId), { publicId: actor.sessionId, userId: actor.userId });
}

/** @returns the caller's own account. */
export async function getAccount(deps: Deps, actor: SignedInActor): Promise<User> {
  return toUser(await userOf(deps, actor.userId));
}

/** Ends the caller's session. @returns the Set-Cookie value that clears the cookie. */
export async function logout(deps: Deps, cookieHeader: string, actor: SignedInActor | null): Promise<string> {
  if (actor) await deps.sessions.endByPublicId(actor.sessionId);
  return deps.sessions.end(cookieHeader);
}

/**
 * Mails another verification link.
 * @throws conflict when the address is verified already; rate-limited within a minute of the last one
 */
export async function resendVerification(deps: Deps, actor: SignedInActor): Promise<{ sent: true }> {
  const row = await userOf(deps, actor.userId);
  if (fromFlag(row.email_verified)) throw new DomainError('conflict', 'Your email address is verified already');
  await limitResend(deps, row.id, TOASTS.pleaseWait.description, RESEND_COOLDOWN / 1000);
  await deps.db
    .transaction()
    .execute((db) => queueVerification(deps, db, { id: row.id, email: row.email, displayName: row.display_name }));
  deps.mailer.wake();
  return { sent: true };
}

/**
 * Redeems the code of a mailed link. A second use within the code's life is fine once the account is verified: mail
 * scanners open links before people do.
 * @throws validation when the code is unknown or too old
 */
export async function verifyEmail(deps: Deps, code: string): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  const hash = sha256(code);
  await deps.db.transaction().execute(async (db) => {
    const token = await findEmailToken(db, hash, 'verify');
    if (!token || token.expires_at <= now) throw invalid('code', 'This link is not valid any more');
    if (await consumeEmailToken(db, hash, now)) await markVerified(db, token.user_id, now);
  });
}
