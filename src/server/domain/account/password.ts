// Reset and changed passwords. An emailed link proves who owns the address, so using it resets the account. Both end all
// other sessions. A reset revokes all keys unless the owner wants to keep them, a change does if they want it.

import type { ChangePasswordInput, CheckResetInput, ResetPasswordInput } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { deleteApiKeysOf } from '../../db/api-keys.ts';
import { hashOf } from '../../db/hash.ts';
import { consumeEmailToken, dropEmailTokens, findEmailToken, type StoredEmailToken } from '../../db/one-use-tokens.ts';
import { deleteSessionsOf, findSessionOf } from '../../db/sessions.ts';
import { findUser, lockUser, updateUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { type Confirmed, ownUser, proven, type SignedInActor } from '../access.ts';
import type { Client } from '../client.ts';
import { DomainError, invalid } from '../errors.ts';
import { clearMails } from '../mail-limits.ts';
import { emailKey } from '../user.ts';
import { isSentTo, queueEmail, warnOfGuessing } from './emails.ts';
import { addMark } from './known-browsers.ts';
import { limitPasswordCheck, limitReset } from './limits.ts';
import { createSession, endClientSession, type Login, toLogin } from './sessions.ts';

/** @throws validation naming `field` when the password is one of the commonest, or the email address. */
export async function checkPassword(deps: Deps, password: string, email: string, field: string): Promise<void> {
  if (emailKey(password) === emailKey(email)) throw invalid(field, MESSAGES.passwordIsEmail);
  if (await deps.isCommonPassword(password)) throw invalid(field, MESSAGES.passwordTooCommon);
}

/** @returns whether the caller's account has a password. */
export async function readPasswordState({ db }: Pick<Deps, 'db'>, actor: SignedInActor): Promise<{ isSet: boolean }> {
  return { isSet: (await ownUser(db, actor)).passwordHash !== null };
}

/** @returns the account of an emailed link that still works, if it does. */
async function accountOfReset({ db }: Pick<Deps, 'db'>, token: StoredEmailToken | undefined, now: string) {
  if (!token || token.usedAt || token.expiresAt <= now) return undefined;
  const user = await findUser(db, token.userId);
  return user && isSentTo(token, user) ? user : undefined;
}

/** @returns a link and its account, undefined when it doesn't work. Counts as one use. @throws rate-limited */
async function findReset(deps: Deps, token: string, client: Client, now: string) {
  const found = await findEmailToken(deps.db, hashOf(token), 'reset');
  const row = await accountOfReset(deps, found, now);
  await limitReset(deps, row ? { userId: row.id } : { address: client.address });
  return row && found && { row, found };
}

/**
 * Tells whether an emailed link works, before anybody thinks of a password. Changes nothing, tells no more than using the
 * link would, and counts as a use.
 * @throws rate-limited
 */
export async function checkReset(deps: Deps, { token }: CheckResetInput, client: Client): Promise<boolean> {
  return (await findReset(deps, token, client, isoNow(deps.clock))) !== undefined;
}

/**
 * Sets the password through an emailed link, which also verifies the address, and logs in. Ends the client's previous
 * session, whoever's it was. Its client becomes a known browser, so that nobody can keep it out by guessing on.
 * @throws validation when the link is unknown, used or expired; rate-limited
 */
export async function resetPassword(
  deps: Deps,
  { token, password, revokeApiKeys = true }: ResetPasswordInput,
  client: Client,
): Promise<Login> {
  const now = isoNow(deps.clock);
  const reset = await findReset(deps, token, client, now);
  if (!reset) throw invalid('token', MESSAGES.resetLinkNotValid);
  const { row, found } = reset;
  await checkPassword(deps, password, row.email, 'password');
  const hash = await deps.passwords.hash(password);
  const { user, session } = await deps.db.transaction().execute(async (db) => {
    // Locked first, as deleting the account does, whose links go with it.
    const current = await lockUser(db, row.id);
    const isThere = current && isSentTo(found, current) && (await consumeEmailToken(db, hashOf(token), now));
    if (!isThere) throw invalid('token', MESSAGES.resetLinkNotValid);
    const user = proven(current);
    const changes = {
      passwordHash: hash,
      // Whoever asked for another address may have been somebody else.
      pendingEmail: null,
      emailVerified: true,
      ...(!user.emailVerified && { emailVerifiedAt: now }),
      updatedAt: now,
    };
    await updateUser(db, user, changes);
    await dropEmailTokens(db, user, 'reset');
    await deleteSessionsOf(db, user);
    if (revokeApiKeys) await deleteApiKeysOf(db, user);
    await queueEmail(deps, db, user, 'password-changed');
    return { user: { ...user, ...changes }, session: await createSession(deps, db, user, client) };
  });
  // Not before the link has worked: whoever else is logged in there stays so if it doesn't.
  await endClientSession(deps, client);
  deps.mailer.wake();
  await clearMails(deps.db, { kind: 'reset-password', to: user.email });
  return toLogin(deps, user, session, client);
}

/**
 * Changes the caller's password, ends their other sessions and, if they want it, revokes their keys.
 * @returns the marks for the client to keep: the old password's are void.
 * @throws validation when the current password is wrong; conflict when there is none; rate-limited
 */
export async function changePassword(
  deps: Deps,
  actor: Confirmed,
  { currentPassword, newPassword, revokeApiKeys = false }: ChangePasswordInput,
  client: Client,
): Promise<string> {
  const user = await ownUser(deps.db, actor);
  if (user.passwordHash === null) {
    throw new DomainError('conflict', MESSAGES.noPasswordYet);
  }
  const attempt = await limitPasswordCheck(deps, user, { sessionId: actor.sessionId, address: client.address }, () =>
    warnOfGuessing(deps, user.emailLower, user),
  );
  if (!(await deps.passwords.verify(user.passwordHash, currentPassword))) {
    throw invalid('currentPassword', MESSAGES.currentPasswordWrong);
  }
  await attempt.succeeded();
  await checkPassword(deps, newPassword, user.email, 'newPassword');
  const hash = await deps.passwords.hash(newPassword);
  await deps.db.transaction().execute(async (db) => {
    // Whoever reset the account in the meantime, through an emailed link or single sign-on, keeps it.
    const current = await lockUser(db, user.id);
    const isStill =
      current?.passwordHash === user.passwordHash && (await findSessionOf(db, user.id, actor.sessionId)) !== undefined;
    if (!isStill) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    await updateUser(db, user, { passwordHash: hash, pendingEmail: null, updatedAt: isoNow(deps.clock) });
    await dropEmailTokens(db, user, 'reset');
    await deleteSessionsOf(db, user, actor.sessionId);
    if (revokeApiKeys) await deleteApiKeysOf(db, user);
    await queueEmail(deps, db, user, 'password-changed');
  });
  deps.mailer.wake();
  // The links sent so far are gone. An unverified address may be somebody else's, whose inbox this would fill.
  if (user.emailVerified) await clearMails(deps.db, { kind: 'reset-password', to: user.email });
  return addMark(deps, { id: user.id, passwordHash: hash }, client.marks);
}
