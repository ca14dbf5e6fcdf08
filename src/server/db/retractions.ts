// Retractions in SQL: what must never show again, by keyed hash, and what they do to the events that are there.
import { sql } from 'kysely';
import { z } from 'zod';
import { buildOnce } from './built-query.ts';
import { isFound, rowCodec, valuesOf } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import { decodeEvent, encodeSame, idColumns, keptHash, msOf, type StoredEvent } from './event-codec.ts';
import { insertRows } from './events.ts';
import { STANDING } from './holds.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';

const { decode, encode } = rowCodec({
  id: z.string(),
  siteId: z.string(),
  /** '' for all sources of the site. */
  sourceId: z.string(),
  matches: z.enum(['event', 'reference', 'person']),
  hash: z.string(),
  /**
   * Only events that show one of the products, or cost exactly this: keyed hashes, as nothing else may stay of them. Empty for
   * all events. A long list of products is several retractions. An older process on the same PostgreSQL wrote a price in
   * clear while this version was being brought in: it is none.
   */
  onlyIf: z.object({ subjects: z.array(z.string()).optional(), price: z.string().catch('').optional() }),
  because: z.string(),
  at: z.string(),
  /** As with an event. */
  retractedBy: z.string().nullable(),
});
/**
 * What must not show, by a keyed hash, whether it has come already or not: never again, or until it is paid. `because` is
 * 'paid' where the last word is that it is; of such words and of holds, `at` is the shop's own time.
 */
export type StoredRetraction = ReturnType<typeof decode>;
export type StoredCondition = StoredRetraction['onlyIf'];

/** Why an event is retracted whose own id may stay readable no more than its person. */
export const FORGETTING: readonly string[] = ['forgotten', 'redacted'];

/** What is emptied once an event is retracted: what was personal, and what it was about. */
const ERASED = {
  firstName: null,
  lastName: null,
  city: null,
  region: null,
  country: null,
  subjectName: null,
  subjectUrl: null,
  subjectImage: null,
  quantity: null,
  amount: null,
  currency: null,
  rating: null,
  text: null,
  reference: null,
  orderNumber: null,
  arm: null,
  value: null,
} as const;

/** @returns the event without anything personal, as it is kept once it is retracted. */
export const erased = (event: StoredEvent): StoredEvent => ({ ...event, ...ERASED });

/** Which events a retraction is about. `sourceId` is '' for all sources of the site. */
type Matching = Pick<StoredRetraction, 'siteId' | 'sourceId' | 'matches' | 'hash'> & {
  /** For `event`: the source's own id, which the stored hash hides. */
  eventId: string;
};

/** Each by an index of its own; an event may match both of a person. */
const COLUMNS_OF = {
  event: ['event_id'],
  reference: ['reference_hash'],
  person: ['person_hash', 'customer_hash'],
} as const;

/** Rows that are read, and written, at once: somebody may have any number of events, and nobody else gets a turn meanwhile. */
const ROWS_AT_ONCE = 200;

/** Where a page of matching events begins: of which of their columns, and after which of their numbers. */
export type Place = { column: number; after: number };
export const FIRST_PLACE: Place = { column: 0, after: 0 };

/**
 * @returns a page of the events that match, those that were retracted already too, and where the next begins (null: there
 * is none). One may come twice.
 */
export async function findMatching(
  db: Db,
  { siteId, sourceId, matches, hash, eventId }: Matching,
  { column, after }: Place,
): Promise<{ page: StoredEvent[]; next: Place | null }> {
  const columns = COLUMNS_OF[matches];
  let found = db
    .selectFrom('events')
    .selectAll('events')
    .select(idColumns('events'))
    .where('site_number', '=', numberOf(siteId))
    .where(columns[column] ?? columns[0], '=', matches === 'event' ? eventId : keptHash(hash))
    .where('number', '>', after);
  if (sourceId) found = found.where('source_number', '=', numberOf(sourceId));
  const rows = await found.orderBy('number').limit(ROWS_AT_ONCE).execute();
  const page = rows.map(decodeEvent);
  const last = rows.at(-1);
  if (last && rows.length === ROWS_AT_ONCE) return { page, next: { column, after: last.number } };
  return { page, next: column + 1 < columns.length ? { column: column + 1, after: 0 } : null };
}

/** @returns which of these ids of its own a source has events of. */
export function findOwnIds(db: Db, sourceId: string, ids: readonly string[]): Promise<string[]> {
  const all = db.selectFrom('events').select('event_id').where('source_number', '=', numberOf(sourceId));
  return valuesOf(all.where('event_id', 'in', ids), 'event_id');
}

/**
 * Retracts and erases events, for good.
 * @param events at most a page of them, with the price's hash and the id that stay.
 */
