// The events of a source that may show, and how often a place is named among a site's: what the projection reads.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Place } from '#shared/event-wording.ts';
import { countRows } from './codecs.ts';
import { allEvents, idColumns, msOf, type StoredEvent } from './event-codec.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';
import type { StoredSource } from './sources.ts';

/** Which events may show. */
type Showable = {
  /** What happened later (ISO). */
  after: string;
  /** What happened until then (ISO). */
  until: string | null;
  /** What was paid at least. */
  minAmount: number | undefined;
  /** Which may show by their product ('' for none) and by who entered them; undefined for all. */
  isWanted: ((product: string, isByStaff: boolean) => boolean) | undefined;
};

/** Products are looked at so many at a time, and in all. */
const PRODUCTS_AT_ONCE = 1_000;
const PRODUCTS_MAX = 20_000;

/** @returns the condition that an event isn't of a file whose import is being undone: those are deleted part by part. */
const isKept = (siteId: string) => (eb: ExpressionBuilder<Schema, 'events'>) =>
  eb.or([
    eb('import_number', 'is', null),
    eb('import_number', 'not in', (imports) =>
      imports
        .selectFrom('imports as i')
        .innerJoin('id_numbers as n', 'n.id', 'i.id')
        .select('n.number')
        .where('i.site_id', '=', siteId)
        .where('i.state', '=', 'undoing'),
    ),
  ]);

function showable(db: Db, source: StoredSource, { after, until, minAmount }: Showable, order: 'asc' | 'desc') {
  let found = db
    .selectFrom('events')
    .where('source_number', '=', numberOf(source.id))
    .where('occurred_at', '>', msOf(after))
    .where('retracted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where(isKept(source.siteId));
  if (until !== null) found = found.where('occurred_at', '<=', msOf(until));
  if (minAmount !== undefined) found = found.where('amount', '>=', minAmount);
  return found.orderBy('occurred_at', order).orderBy('number', order);
}

/**
 * @param order of when they happened.
 * @returns what may show of a source, neither hidden nor retracted, at most `limit`; where only some products may, of the
 * first 20,000 events, or an owner who asks for one that nobody buys would have every event read each second.
 */
export async function listShowable(
  db: Db,
  source: StoredSource,
  which: Showable,
  order: 'asc' | 'desc',
  limit: number,
): Promise<StoredEvent[]> {
  const { isWanted } = which;
  const found = showable(db, source, which, order);
  if (!isWanted) return allEvents(found.selectAll('events').select(idColumns('events')).limit(limit));
  const wanted: number[] = [];
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  let rows: { number: number; occurred_at: number; subject_name: string | null; is_by_staff: number | null }[] = [];
  let read = 0;
  do {
    const last = rows.at(-1);
    const rest = last
      ? found.where(sql<boolean>`(occurred_at, number) ${beyond} (${last.occurred_at}, ${last.number})`)
      : found;
    rows = await rest
      .select(['number', 'occurred_at', 'subject_name', 'is_by_staff'])
      .limit(PRODUCTS_AT_ONCE)
      .execute();
    wanted.push(
      ...rows.filter((row) => isWanted(row.subject_name ?? '', row.is_by_staff === 1)).map(({ number }) => number),
    );
    read += rows.length;
  } while (rows.length === PRODUCTS_AT_ONCE && read < PRODUCTS_MAX && wanted.length < limit);
  if (wanted.length === 0) return [];
  // By their numbers alone: with the conditions, SQLite would read the index from its start until it has met all of them.
  const whole = db.selectFrom('events').selectAll('events').select(idColumns('events'));
  const all = whole.where('number', 'in', wanted.slice(0, limit));
  return allEvents(all.orderBy('occurred_at', order).orderBy('number', order));
}

/**
 * @param place what it leaves out (undefined) may be anything.
 * @returns how many of a site's events came from there that happened after `since` (ISO), at most `most`.
 */
export async function countPlace(
  db: Db,
  siteId: string,
  place: Partial<Place>,
  most: number,
  since: string,
): Promise<number> {
  let there = db
    .selectFrom('events')
    .select('number')
    .where('site_number', '=', numberOf(siteId))
    .where('occurred_at', '>', msOf(since))
    .where(isKept(siteId));
  for (const column of ['country', 'region', 'city'] as const) {
    const value = place[column];
    if (value !== undefined) there = value === null ? there.where(column, 'is', null) : there.where(column, '=', value);
  }
  return countRows(db.selectFrom(there.limit(most).as('there')));
}

/** @returns whether at least `count` events came from there that happened after `since` (ISO). */
export async function isFrequentPlace(
  db: Db,
  siteId: string,
  place: Partial<Place>,
  count: number,
  since: string,
): Promise<boolean> {
  return (await countPlace(db, siteId, place, count, since)) >= count;
}
