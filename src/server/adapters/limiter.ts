// Counts attempts in the database, so that all instances share one count. Each hit is one upsert outside any
// transaction.
import { isDue, MINUTE } from '#shared/time.ts';
import { clearLimit, countHit, dropOldLimits, undoHit } from '../db/limits.ts';
import type { Db } from '../db/open.ts';
import type { Clock, Limiter } from '../domain/ports.ts';

/** How often counts that are over are deleted. */
const CLEANING_INTERVAL = 10 * MINUTE;

/** @param isOn false for tests only (AUTH_RATE_LIMIT=0). */
export function makeLimiter(db: Db, clock: Clock, isOn: boolean): Limiter {
  const waitOf = (row: { hits: number; resetsAt: number }, limit: number) =>
    row.hits > limit ? Math.max(1, Math.ceil((row.resetsAt - clock.now()) / 1000)) : 0;
  let nextCleaning = Number.NEGATIVE_INFINITY;
  return {
    isOn,
    async take({ key, limit, seconds }) {
      if (!isOn) return 0;
      const now = clock.now();
      if (isDue(nextCleaning, now, CLEANING_INTERVAL)) {
        nextCleaning = now + CLEANING_INTERVAL;
        await dropOldLimits(db, now);
      }
      return waitOf(await countHit(db, key, now, seconds), limit);
    },
    async undo(key) {
      if (isOn) await undoHit(db, key);
    },
    async clear(key) {
      if (isOn) await clearLimit(db, key);
    },
  };
}
