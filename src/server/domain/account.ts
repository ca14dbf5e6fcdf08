// Accounts: registering, signing in and out.
import type { LoginInput, RegisterInput, SignedIn, User } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isUniqueViolation } from '../db/constraints.ts';
import { noteSessionUse } from '../db/sessions.ts';
import { findUserByEmail, insertUser } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { queueSetPassword, queueVerification } from './email-links.ts';
import { DomainError } from './errors.ts';
import { limitLogin, limitRefresh, limitRegistration } from './limits.ts';
import {
  emailKey,
  type SignedInWithCookie,
  startSession,
  toSignedIn,
  toUser,
  userOf,
  type Visitor,
} from './signed-in.ts';

/**
 * Makes an account and queues its mail in one transaction, then signs it in: a link to verify the address, or, without a
 * password, one to choose it.
 * @throws conflict when the e-mail has an account; rate-limited
 */
export async function register(deps: Deps, input: RegisterInput, visitor: Visitor): Promise<SignedInWithCookie> {
  await limitRegistration(deps, visitor.address);
  const hash = input.password === undefined ? null : await deps.passwords.hash(input.password);
  const now = new Date(deps.clock.now()).toISOString();
  const user = {
    id: deps.ids.next(),
    email: input.email,
    display_name: (input.displayName && deps.texts.toPlain(input.displayName)) || null,
  };
  try {
    await deps.db.transaction().execute(async (db) => {
      await insertUser(db, {
        ...user,
        email_lower: emailKey(input.email),
        firebase_uid: input.firebaseUid ?? null,
        password_hash: hash,
        created_at: now,
        updated_at: now,
      });
      await (hash === null ? queueSetPassword : queueVerification)(deps, db, user);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', MESSAGES.emailTaken, {
      fields: [{ field: 'email', message: MESSAGES.emailTaken }],
    });
  }
  deps.mailer.wake();
  return startSession(deps, await userOf(deps, user.id), visitor);
}

/**
 * Signs in by e-mail and password.
 * @throws unauthenticated with the text for an unknown e-mail or a wrong password; rate-limited
 */
export async function login(deps: Deps, input: LoginInput, visitor: Visitor): Promise<SignedInWithCookie> {
  const key = emailKey(input.email);
  const attempt = await limitLogin(deps, key, visitor.address);
  const row = await findUserByEmail(deps.db, key);
  const isRight = await deps.passwords.verify(row?.password_hash ?? null, input.password);
  if (!row) throw failed('email', MESSAGES.userNotFound);
  if (!isRight) throw failed('password', MESSAGES.wrongPassword);
  await attempt.succeeded();
  return startSession(deps, row, visitor);
}

const failed = (field: string, message: string) =>
  new DomainError('unauthenticated', message, { fields: [{ field, message }] });

/**
 * @returns a fresh access token for the session the caller has already.
 * @throws rate-limited
 */
export async function renewToken(deps: Deps, actor: SignedInActor): Promise<SignedIn> {
  await limitRefresh(deps, actor.sessionId);
  await noteSessionUse(deps.db, actor.sessionId, new Date(deps.clock.now()).toISOString());
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
