// Attempt counts in SQL: one fixed window per key, restarted by the first hit after it ends.
import { sql } from 'kysely';
import { CLOCK_SKEW, isoOf } from '#shared/time.ts';
import type { Db } from './open.ts';
import { deleteDue } from './removals.ts';

const decode = (row: { hits: number; resets_at: string }) => ({ hits: row.hits, resetsAt: Date.parse(row.resets_at) });

/**
 * Counts hits. A window that ends later than any could by now was begun before the clock was set back, and is over.
 * @returns the hits in the current window, including these, and when it ends (ms).
 */
export async function countHits(db: Db, key: string, now: number, seconds: number, amount: number) {
  const isOver = sql`(limits.resets_at <= ${isoOf(now)} or limits.resets_at > ${isoOf(now + seconds * 1000 + CLOCK_SKEW)})`;
  const row = await db
    .insertInto('limits')
    .values({ key, hits: amount, resets_at: isoOf(now + seconds * 1000) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${isOver} then excluded.hits else limits.hits + excluded.hits end`,
        resets_at: sql<string>`case when ${isOver} then excluded.resets_at else limits.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
  return decode(row);
}

export async function undoHit(db: Db, key: string): Promise<void> {
  await db
    .updateTable('limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}

export async function clearLimit(db: Db, key: string): Promise<void> {
  await db.deleteFrom('limits').where('key', '=', key).execute();
}

/** Deletes the counts whose window is over. */
export const dropOldLimits = (db: Db, now: number, stopping?: AbortSignal): Promise<void> =>
  deleteDue(db, 'limits', ['key'], db.selectFrom('limits').where('resets_at', '<=', isoOf(now)), stopping);
