// Rate limits for logins, emails and tokens. All instances share the counts. Email addresses are counted under their
// hash, so that a deleted account leaves no address behind. Emails are limited by their recipient, too (mail-limits.ts).
import { RESEND_COOLDOWN } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import { hourly, take } from '../rate-limit.ts';
import { passwordStamp } from './known-browsers.ts';

// In seconds, as the limiter expects.
const FIFTEEN_MINUTES = (15 * MINUTE) / SECOND;
const ONE_MINUTE = MINUTE / SECOND;
const ONE_HOUR = HOUR / SECOND;
const ONE_DAY = DAY / SECOND;

/**
 * For an email that somebody who is logged in asked for.
 * @param wait 0 when it was queued, else seconds. @throws rate-limited unless it was
 */
export function refuseUnsent(wait: number): void {
  if (wait > 0) throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter: wait });
}

/** Wrong passwords for one account within an hour, from anywhere. */
const GUESSES = { limit: 100, seconds: ONE_HOUR };

/** What a login is counted under. */
type LoginAttempt = {
  emailKey: string;
  /** Changes with the password, so that a new one starts without the old one's failures. */
  stamp: string;
  address: string;
  /** Of a known browser; null for any other. */
  mark: string | null;
};

/** @returns what an account's wrong passwords are counted under. */
const accountOf = ({ emailKey, stamp }: Pick<LoginAttempt, 'emailKey' | 'stamp'>) => `${hashOf(emailKey)}:${stamp}`;

/**
 * Counts a login before its password is checked, so that parallel guesses count too. Allows 30 a minute from one
 * address; of these may fail, within 15 minutes, 5 for one account and 20 for all, and within an hour 100 for one
 * account from anywhere. A known browser has its own 5 failures in 15 minutes instead, and its account 30 logins a
 * minute from such browsers: whatever others do, from wherever, its owner gets in.
 * @param onGuessing called when the account has had too many failures from anywhere.
 * @returns a function to call once the password is proved right: successful logins are no failures.
 */
