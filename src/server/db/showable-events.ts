// The events of a source that may show, and how often a place is named among a site's: what the projection reads.
import type { Place } from '#shared/event-wording.ts';
import { eventCodec, type StoredEvent } from './events.ts';
import type { Db } from './open.ts';
import type { StoredSource } from './sources.ts';

/** Which events may show: what happened after one moment and until another (both ISO), and what was paid at least. */
type Showable = { after: string; until: string | null; minAmount: number | undefined };

/**
 * @param order of when they happened.
 * @returns what may show of a source, neither hidden nor retracted, at most `limit`.
 */
export async function listShowable(
  db: Db,
  source: StoredSource,
  { after, until, minAmount }: Showable,
  order: 'asc' | 'desc',
  limit: number,
): Promise<StoredEvent[]> {
  let found = db
    .selectFrom('events')
    .selectAll()
    .where('source_id', '=', source.id)
    .where('occurred_at', '>', after)
    .where('retracted_at', 'is', null)
    .where('hidden_at', 'is', null)
    // What is being taken back is deleted part by part.
    .where((eb) =>
      eb.or([
        eb('import_id', 'is', null),
        eb('import_id', 'not in', (imports) =>
          imports.selectFrom('imports').select('id').where('source_id', '=', source.id).where('state', '=', 'undoing'),
        ),
      ]),
    );
  if (until !== null) found = found.where('occurred_at', '<=', until);
  if (minAmount !== undefined) found = found.where('amount', '>=', minAmount);
  const rows = await found.orderBy('occurred_at', order).orderBy('id', order).limit(limit).execute();
  return rows.map(eventCodec.decode);
}

/**
 * @param place what it leaves out (undefined) may be anything.
 * @returns whether at least `count` events came from there that happened after `since` (ISO).
 */
export async function isFrequentPlace(
  db: Db,
  siteId: string,
  place: Partial<Place>,
  count: number,
  since: string,
): Promise<boolean> {
  let there = db.selectFrom('events').select('id').where('site_id', '=', siteId).where('occurred_at', '>', since);
  for (const column of ['country', 'region', 'city'] as const) {
    const value = place[column];
    if (value !== undefined) there = value === null ? there.where(column, 'is', null) : there.where(column, '=', value);
  }
  return (await there.limit(count).execute()).length >= count;
}
