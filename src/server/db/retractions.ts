// Retractions in SQL: what must never show again, by keyed hash, and what they do to the events that are there.
import { z } from 'zod';
import { rowCodec } from './codecs.ts';
import { eventCodec } from './events.ts';
import type { RetractionCondition, StoredEvent, StoredRetraction } from './events-schema.ts';
import type { Db } from './open.ts';

export type { StoredRetraction };

const { decode, encode } = rowCodec({
  id: z.string(),
  siteId: z.string(),
  sourceId: z.string(),
  matches: z.enum(['event', 'reference', 'person']),
  hash: z.string(),
  onlyIf: z.object({
    subjects: z.array(z.string()).optional(),
    price: z.object({ amount: z.number(), currency: z.string() }).optional(),
  }),
  because: z.string(),
  at: z.string(),
});

/** What is emptied once an event is retracted: what was personal, and what it was about. */
const ERASED = {
  first_name: null,
  last_name: null,
  city: null,
  region: null,
  country: null,
  subject_name: null,
  subject_url: null,
  subject_image: null,
  quantity: null,
  amount: null,
  currency: null,
  rating: null,
  text: null,
  reference: null,
} as const;

/** @returns the event without anything personal, as it is kept once it is retracted. */
export const erased = (event: StoredEvent): StoredEvent =>
  eventCodec.decode({ ...eventCodec.encode(event), ...ERASED });

/** Which events a retraction is about. `sourceId` is '' for all sources of the site. */
type Matching = Pick<StoredRetraction, 'siteId' | 'sourceId' | 'matches' | 'hash'> & {
  /** For `event`: the source's own id, which the stored hash hides. */
  eventId: string;
};

/** @returns the events that match, those that were retracted already, too. */
export async function findMatching(
  db: Db,
  { siteId, sourceId, matches, hash, eventId }: Matching,
): Promise<StoredEvent[]> {
  let matching = db.selectFrom('events').selectAll().where('site_id', '=', siteId);
  if (sourceId) matching = matching.where('source_id', '=', sourceId);
  if (matches === 'event') matching = matching.where('event_id', '=', eventId);
  else if (matches === 'reference') matching = matching.where('reference_hash', '=', hash);
  else if (matches === 'person') {
    // Two reads, each by an index of its own; an event may match both.
    const [people, customers] = [
      await matching.where('person_hash', '=', hash).execute(),
      await matching.where('customer_hash', '=', hash).execute(),
    ];
    return [...new Map([...people, ...customers].map((row) => [row.id, eventCodec.decode(row)])).values()];
  }
  return (await matching.execute()).map(eventCodec.decode);
}

/** Retracts and erases events, for good. */
export const retractEvents = (db: Db, keys: readonly string[], because: string, at: string) =>
  db
    .updateTable('events')
    .set({ ...ERASED, retracted_at: at, retracted_because: because })
    .where('id', 'in', keys)
    .where('retracted_at', 'is', null)
    .execute();

/**
 * What a condition may take as JSON, in bytes: it is the last part of a unique index, and PostgreSQL takes no row of an
 * index over 2,704 bytes, compressed or not. One name has at most 6 bytes for each of its 200 characters.
 */
const CONDITION_BYTES_MAX = 1_500;

/**
 * @returns the condition in parts that an index takes: an event meets the whole if it meets one of them. The same products
 * in another order are the same parts.
 */
function partsOf({ subjects, price }: RetractionCondition): RetractionCondition[] {
  const first: RetractionCondition = { ...(subjects && { subjects: [] }), ...(price && { price }) };
  const parts = [first];
  let bytes = Buffer.byteLength(JSON.stringify(first));
  for (const name of [...new Set(subjects)].sort()) {
    const more = Buffer.byteLength(JSON.stringify(name)) + 1;
    const last = parts.at(-1);
    if (last?.subjects && bytes + more <= CONDITION_BYTES_MAX) last.subjects.push(name);
    else parts.push({ subjects: [name] });
    bytes = last === parts.at(-1) ? bytes + more : more + Buffer.byteLength('{"subjects":[]}');
  }
  return parts;
}

/** Databases take no statement with any number of variables. */
const ROWS_AT_ONCE = 500;

/** Remembers a retraction, so that it also holds for what comes later. @param nextId makes the ids of its rows. */
export async function insertRetraction(
  db: Db,
  retraction: Omit<StoredRetraction, 'id'>,
  nextId: () => string,
): Promise<void> {
  const rows = partsOf(retraction.onlyIf).map((onlyIf) => encode({ ...retraction, id: nextId(), onlyIf }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('retractions')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'source_id', 'matches', 'hash', 'only_if'])
          .doUpdateSet({ at: retraction.at, because: retraction.because }),
      )
      .execute();
  }
}

/** @returns what was retracted under any of the hashes, by this source or all of the site's, part by part. */
export async function findRetractions(
  db: Db,
  siteId: string,
  sourceId: string,
  hashes: readonly string[],
): Promise<StoredRetraction[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('retractions')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('source_id', 'in', [sourceId, ''])
    // All there are: the index has them before the hash.
    .where('matches', 'in', ['event', 'reference', 'person'])
    .where('hash', 'in', hashes)
    .execute();
  return rows.map(decode);
}

/** @param until ISO. @returns which retractions are of then or earlier: no event they are about can still come. */
export const oldRetractions = (db: Db, until: string) =>
  db.selectFrom('retractions').select('id').where('at', '<=', until);
