// One rate limit, as the rooms use it. All instances share the counts.
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';

/** Counts a call under a key: at most `limit` in `seconds`. @throws rate-limited with this message */
export async function take(deps: Deps, key: string, limit: number, seconds: number, message: string): Promise<void> {
  const retryAfter = await deps.limiter.take({ key, limit, seconds });
  if (retryAfter > 0) throw new DomainError('rate-limited', message, { retryAfter });
}