export async function retractEvents(
  db: Db,
  events: readonly Pick<StoredEvent, 'id' | 'eventId' | 'priceHash'>[],
  { because, at, retractedBy }: Pick<StoredRetraction, 'because' | 'at' | 'retractedBy'>,
): Promise<void> {
  const ids = events.map(({ id }) => id);
  const ofEach = (value: 'eventId' | 'priceHash') => {
    const values = JSON.stringify(Object.fromEntries(events.map((event) => [event.id, event[value]])));
    return isPostgres(db) ? sql<string>`${values}::jsonb ->> id` : sql<string>`${values} ->> id`;
  };
  await db
    .updateTable('events')
    .set({
      ...encodeSame(ERASED),
      event_id: ofEach('eventId'),
      price_hash: ofEach('priceHash'),
      retracted_at: msOf(at),
      retracted_because: because,
      retracted_by: retractedBy,
    })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Products in one condition at most: it is the last part of a unique index, and PostgreSQL takes no row of an index over
 * 2,704 bytes, compressed or not. A hash has 43.
 */
const SUBJECTS_MAX = 30;

/**
 * @returns the condition in parts that an index takes: an event meets the whole if it meets one of them. The same products
 * in another order are the same parts.
 */
function partsOf({ subjects, price }: StoredCondition): StoredCondition[] {
  const sorted = [...new Set(subjects)].sort();
  const parts: StoredCondition[] = [
    { ...(subjects && { subjects: sorted.slice(0, SUBJECTS_MAX) }), ...(price && { price }) },
  ];
  for (let at = SUBJECTS_MAX; at < sorted.length; at += SUBJECTS_MAX)
    parts.push({ subjects: sorted.slice(at, at + SUBJECTS_MAX) });
  return parts;
}

/**
 * Remembers retractions, no two of the same, so that they also hold for what comes later. What was forgotten stays so,
 * whatever else is told of it; what is final is no longer on hold, and of holds and payments the last one stays by the
 * shop's own time, of two at one moment the one that came later. @param nextId makes the ids of the rows.
 */
export async function insertRetractions(
  db: Db,
  retractions: readonly Omit<StoredRetraction, 'id'>[],
  nextId: () => string,
): Promise<void> {
  const rows = retractions.flatMap((one) =>
    partsOf(one.onlyIf).map((onlyIf) => encode({ ...one, id: nextId(), onlyIf })),
  );
  const [first, ...more] = rows;
  if (!first) return;
  const unlessForgotten = (name: 'because' | 'retracted_by') =>
    sql`${sql.ref(name)} = case when retractions.because in (${sql.join(FORGETTING)})
      then retractions.${sql.ref(name)} else excluded.${sql.ref(name)} end`;
  await sql`${insertRows(db, 'retractions', [first, ...more])}
    on conflict (site_id, source_id, matches, hash, only_if) do update
    set at = excluded.at, ${unlessForgotten('because')}, ${unlessForgotten('retracted_by')}
    where excluded.because not in (${sql.join(STANDING)})
      or retractions.because in (${sql.join(STANDING)}) and excluded.at >= retractions.at`.execute(db);
}

/** @returns whether anything was ever retracted of the source, or of all of the site's. */
export const hasRetractions = (db: Db, siteId: string, sourceId: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('retractions')
      .select('id')
      .where('site_id', '=', siteId)
      .where('source_id', 'in', [sourceId, ''])
      .limit(1),
  );

/** `hashes` is a list as JSON: they differ in number. */
type Asked = { siteId: string; sourceId: string; hashes: string };

const find = buildOnce<Asked, Parameters<typeof decode>[0]>((db, { siteId, sourceId, hashes }) => {
  const each = isPostgres(db)
    ? sql<string>`(select json_array_elements_text(${hashes}::json))`
    : sql<string>`(select value from json_each(${hashes}))`;
  return (
    db
      .selectFrom('retractions')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('source_id', 'in', [sourceId, ''])
      // All there are: the index has them before the hash.
      .where('matches', 'in', ['event', 'reference', 'person'])
      .where('hash', 'in', each)
  );
});

/**
 * @returns what was retracted under any of the hashes, by this source or all of the site's, part by part, each decoded when
 * it is asked for: of one order there may be thousands.
 */
export async function* findRetractions(
  db: Db,
  siteId: string,
  sourceId: string,
  hashes: readonly string[],
): AsyncGenerator<StoredRetraction, void, undefined> {
  if (hashes.length === 0) return;
  const { rows } = await find(db, { siteId, sourceId, hashes: JSON.stringify(hashes) });
  for (const row of rows) yield decode(row);
}

/** @param until ISO. @returns which retractions are of then or earlier: no event they are about can still come. */
export const oldRetractions = (db: Db, until: string) =>
  db.selectFrom('retractions').select('id').where('at', '<=', until);
