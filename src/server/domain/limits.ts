// How often the door may be tried (design: Identity). The counts are shared by all instances.
import { createHash } from 'node:crypto';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';

/** E-mail addresses are counted under their hash: whose account is gone leaves nothing to read. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

async function take(deps: Deps, key: string, limit: number, seconds: number, message: string): Promise<void> {
  const retryAfter = await deps.limiter.take({ key, limit, seconds });
  if (retryAfter > 0) throw new DomainError('rate-limited', message, { retryAfter });
}

/**
 * Counts a login before the password is looked at, so that parallel guesses count too: 5 failures for one account and
 * address and 20 for one address in 15 minutes.
 * @returns what to call when the password was right: success is not a failure.
 */
export async function limitLogin(deps: Deps, emailKey: string, address: string) {
  const accountKey = `login:${address}:${hashOf(emailKey)}`;
  const addressKey = `login:${address}`;
  await take(deps, addressKey, 20, QUARTER, MESSAGES.tooManyRequests);
  await take(deps, accountKey, 5, QUARTER, MESSAGES.tooManyRequests);
  return {
    async succeeded(): Promise<void> {
      await deps.limiter.clear(accountKey);
      await deps.limiter.undo(addressKey);
    },
  };
}

/** 20 registrations an hour from one address. */
export const limitRegistration = (deps: Deps, address: string): Promise<void> =>
  take(deps, `register:${address}`, 20, HOUR, MESSAGES.tooManyCalls);

/** One mail a minute for one account, and 20 an hour from one address. */
export async function limitResend(
  deps: Deps,
  { userId, address }: { userId: string; address: string },
  message: string,
  seconds: number,
): Promise<void> {
  await take(deps, `resend:${userId}`, 1, seconds, message);
  await take(deps, `resend-address:${address}`, 20, HOUR, MESSAGES.tooManyCalls);
}

/**
 * 20 an hour from one address, 5 of them for one account, and 20 for one account from anywhere, whether there is such an
 * account or not: a stranger does not keep its owner from asking.
 */
export async function limitForgotten(deps: Deps, emailKey: string, address: string): Promise<void> {
  await take(deps, `forgot:${address}`, 20, HOUR, MESSAGES.tooManyCalls);
  await take(deps, `forgot:${address}:${hashOf(emailKey)}`, 5, HOUR, MESSAGES.tooManyCalls);
  await take(deps, `forgot-account:${hashOf(emailKey)}`, 20, HOUR, MESSAGES.tooManyCalls);
}

/** 20 uses of a mailed link an hour from one address. */
export const limitReset = (deps: Deps, address: string): Promise<void> =>
  take(deps, `reset:${address}`, 20, HOUR, MESSAGES.tooManyCalls);

/** 5 wrong tries of the current password in 15 minutes. @returns what to call when it was right. */
export async function limitPasswordCheck(deps: Deps, userId: string) {
  const key = `password:${userId}`;
  await take(deps, key, 5, QUARTER, MESSAGES.tooManyRequests);
  return { succeeded: () => deps.limiter.clear(key) };
}

/** 60 access tokens a minute for one session: far above what the app's own rule asks for. */
export const limitRefresh = (deps: Deps, sessionId: string): Promise<void> =>
  take(deps, `refresh:${sessionId}`, 60, 60, MESSAGES.tooManyCalls);

/** 20 tokens that were refused in 15 minutes from one address. @returns what to call when one was good. */
export async function limitSso(deps: Deps, address: string) {
  const key = `sso:${address}`;
  await take(deps, key, 20, QUARTER, MESSAGES.tooManyCalls);
  return { succeeded: () => deps.limiter.undo(key) };
}