export async function limitLogin(deps: Deps, attempt: LoginAttempt, onGuessing: () => Promise<void>) {
  const { address, mark } = attempt;
  const account = accountOf(attempt);
  const guessesKey = `guesses:${account}`;
  const addressKey = `login:${address}`;
  const ownKey = mark === null ? `login:${address}:${account}` : `login-known:${hashOf(mark)}`;
  if (mark === null) {
    await take(deps, `logins:${address}`, 30, ONE_MINUTE, MESSAGES.tooManyCalls);
    await take(deps, addressKey, 20, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
    await take(deps, ownKey, 5, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
  } else {
    // Its own first, so that a stolen mark cannot use up what all of the owner's browsers share.
    await take(deps, ownKey, 5, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
    await take(deps, `logins:${account}`, 30, ONE_MINUTE, MESSAGES.tooManyCalls);
  }
  const wait = await deps.limiter.take({ key: guessesKey, ...GUESSES });
  if (wait > 0) await onGuessing();
  if (wait > 0 && mark === null) throw new DomainError('rate-limited', MESSAGES.tooManyRequests, { retryAfter: wait });
  return {
    async succeeded(): Promise<void> {
      await deps.limiter.clear(ownKey);
      await deps.limiter.undo(guessesKey);
      if (mark === null) await deps.limiter.undo(addressKey);
    },
  };
}

/** @returns whether the owner, if there is one, may be told of guesses now: once a day. */
export const isWarningDue = async (deps: Deps, emailKey: string): Promise<boolean> =>
  (await deps.limiter.take({ key: `warning:${hashOf(emailKey)}`, limit: 1, seconds: ONE_DAY })) === 0;

/** 20 registrations per hour from one address. */
export const limitRegistration = hourly('register', 20);

/**
 * Emails that a logged-in user asks for, each kind by itself: one per minute and 20 per day for one account, and 20 per
 * hour from one address. The address may be somebody else's until it is verified.
 * @param message for whoever asks again within a minute.
 */
export async function limitRequestedEmails(
  deps: Deps,
  kind: 'resend' | 'confirm-code',
  { userId, address }: { userId: string; address: string },
  message: string = MESSAGES.tooManyCalls,
): Promise<void> {
  await take(deps, `${kind}:${userId}`, 1, RESEND_COOLDOWN / SECOND, message);
  await take(deps, `${kind}-day:${userId}`, 20, ONE_DAY, MESSAGES.tooManyCalls);
  await take(deps, `${kind}-address:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);
}

const RESEND = { limit: 1, seconds: RESEND_COOLDOWN / SECOND };
const resendKey = (userId: string) => `resend:${userId}`;

const resendToKey = (userId: string, emailKey: string) => `${resendKey(userId)}:${hashOf(emailKey)}`;

/** An account has just queued an email that verifies an address. @returns seconds until it may send that one another. */
export const countResend = (deps: Deps, userId: string, emailKey: string): Promise<number> =>
  deps.limiter.take({ key: resendToKey(userId, emailKey), ...RESEND });

/** The same, but for another reason than being asked for one: the next waits for RESEND_COOLDOWN, to whichever address. */
export async function startResendWait(deps: Deps, userId: string, emailKey: string): Promise<void> {
  await deps.limiter.clear(resendKey(userId));
  await deps.limiter.take({ key: resendKey(userId), ...RESEND });
  await countResend(deps, userId, emailKey);
}

/**
 * For changing to an address: one email a minute goes there, whatever the account is changed to in between, and however
 * often at once.
 * @returns a function to call when none was sent.
 */
export async function limitResendTo(deps: Deps, userId: string, emailKey: string) {
  const retryAfter = await countResend(deps, userId, emailKey);
  if (retryAfter > 0) throw new DomainError('rate-limited', TOASTS.pleaseWait.description, { retryAfter });
  return { undo: () => deps.limiter.clear(resendToKey(userId, emailKey)) };
}

/**
 * For changing to another address. Its email may reach anybody, as a registration's may, so it counts as one, and among
 * the account's emails of the day.
 */
export async function limitEmailChange(deps: Deps, { userId, address }: { userId: string; address: string }) {
  await limitRegistration(deps, address);
  await take(deps, `resend-day:${userId}`, 20, ONE_DAY, MESSAGES.tooManyCalls);
}

/** 20 requests for another verification link per hour from one address, by whoever knows the email address only. */
export const limitLinkRequests = hourly('verify-link', 20);

/** The same limits as for a logged-in user, told nobody. @returns whether the account may get an email now. */
export async function mayResend(deps: Deps, userId: string): Promise<boolean> {
  if ((await deps.limiter.take({ key: resendKey(userId), ...RESEND })) > 0) return false;
  return (await deps.limiter.take({ key: `resend-day:${userId}`, limit: 20, seconds: ONE_DAY })) === 0;
}

/** 10 exports per hour of one account, each of which reads all of it. */
export const limitExports = hourly('export', 10);

/** 20 requests for a new password per hour from one address. */
export const limitForgotten = hourly('forgot', 20);

/** 20 uses of verification codes per hour from one address. */
export const limitVerification = hourly('verify', 20);

/**
 * 20 uses of emailed links per hour: of those that work for one account, and of others from one address. So made-up ones
 * keep nobody behind the same address from theirs.
 */
export const limitReset = (deps: Deps, by: { userId: string } | { address: string }): Promise<void> =>
  take(deps, 'userId' in by ? `reset-user:${by.userId}` : `reset:${by.address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);

/**
 * For the password, or a code, of a user who is logged in. Wrong ones count by session, so that a stolen one keeps nobody
 * else out: 5 in 15 minutes; and for the account. Right or wrong, 30 a minute from one address, since each costs a hash.
 * @param onGuessing called when the account has had too many failures from anywhere.
 * @returns a function to call once it is proved right.
 */
export async function limitPasswordCheck(
  deps: Deps,
  user: Pick<StoredUser, 'id' | 'emailLower' | 'passwordHash'>,
  { sessionId, address }: { sessionId: string; address: string },
  onGuessing: () => Promise<void>,
) {
  const key = `password:${sessionId}`;
  const guessesKey = `guesses:${accountOf({ emailKey: user.emailLower, stamp: passwordStamp(user) })}`;
  await take(deps, key, 5, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
  await take(deps, `passwords:${address}`, 30, ONE_MINUTE, MESSAGES.tooManyCalls);
  if ((await deps.limiter.take({ key: guessesKey, ...GUESSES })) > 0) await onGuessing();
  return {
    async succeeded(): Promise<void> {
      await deps.limiter.clear(key);
      await deps.limiter.undo(guessesKey);
    },
  };
}

/** 60 access tokens per minute for one session, far more than the app itself requests. */
export const limitRefresh = (deps: Deps, sessionId: string): Promise<void> =>
  take(deps, `refresh:${sessionId}`, 60, 60, MESSAGES.tooManyCalls);

/** 20 invalid tokens in 15 minutes from one address. @returns a function to call once a token is proved valid. */
export async function limitSso(deps: Deps, address: string) {
  const key = `sso:${address}`;
  await take(deps, key, 20, FIFTEEN_MINUTES, MESSAGES.tooManyCalls);
  return { succeeded: () => deps.limiter.undo(key) };
}
