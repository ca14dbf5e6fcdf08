// Rate limits for logins, emails and tokens. All instances share the counts. Email addresses are counted under their
// hash, so that a deleted account leaves no address behind.
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';

// In seconds, as the limiter expects.
const FIFTEEN_MINUTES = (15 * MINUTE) / SECOND;
const ONE_HOUR = HOUR / SECOND;

async function take(deps: Deps, key: string, limit: number, seconds: number, message: string): Promise<void> {
  const retryAfter = await deps.limiter.take({ key, limit, seconds });
  if (retryAfter > 0) throw new DomainError('rate-limited', message, { retryAfter });
}

/**
 * Counts a login before its password is checked, so that parallel guesses count too. Within 15 minutes it allows 5
 * failures for one account from one address, and 20 from one address.
 * @returns a function to call once the password is proved right: successful logins do not count.
 */
export async function limitLogin(deps: Deps, emailKey: string, address: string) {
  const accountKey = `login:${address}:${hashOf(emailKey)}`;
  const addressKey = `login:${address}`;
  await take(deps, addressKey, 20, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
  await take(deps, accountKey, 5, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
  return {
    async succeeded(): Promise<void> {
      await deps.limiter.clear(accountKey);
      await deps.limiter.undo(addressKey);
    },
  };
}

/** 20 registrations per hour from one address. */
export const limitRegistration = (deps: Deps, address: string): Promise<void> =>
  take(deps, `register:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);

/** One email per minute for one account, and 20 per hour from one address. */
export async function limitResend(
  deps: Deps,
  { userId, address }: { userId: string; address: string },
  message: string,
  seconds: number,
): Promise<void> {
  await take(deps, `resend:${userId}`, 1, seconds, message);
  await take(deps, `resend-address:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);
}

/**
 * Per hour: 20 from one address, at most 5 of them for one account, and 20 for one account from anywhere, whether or
 * not it exists. So no single person can lock the owner out of a reset.
 */
export async function limitForgotten(deps: Deps, emailKey: string, address: string): Promise<void> {
  await take(deps, `forgot:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);
  await take(deps, `forgot:${address}:${hashOf(emailKey)}`, 5, ONE_HOUR, MESSAGES.tooManyCalls);
  await take(deps, `forgot-account:${hashOf(emailKey)}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);
}

/** 20 uses of emailed links per hour from one address. */
export const limitReset = (deps: Deps, address: string): Promise<void> =>
  take(deps, `reset:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);

/** 5 wrong entries of the current password in 15 minutes. @returns a function to call once it is proved right. */
export async function limitPasswordCheck(deps: Deps, userId: string) {
  const key = `password:${userId}`;
  await take(deps, key, 5, FIFTEEN_MINUTES, MESSAGES.tooManyRequests);
  return { succeeded: () => deps.limiter.clear(key) };
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
