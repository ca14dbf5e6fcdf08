// How often the door may be tried (design: Identity). The counts are shared by all instances.
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';

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
  const accountKey = `login:${address}:${emailKey}`;
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

/** One mail a minute for one account. */
export const limitResend = (deps: Deps, userId: string, message: string, seconds: number): Promise<void> =>
  take(deps, `resend:${userId}`, 1, seconds, message);
