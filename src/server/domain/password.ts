// Forgotten and changed passwords. A link that was mailed proves the address; whoever uses it takes the account over
// whole: all sessions end and all keys are revoked.
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangePasswordInput, ForgotPasswordInput, ResetPasswordInput } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { deleteApiKeysOf } from '../db/api-keys.ts';
import { consumeEmailToken, dropEmailTokens, findEmailToken } from '../db/email-tokens.ts';
import { deleteOtherSessions, deleteSessionsOf, hasSession } from '../db/sessions.ts';
import { findUser, findUserByEmail, lockUser, updateUser } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { queueReset } from './email-links.ts';
import { DomainError, invalid } from './errors.ts';
import { limitForgotten, limitPasswordCheck, limitReset } from './limits.ts';
import { passwordChangedMail } from './mails.ts';
import { emailKey, sha256, userOf } from './signed-in.ts';

/** An answer to a forgotten password takes at least this long, in milliseconds: writing a mail takes a few. */
const ANSWER_TIME = 250;

/**
 * Mails a link to choose a new password, if the address has an account: text and time of the answer do not tell.
 * @throws rate-limited
 */
export async function forgotPassword(
  deps: Deps,
  { email }: ForgotPasswordInput,
  address: string,
): Promise<{ sent: true }> {
  const key = emailKey(email);
  await limitForgotten(deps, key, address);
  const [sent] = await Promise.allSettled([sendReset(deps, key), pause(ANSWER_TIME)]);
  if (sent.status === 'rejected') throw sent.reason;
  return { sent: true };
}

async function sendReset(deps: Deps, key: string): Promise<void> {
  const user = await findUserByEmail(deps.db, key);
  if (!user) return;
  await deps.db.transaction().execute(async (db) => {
    // Not to somebody who is gone by now.
    if (await lockUser(db, user.id)) await queueReset(deps, db, user);
  });
  deps.mailer.wake();
}

const notEmail = (password: string, email: string, field: string) => {
  if (emailKey(password) === emailKey(email)) throw invalid(field, MESSAGES.passwordIsEmail);
};

/**
 * Sets the password by a mailed link, which also verifies the address.
 * @throws validation when the link is unknown, used or too old; rate-limited
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: ResetPasswordInput,
  address: string,
): Promise<{ reset: true }> {
  await limitReset(deps, address);
  const now = new Date(deps.clock.now()).toISOString();
  const found = await findEmailToken(deps.db, sha256(token), 'reset');
  const user = found && !found.used_at && found.expires_at > now ? await findUser(deps.db, found.user_id) : undefined;
  if (!user) throw invalid('token', MESSAGES.resetLinkNotValid);
  notEmail(password, user.email, 'password');
  const hash = await deps.passwords.hash(password);
  await deps.db.transaction().execute(async (db) => {
    if (!(await consumeEmailToken(db, sha256(token), now))) throw invalid('token', MESSAGES.resetLinkNotValid);
    await updateUser(db, user.id, {
      password_hash: hash,
      email_verified: 1,
      ...(!user.email_verified && { email_verified_at: now }),
      updated_at: now,
    });
    await dropEmailTokens(db, user.id, 'reset');
    await deleteSessionsOf(db, user.id);
    await deleteApiKeysOf(db, user.id);
    await deps.mailer.enqueue(db, passwordChangedMail(deps.config, user.email, user.display_name));
  });
  deps.mailer.wake();
  return { reset: true };
}

/**
 * Changes the caller's password and ends their other sessions.
 * @throws validation when the current password is wrong; conflict when there is none; rate-limited
 */
export async function changePassword(
  deps: Deps,
  actor: SignedInActor,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<{ changed: true }> {
  const user = await userOf(deps, actor.userId);
  if (user.password_hash === null) {
    throw new DomainError('conflict', 'Your account has no password yet. Ask for a link to choose one');
  }
  const attempt = await limitPasswordCheck(deps, user.id);
  if (!(await deps.passwords.verify(user.password_hash, currentPassword))) {
    throw invalid('currentPassword', MESSAGES.currentPasswordWrong);
  }
  await attempt.succeeded();
  notEmail(newPassword, user.email, 'newPassword');
  const hash = await deps.passwords.hash(newPassword);
  await deps.db.transaction().execute(async (db) => {
    // Whoever took the account over meanwhile, by a mailed link or single sign-on, keeps it.
    const current = await lockUser(db, user.id);
    const isStill = current?.password_hash === user.password_hash && (await hasSession(db, user.id, actor.sessionId));
    if (!isStill) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    await updateUser(db, user.id, { password_hash: hash, updated_at: new Date(deps.clock.now()).toISOString() });
    await dropEmailTokens(db, user.id, 'reset');
    await deleteOtherSessions(db, user.id, actor.sessionId);
    await deps.mailer.enqueue(db, passwordChangedMail(deps.config, user.email, user.display_name));
  });
  deps.mailer.wake();
  return { changed: true };
}
