// Verifies that an email address belongs to the account's user, by the code in an emailed link. Mail scanners and
// previews open links before people do, so reading what a code stands for changes nothing; using it takes a second call.
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { consumeEmailToken, findEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import { findUser, lockUser, markVerified, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, proven, type SignedInActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { removeAccount } from './account.ts';
import { queueEmail } from './emails.ts';
import { limitRequestedEmails, limitVerification } from './limits.ts';
import { refuseIfGone } from './user.ts';

/**
 * Sends another link to verify the address or, for an account without a password, to choose one.
 * @throws conflict when the address is already verified; rate-limited within a minute of the last email, or after 20 in a day
 */
export async function resendVerification(deps: Deps, actor: SignedInActor, address: string): Promise<{ sent: true }> {
  const row = await ownUser(deps.db, actor);
  if (row.emailVerified) throw new DomainError('conflict', 'Your email address is already verified');
  await limitRequestedEmails(deps, 'resend', { userId: row.id, address }, TOASTS.pleaseWait.description);
  const kind = row.passwordHash === null ? 'set-password' : 'verify-email';
  await deps.db
    .transaction()
    .execute((db) => queueEmail(deps, db, row, kind))
    .catch(refuseIfGone);
  deps.mailer.wake();
  return { sent: true };
}

/** The account behind a code, for whoever has the link: it must not tell them an address that they don't know. */
export type CodeSubject = {
  /** Such as `a••@s…`. */
  maskedEmail: string;
  /** When the account was created, ISO. */
  createdAt: string;
  isVerified: boolean;
};

const first = (text: string) => [...text][0] ?? '';

/** @returns the address with all but the first character of either side hidden. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${first(email.slice(0, at))}••@${first(email.slice(at + 1))}…`;
}

/**
 * @param find reads the account, or locks it.
 * @returns the account of an unexpired code, and the code's hash. A used code still names an account that is verified.
 * @throws validation naming `code` when it is unknown, expired or no longer of use
 */
async function accountOf(
  db: Db,
  code: string,
  now: string,
  find: (db: Db, id: string) => Promise<StoredUser | undefined>,
): Promise<{ user: StoredUser; hash: string }> {
  const hash = hashOf(code);
  const token = await findEmailToken(db, hash, 'verify');
  const user = token && token.expiresAt > now ? await find(db, token.userId) : undefined;
  if (!user || (token?.usedAt && !user.emailVerified)) throw invalid('code', MESSAGES.verificationLinkNotValid);
  return { user, hash };
}

/** @returns what a code stands for; changes nothing. @throws validation */
export async function readVerificationCode(deps: Deps, code: string): Promise<CodeSubject> {
  const { user } = await accountOf(deps.db, code, isoNow(deps.clock), findUser);
  return { maskedEmail: maskEmail(user.email), createdAt: user.createdAt, isVerified: user.emailVerified };
}

/**
 * Redeems a code. Doing it again before the code expires is harmless.
 * @throws validation when the code is unknown or expired; rate-limited
 */
export async function verifyEmail(deps: Deps, code: string, address: string): Promise<{ verified: true }> {
  await limitVerification(deps, address);
  const now = isoNow(deps.clock);
  await deps.db.transaction().execute(async (db) => {
    const { user, hash } = await accountOf(db, code, now, lockUser);
    if (await consumeEmailToken(db, hash, now)) await markVerified(db, user.id, now);
  });
  return { verified: true };
}

/**
 * Deletes an account that was opened with somebody else's address, on the word of whoever got the code there.
 * @throws conflict when the address is verified: the account is kept; validation, rate-limited
 */
export async function rejectSignUp(deps: Deps, code: string, address: string): Promise<void> {
  await limitVerification(deps, address);
  const now = isoNow(deps.clock);
  await deps.db.transaction().execute(async (db) => {
    const { user } = await accountOf(db, code, now, lockUser);
    if (user.emailVerified) throw new DomainError('conflict', MESSAGES.alreadyVerified);
    // Without a verified address it has no sites, so no visitor sees a change.
    await removeAccount(db, proven(user), now);
  });
}
