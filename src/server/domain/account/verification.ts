// Verifies that an email address belongs to the account's user, by the code in an emailed link. Mail scanners and
// previews open links before people do, so reading what a code stands for changes nothing; using it takes a second call.

import type { ForgotPasswordInput } from '#shared/contract/account.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { hashOf } from '../../db/hash.ts';
import { consumeEmailToken, findEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import { findUser, findUserByEmail, hasUsers, lockUser, markVerified, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, proven, type SignedInActor } from '../access.ts';
import { type Client, isForOwnMachine } from '../client.ts';
import { DomainError, invalid } from '../errors.ts';
import { emailKey, emailTaken, maskEmail, refuseIfGone } from '../user.ts';
import { removeAccount } from './account.ts';
import { completeEmailChange, dropEmailChange } from './email-change.ts';
import { isSentTo, queueEmail } from './emails.ts';
import { unhurried } from './forgotten.ts';
import { findResumedElsewhere } from './held-address.ts';
import {
  countResend,
  limitLinkRequests,
  limitRequestedEmails,
  limitVerification,
  mayResend,
  refuseUnsent,
} from './limits.ts';

/**
 * Sends another link to verify the address or, for an account without a password, to choose one.
 * @throws conflict when the address is already verified; rate-limited within a minute of the last email, after 20 in a day,
 * or when too many go to the address
 */
export async function resendVerification(deps: Deps, actor: SignedInActor, address: string): Promise<{ sent: true }> {
  return resendVerificationTo(deps, await ownUser(deps.db, actor), address);
}

/** The same for an account whose registration the caller holds. */
export async function resendVerificationTo(deps: Deps, row: StoredUser, address: string): Promise<{ sent: true }> {
  if (row.emailVerified && row.pendingEmail === null) {
    throw new DomainError('conflict', 'Your email address is already verified');
  }
  await limitRequestedEmails(deps, 'resend', { userId: row.id, address }, TOASTS.pleaseWait.description);
  const wait = await deps.db
    .transaction()
    .execute((db) => queueVerification(deps, db, row))
    .catch(refuseIfGone);
  refuseUnsent(wait);
  await countResend(deps, row.id, emailKey(row.pendingEmail ?? row.email));
  deps.mailer.wake();
  return { sent: true };
}

/** Queues the email by which the account's address, or the one it is about to have, is verified. */
function queueVerification(deps: Deps, db: Db, { id, email, pendingEmail, ...user }: StoredUser): Promise<number> {
  if (user.emailVerified) return queueEmail(deps, db, { id, email: pendingEmail ?? email }, 'change-email');
  return queueEmail(deps, db, { id, email }, user.passwordHash === null ? 'set-password' : 'verify-email');
}

/**
 * Sends another link to an address whose link no longer works, at the word of whoever has it. Neither response nor timing
 * reveals whether it waits to be verified, or whether an email is sent.
 * @throws rate-limited, for too many requests from one address
 */
export async function requestVerification(deps: Deps, { email }: ForgotPasswordInput, address: string): Promise<void> {
  await limitLinkRequests(deps, address);
  await unhurried(mailVerification(deps, emailKey(email)));
}

async function mailVerification(deps: Deps, key: string): Promise<void> {
  const user = await findUserByEmail(deps.db, key);
  if (!user || user.emailVerified || !(await mayResend(deps, user.id))) return;
  await deps.db.transaction().execute(async (db) => {
    const current = await lockUser(db, user.id);
    if (current?.emailLower === key && !current.emailVerified) await queueVerification(deps, db, current);
  });
  await countResend(deps, user.id, key);
  deps.mailer.wake();
}

/**
 * Whether a new account is verified as it is made: on a server that is being tried out, its first user sits at it, and an
 * email would prove nothing.
 * @param db the transaction that makes it. Two that are made at the same moment may both be the first.
 * @returns true only if the server can't send email, its public address and the caller's browser are on this very machine,
 * and there is no account yet.
 */
export async function isFirstHere(
  { config: { mail, publicUrl } }: Pick<Deps, 'config'>,
  db: Db,
  client: Pick<Client, 'isLocal'>,
): Promise<boolean> {
  return mail === 'outbox' && isForOwnMachine(publicUrl) && client.isLocal() && !(await hasUsers(db));
}

/** The account behind a code, for whoever has the link: it must not tell them an address that they don't know. */
export type CodeSubject = {
  /** What the link was sent to, such as `a••@s…`. */
  maskedEmail: string;
  /** When the account was created, ISO. */
  createdAt: string;
  /** Whether the account has this address, and it is verified. */
  isVerified: boolean;
  /** Whether the account has another address until this one is confirmed. */
  isChange: boolean;
};

/**
 * @param find reads the account, or locks it.
 * @returns the account of an unexpired code, the code's hash, and whether it stands for the address that the account is
 * about to have. A used code still names an account that has its address, verified.
 * @throws validation naming `code` when it is unknown, expired or no longer of use
 */
async function accountOf(
  db: Db,
  code: string,
  now: string,
  find: (db: Db, id: string) => Promise<StoredUser | undefined>,
): Promise<{ user: StoredUser; hash: string; isChange: boolean }> {
  const hash = hashOf(code);
  const token = await findEmailToken(db, hash, 'verify');
  const user = token && token.expiresAt > now ? await find(db, token.userId) : undefined;
  if (!token || !user) throw invalid('code', MESSAGES.verificationLinkNotValid);
  const isOwn = isSentTo(token, user);
  const isChange = !isOwn && user.pendingEmail !== null && emailKey(user.pendingEmail) === token.emailLower;
  const isOfUse = token.usedAt === null ? isOwn || isChange : isOwn && user.emailVerified;
  if (!isOfUse) throw invalid('code', MESSAGES.verificationLinkNotValid);
  return { user, hash, isChange };
}

/** @returns what a code stands for; changes nothing. @throws validation */
export async function readVerificationCode(deps: Deps, code: string): Promise<CodeSubject> {
  const { user, isChange } = await accountOf(deps.db, code, isoNow(deps.clock), findUser);
  return {
    maskedEmail: maskEmail(isChange ? (user.pendingEmail ?? '') : user.email),
    createdAt: user.createdAt,
    isVerified: user.emailVerified && !isChange,
    isChange,
  };
}

/**
 * Redeems a code. Doing it again before the code expires is harmless.
 * @returns whose address it verified.
 * @throws validation when the code is unknown or expired; conflict naming `email` when the address got another account
 * in the meantime, or somebody registers with it; rate-limited
 */
export async function verifyEmail(
  deps: Deps,
  code: string,
  address: string,
): Promise<{ verified: true; userId: string }> {
  await limitVerification(deps, address);
  const now = isoNow(deps.clock);
  const userId = await deps.db
    .transaction()
    .execute(async (db) => {
      const { user, hash, isChange } = await accountOf(db, code, now, lockUser);
      if (!(await consumeEmailToken(db, hash, now))) return user.id;
      if (!isChange) await markVerified(db, user.id, now);
      // Whoever has just opened the link of a registration may take this one for a part of it.
      else if (await findResumedElsewhere(deps, db, emailKey(user.pendingEmail ?? ''), null)) throw emailTaken();
      else await completeEmailChange(deps, db, proven(user), hash);
      return user.id;
    })
    .catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      await deps.db.transaction().execute((db) => giveUpChange(db, code, now));
      throw emailTaken();
    });
  deps.mailer.wake();
  return { verified: true, userId };
}

/** Drops the change that a code would have completed: somebody else has the address now. */
async function giveUpChange(db: Db, code: string, now: string): Promise<void> {
  const { user, isChange } = await accountOf(db, code, now, lockUser);
  if (isChange) await dropEmailChange(db, proven(user), now);
}

/**
 * Deletes an account that was opened with somebody else's address, on the word of whoever got the code there; one that
 * was about to get their address keeps its own.
 * @returns what was ended. @throws conflict when the address is verified: the account is kept; validation, rate-limited
 */
export async function rejectAddress(deps: Deps, code: string, address: string): Promise<'account' | 'change'> {
  await limitVerification(deps, address);
  const now = isoNow(deps.clock);
  const rejected = await deps.db.transaction().execute(async (db) => {
    const { user, isChange } = await accountOf(db, code, now, lockUser);
    if (isChange) {
      await dropEmailChange(db, proven(user), now);
      return 'change';
    }
    if (user.emailVerified) throw new DomainError('conflict', MESSAGES.alreadyVerified);
    // Without a verified address it has no sites, so no visitor sees a change.
    await removeAccount(db, proven(user), now);
    return 'account';
  });
  deps.jobs.wake();
  return rejected;
}
