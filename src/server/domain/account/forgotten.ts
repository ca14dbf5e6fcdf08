// Forgotten passwords: emailing a link to choose a new one. Whoever asks, as often as they like, can neither fill the
// owner's inbox nor keep the owner from a link that works.
import { setTimeout as pause } from 'node:timers/promises';
import type { ForgotPasswordInput } from '#shared/contract/account.ts';
import { RESET_TOKEN_LIFE } from '#shared/limits.ts';
import { CLOCK_SKEW, DAY, isoOf, MINUTE } from '#shared/time.ts';
import { isResetQueued } from '../../db/mails.ts';
import { extendEmailToken, newestEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import { findUserByEmail, lockUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { emailKey } from '../user.ts';
import { queueEmail } from './emails.ts';
import { limitForgotten } from './limits.ts';

/** Minimum response time of a reset request, in milliseconds. Queueing an email takes a few. */
const MIN_RESPONSE_TIME = 250;
/** While an unused link is younger than this, no other one is sent. */
const RESEND_AFTER = 10 * MINUTE;

/**
 * Sends a link to choose a new password if the address has an account. Neither response nor timing reveals whether it
 * does, or whether an email is sent.
 * @throws rate-limited, for too many requests from one address
 */
export async function forgotPassword(
  deps: Deps,
  { email }: ForgotPasswordInput,
  address: string,
): Promise<{ sent: true }> {
  await limitForgotten(deps, address);
  await unhurried(mailResetLink(deps, emailKey(email)));
  return { sent: true };
}

/** Waits for `work`, and long enough that nobody can tell what it did. */
export async function unhurried(work: Promise<void>): Promise<void> {
  const [done] = await Promise.allSettled([work, pause(MIN_RESPONSE_TIME)]);
  if (done.status === 'rejected') throw done.reason;
}

/**
 * Sends a link, unless the last one is unused and young, or too many were sent within a day. Then the last one is good for
 * an hour from now: so there is always one that works.
 */
export async function mailResetLink(deps: Deps, key: string): Promise<void> {
  const user = await findUserByEmail(deps.db, key);
  if (!user || (deps.limiter.isOn && (await isLinkYoung(deps, deps.db, user)))) return;
  await deps.db.transaction().execute(async (db) => {
    // The account may have been deleted in the meantime, or another request may have been faster.
    if (!(await lockUser(db, user.id)) || (deps.limiter.isOn && (await isLinkYoung(deps, db, user)))) return;
    if ((await queueEmail(deps, db, user, 'reset-password')) > 0) await renewLastLink(deps, db, user);
  });
  deps.mailer.wake();
}

/** What is from later than this is from before the clock was set back: nobody knows how old it is. */
const latest = (clock: Deps['clock']) => isoOf(clock.now() + CLOCK_SKEW);

async function isLinkYoung({ clock }: Deps, db: Db, { id }: StoredUser): Promise<boolean> {
  const since = isoOf(clock.now() - RESEND_AFTER);
  const until = latest(clock);
  const newest = await newestEmailToken(db, id, 'reset', until);
  return (newest !== undefined && newest.createdAt > since) || isResetQueued(db, id, since, until);
}

/** Of the last day only: nobody shall bring an old email back to life. */
async function renewLastLink({ clock }: Deps, db: Db, { id }: StoredUser): Promise<void> {
  const newest = await newestEmailToken(db, id, 'reset', latest(clock));
  const until = isoOf(clock.now() + RESET_TOKEN_LIFE);
  const isRecent = newest !== undefined && newest.createdAt > isoOf(clock.now() - DAY);
  if (isRecent && newest.expiresAt < until) await extendEmailToken(db, newest, until);
}
