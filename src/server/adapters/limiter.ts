// Counts attempts in the database, so that all instances share one count. Each hit is one upsert outside any
// transaction. Counts that are over are deleted by domain/sweep.ts.
import { clearLimit, countHits, undoHit } from '../db/limits.ts';
import type { Db } from '../db/open.ts';
import type { Clock, Limiter } from '../domain/ports.ts';

/** @param isOn false for tests only (AUTH_RATE_LIMIT=0). */
export function makeLimiter(db: Db, clock: Clock, isOn: boolean): Limiter {
  const waitOf = (row: { hits: number; resetsAt: number }, limit: number) =>
    row.hits > limit ? Math.max(1, Math.ceil((row.resetsAt - clock.now()) / 1000)) : 0;
  return {
    isOn,
    async take({ key, limit, seconds, amount = 1 }) {
      if (!isOn) return 0;
      return waitOf(await countHits(db, key, clock.now(), seconds, amount), limit);
    },
    async undo(key) {
      if (isOn) await undoHit(db, key);
    },
    async clear(key) {
      if (isOn) await clearLimit(db, key);
    },
  };
}
