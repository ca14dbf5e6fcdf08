// Events in SQL, by site and source; what visitors are shown of them are notifications.
import { sql } from 'kysely';
import { z } from 'zod';
import { EVENT_KINDS } from '#shared/contract/event.ts';
import { rowCodec } from './codecs.ts';
import type { StoredEvent, StoredRetraction } from './events-schema.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

export type { StoredEvent, StoredRetraction };

const text = z.string().nullable();
const number = z.number().nullable();
/** Of the table's rows. */
export const eventCodec = rowCodec({
  id: z.string(),
  siteId: z.string(),
  sourceId: z.string(),
  eventId: z.string(),
  kind: z.enum(EVENT_KINDS),
  occurredAt: z.string(),
  receivedAt: z.string(),
  firstName: text,
  lastName: text,
  city: text,
  region: text,
  country: text,
  subjectName: text,
  subjectUrl: text,
  subjectImage: text,
  quantity: number,
  amount: number,
  currency: text,
  rating: number,
  text,
  reference: text,
  personHash: text,
  customerHash: text,
  referenceHash: text,
  isSigned: z.boolean(),
  importId: text,
  hiddenAt: text,
  retractedAt: text,
  retractedBecause: text,
});
const { decode, encode } = eventCodec;

const retraction = rowCodec({
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
export const erased = (event: StoredEvent): StoredEvent => decode({ ...encode(event), ...ERASED });

/** @returns whether it was new: the same id from the same source is the same event. */
export async function insertEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('events')
    .values(encode(event))
    .onConflict((conflict) => conflict.columns(['source_id', 'event_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Inserts many events by one short statement: with a variable for each value, both making and running it takes much longer.
 * @returns how many were new.
 */
export async function insertEvents(
  { dialect }: Pick<Database, 'dialect'>,
  db: Db,
  events: readonly StoredEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(events.map((event) => encode(event)));
  const names = sql.join(eventCodec.columns.map((name) => sql.ref(name)));
  const cells = sql.join(eventCodec.columns.map((name) => sql`value ->> ${sql.lit(name)}`));
  const found =
    dialect === 'sqlite'
      ? // Without the condition SQLite takes what follows for a join.
        sql`select ${cells} from json_each(${rows}) where true`
      : sql`select ${names} from json_populate_recordset(null::events, ${rows}::json)`;
  const { numAffectedRows } =
    await sql`insert into events (${names}) ${found} on conflict (source_id, event_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Which events a retraction is about. `sourceId` is '' for all sources of the site. */
type Matching = Pick<StoredRetraction, 'siteId' | 'sourceId' | 'matches' | 'hash'> & {
  /** For `event`: the source's own id, which the stored hash hides. */
  eventId: string;
};

/** Adds the product to an event that was delivered without one, unless it is retracted. @returns whether it did. */
export async function completeEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const { subject_name, subject_url, subject_image, quantity } = encode(event);
  const { numUpdatedRows } = await db
    .updateTable('events')
    .set({ subject_name, subject_url, subject_image, quantity })
    .where('source_id', '=', event.sourceId)
    .where('event_id', '=', event.eventId)
    .where('subject_name', 'is', null)
    .where('retracted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
    return [...new Map([...people, ...customers].map((row) => [row.id, decode(row)])).values()];
  }
  return (await matching.execute()).map(decode);
}

/** Retracts and erases events, for good. */
export const retractEvents = (db: Db, keys: readonly string[], because: string, at: string) =>
  db
    .updateTable('events')
    .set({ ...ERASED, retracted_at: at, retracted_because: because })
    .where('id', 'in', keys)
    .where('retracted_at', 'is', null)
    .execute();

/** Remembers a retraction, so that it also holds for what comes later. */
export const insertRetraction = (db: Db, row: StoredRetraction) =>
  db
    .insertInto('retractions')
    .values(retraction.encode(row))
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'source_id', 'matches', 'hash', 'only_if'])
        .doUpdateSet({ at: row.at, because: row.because }),
    )
    .execute();

/** @returns what was retracted under any of the hashes, by this source or all of the site's. */
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
  return rows.map(retraction.decode);
}

/** @returns the event by our key, or else by the id its source gave it; `api` comes first where several have that id. */
export async function findEvent(db: Db, site: Owned<StoredSite>, id: string): Promise<StoredEvent | undefined> {
  const ours = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('site_id', '=', site.id)
    .executeTakeFirst();
  if (ours) return decode(ours);
  // From the few sources to their events: the id alone has no index.
  const theirs = await db
    .selectFrom('sources as s')
    .innerJoin('events as e', (join) => join.onRef('e.source_id', '=', 's.id').on('e.event_id', '=', id))
    .selectAll('e')
    .where('s.site_id', '=', site.id)
    .orderBy((eb) => eb.case().when('s.kind', '=', 'api').then(0).else(1).end())
    .orderBy('e.received_at')
    .executeTakeFirst();
  return theirs && decode(theirs);
}

/** Notes which events the owner doesn't want to show (`at` in ISO), or takes it back (null). */
export async function setHidden(
  db: Db,
  siteId: string,
  notificationIds: readonly string[],
  at: string | null,
): Promise<void> {
  if (notificationIds.length === 0) return;
  await db
    .updateTable('events')
    .set({ hidden_at: at })
    .where('site_id', '=', siteId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select(sql<string>`event_key`.as('event_key'))
        .where('site_id', '=', siteId)
        .where('id', 'in', notificationIds)
        .where('event_key', 'is not', null),
    )
    .execute();
}

/** @returns which of a source's events were received until then (ISO). */
export const oldEvents = (db: Db, siteId: string, sourceId: string, until: string) =>
  db
    .selectFrom('events')
    .select('id')
    // By the index of the list: that of the source alone would read every event it keeps.
    .where('site_id', '=', siteId)
    .where('source_id', '=', sourceId)
    .where('received_at', '<=', until);

/** @param until ISO. @returns which retractions are of then or earlier: no event they are about can still come. */
export const oldRetractions = (db: Db, until: string) =>
  db.selectFrom('retractions').select('id').where('at', '<=', until);

/** @returns whether an event of the source came at `from` or later and before `until` (ISO). */
export async function hasEventBetween(
  db: Db,
  siteId: string,
  sourceId: string,
  from: string,
  until: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('site_id', '=', siteId)
    .where('source_id', '=', sourceId)
    .where('received_at', '>=', from)
    .where('received_at', '<', until)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
