// Queues that several processes work on: a process claims a due row by postponing its next attempt, so that the others
// leave it alone. If it dies, the row is due again once the claim ends.
import type { Selectable } from 'kysely';
import type { MailKind } from './mails.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

type Queue = 'mails' | 'jobs';

/**
 * Claims the oldest row due at `now`, until `until` (both ISO).
 * @param latest when a row may have to wait until at most, before the first attempt, after one, after two and so on (ISO):
 * one that has to wait longer was postponed before the clock was set back, and is due. So is one from the future that was
 * never tried.
 * @param kinds what this version knows: a later one that runs beside it does the others.
 * @returns it with this attempt counted, or null when nothing is due.
 */
export async function claimDue<Q extends Queue, Value>(
  database: Database,
  queue: Q,
  { kinds, decode }: { kinds: readonly string[]; decode: (row: Selectable<Schema[Q]>) => Value },
  now: string,
  until: string,
  latest: string[],
): Promise<Value | null> {
  // Both have the columns that are used here.
  const table = queue as 'mails';
  const claimed = await database.db.transaction().execute((db) => {
    const due = db
      .selectFrom(table)
      .select('id')
      .where('next_attempt_at', 'is not', null)
      .where('kind', 'in', kinds as MailKind[])
      .where((eb) =>
        eb.or([
          eb('next_attempt_at', '<=', now),
          eb.and([eb('attempts', '=', 0), eb('created_at', '>', now)]),
          ...latest.map((at, n) =>
            eb.and([eb('attempts', n < latest.length - 1 ? '=' : '>=', n), eb('next_attempt_at', '>', at)]),
          ),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked();
    return (
      db
        .updateTable(table)
        .set((eb) => ({ next_attempt_at: until, attempts: eb('attempts', '+', 1) }))
        // Not `in`: PostgreSQL may join such a query, run it once for each row, and claim them all.
        .where('id', '=', due)
        .returningAll()
        .executeTakeFirst()
    );
  });
  return claimed ? decode(claimed as Selectable<Schema[Q]>) : null;
}
