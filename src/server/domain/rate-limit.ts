// One rate limit, as the rooms use it. All instances share the counts.
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';

/** Counts a call under a key: at most `limit` in `seconds`. @throws rate-limited with this message */
export async function take(deps: Deps, key: string, limit: number, seconds: number, message: string): Promise<void> {
  const retryAfter = await deps.limiter.take({ key, limit, seconds });
  if (retryAfter > 0) throw new DomainError('rate-limited', message, { retryAfter });
}

/** @returns a limit of so many calls an hour, counted under this name for each network address, say, or account. */
export const hourly =
  (name: string, limit: number) =>
  (deps: Deps, whose: string): Promise<void> =>
    take(deps, `${name}:${whose}`, limit, HOUR / SECOND, MESSAGES.tooManyCalls);
