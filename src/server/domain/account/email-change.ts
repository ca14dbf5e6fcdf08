// Changing an account's email address. A verified account keeps its address until the new one is confirmed from there, and
// the old one is told, when it is asked for and when it is done. An account that isn't verified has proved no address, so
// it gets the new one at once, and verifies that.

import type { ChangedEmail, ChangeEmailInput, EmailChange } from '#shared/contract/account.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { deleteCodeMailsTo, readdressWeeklyMails } from '../../db/mails.ts';
import { dropEmailTokens, dropOtherEmailTokens } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { deleteIdsOfAccount } from '../../db/registration-keys.ts';
import { findSessionOf } from '../../db/sessions.ts';
import { findUserByEmail, lockUser, type StoredUser, updateUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { type Confirmed, ownUser, proven, type SignedInActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { emailKey, emailTaken, existing, readableEmail, toUser } from '../user.ts';
import { queueEmail } from './emails.ts';
import { findResumedElsewhere, holdAddress, mailLinkElsewhere } from './held-address.ts';
import { limitEmailChange, limitRequestedEmails, limitResendTo, refuseUnsent, startResendWait } from './limits.ts';

const isPending = ({ pendingEmail }: StoredUser, key: string) =>
  pendingEmail !== null && emailKey(pendingEmail) === key;

/**
 * Starts changing the caller's address, and emails a link to the new one. Links sent before no longer work.
 * @returns the account, and the address that waits to be confirmed; null when the account has it already.
 * @throws conflict naming `email` when it has an account or is being registered, as registration does; validation;
 * rate-limited, as registration is and, for the address that is already waiting, as asking for another link is
 */
export async function changeEmail(
  deps: Deps,
  actor: Confirmed,
  input: ChangeEmailInput,
  address: string,
): Promise<ChangedEmail> {
  const key = emailKey(input.email);
  const user = await ownUser(deps.db, actor);
  const by = { userId: user.id, address };
  if (isPending(user, key)) await limitRequestedEmails(deps, 'resend', by, TOASTS.pleaseWait.description);
  else await limitEmailChange(deps, by);
  if (key === user.emailLower) throw invalid('email', MESSAGES.emailUnchanged);
  if (user.passwordHash !== null && (await deps.passwords.verify(user.passwordHash, input.email))) {
    throw invalid('email', MESSAGES.passwordIsEmail);
  }
  const resumed = await findResumedElsewhere(deps, deps.db, key, null);
  if (resumed) throw await mailLinkElsewhere(deps, resumed);
  const sending = await limitResendTo(deps, user.id, key);
  const changed = await deps.db
    .transaction()
    .execute(async (db) => {
      await holdAddress(deps, db, key, null);
      const current = await lockUser(db, user.id);
      // Whoever reset the account, or ended this session, in the meantime keeps its address.
      const isStill =
        current?.passwordHash === user.passwordHash &&
        current.emailVerified === user.emailVerified &&
        (await findSessionOf(db, user.id, actor.sessionId)) !== undefined;
      if (!current || !isStill) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
      if (await findUserByEmail(db, key)) throw emailTaken();
      return start(deps, db, proven(current), readableEmail(input.email));
    })
    .catch(async (error) => {
      await sending.undo();
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
  await startResendWait(deps, user.id, key);
  deps.mailer.wake();
  return { user: toUser(deps, changed), pendingEmail: changed.pendingEmail };
}

async function start(deps: Deps, db: Db, user: Owned<StoredUser>, email: string): Promise<StoredUser> {
  const updatedAt = isoNow(deps.clock);
  if (user.emailVerified) {
    await dropEmailTokens(db, user, 'verify');
    const changed = existing(await updateUser(db, user, { pendingEmail: email, updatedAt }));
    refuseUnsent(await queueEmail(deps, db, { id: user.id, email }, 'change-email'));
    await queueEmail(deps, db, user, 'email-changing');
    return changed;
  }
  await dropEmailTokens(db, user);
  await deleteIdsOfAccount(db, user.id);
  await deleteCodeMailsTo(db, user);
  const changed = existing(await updateUser(db, user, { email, emailLower: emailKey(email), updatedAt }));
  refuseUnsent(await queueEmail(deps, db, changed, user.passwordHash === null ? 'set-password' : 'verify-email'));
  return changed;
}

/** @returns the address that the caller's account is about to have; null when it isn't being changed. */
export async function readEmailChange(deps: Deps, actor: SignedInActor): Promise<EmailChange> {
  return { pendingEmail: (await ownUser(deps.db, actor)).pendingEmail };
}

/** Stops changing the caller's address: the account keeps the one it has, and links to the new one no longer work. */
export async function cancelEmailChange(deps: Deps, actor: SignedInActor): Promise<void> {
  const user = await ownUser(deps.db, actor);
  await deps.db.transaction().execute((db) => dropEmailChange(db, user, isoNow(deps.clock)));
}

export async function dropEmailChange(db: Db, user: Owned<StoredUser>, now: string): Promise<void> {
  const current = await lockUser(db, user.id);
  if (!current || current.pendingEmail === null) return;
  await updateUser(db, user, { pendingEmail: null, updatedAt: now });
  await dropEmailTokens(db, user, 'verify');
}

/**
 * Gives the account, whose row is locked, the address that has just been confirmed, and tells the old one.
 * @param tokenHash of the link that confirmed it: all others die.
 * @throws a unique violation when the address got an account in the meantime
 */
export async function completeEmailChange(
  deps: Deps,
  db: Db,
  user: Owned<StoredUser>,
  tokenHash: string,
): Promise<void> {
  const { email: old, pendingEmail } = user;
  if (pendingEmail === null) return;
  const now = isoNow(deps.clock);
  await updateUser(db, user, {
    email: pendingEmail,
    emailLower: emailKey(pendingEmail),
    pendingEmail: null,
    emailVerifiedAt: now,
    updatedAt: now,
  });
  await dropOtherEmailTokens(db, user, tokenHash);
  await deleteIdsOfAccount(db, user.id);
  await deleteCodeMailsTo(db, user);
  await readdressWeeklyMails(db, user, pendingEmail);
  await queueEmail(deps, db, { id: user.id, email: old }, 'email-changed');
}
