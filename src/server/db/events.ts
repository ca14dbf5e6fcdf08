// Events in SQL, by site and source; what visitors are shown of them are notifications.
import { sql } from 'kysely';
import { z } from 'zod';
import { EVENT_KINDS } from '#shared/contract/event.ts';
import { hasChanged, isFound, rowCodec } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

const text = z.string().nullable();
const number = z.number().nullable();
export const eventCodec = rowCodec({
  id: z.string(),
  siteId: z.string(),
  sourceId: z.string(),
  /** The source's own id. */
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
  /** Keyed hashes: of the person's email address, of the vendor's id of them, and of the reference. */
  personHash: text,
  customerHash: text,
  referenceHash: text,
  /** Whether the sender signed the delivery. */
  isSigned: z.boolean(),
  /** The file that it came in; null when it was delivered. */
  importId: text,
  /** When the owner deleted its notification. */
  hiddenAt: text,
  /** Final. What was personal is gone from then on. */
  retractedAt: text,
  retractedBecause: text,
  /** The id of the delivery that told of it, also when the log has lost it; `owner` or `api` where somebody did it here. */
  retractedBy: text,
  /** Keyed hash of what it cost, once that is erased: a refund that is told again still finds it. */
  priceHash: text,
});
const { all, encode, first } = eventCodec;
export type StoredEvent = ReturnType<typeof eventCodec.decode>;

/** @returns whether it was new: the same id from the same source is the same event. */
export const insertEvent = (db: Db, event: StoredEvent): Promise<boolean> =>
  hasChanged(
    db
      .insertInto('events')
      .values(encode(event))
      .onConflict((conflict) => conflict.columns(['source_id', 'event_id']).doNothing()),
  );

/**
 * @returns a select of rows that are given as one value: with a variable for each of theirs, both making and running the
 * statement takes much longer.
 */
export function selectRows(
  db: Db,
  table: 'events' | 'retractions',
  columns: readonly string[],
  rows: readonly object[],
) {
  const given = JSON.stringify(rows);
  if (isPostgres(db))
    return sql`select ${sql.join(columns.map((name) => sql.ref(name)))}
      from json_populate_recordset(null::${sql.table(table)}, ${given}::json)`;
  const cells = sql.join(columns.map((name) => sql`value ->> ${sql.lit(name)}`));
  // Without the condition SQLite takes an "on conflict" that follows for a join.
  return sql`select ${cells} from json_each(${given}) where true`;
}

/** Inserts many events at once. @returns how many were new. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { columns } = eventCodec;
  const found = selectRows(db, 'events', columns, events.map(encode));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const { numAffectedRows } =
    await sql`insert into events (${names}) ${found} on conflict (source_id, event_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** @returns those of a source's events that are stored, by their own ids. */
export async function findKnown(
  db: Db,
  sourceId: string,
  eventIds: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (eventIds.length === 0) return new Map();
  const found = db.selectFrom('events').selectAll().where('source_id', '=', sourceId);
  return new Map((await all(found.where('event_id', 'in', eventIds))).map((event) => [event.eventId, event]));
}

/** @returns whether the event says whose it is, or of which order, and nothing did before. */
const addsHashes = (known: StoredEvent, event: StoredEvent): boolean =>
  (known.personHash === null && event.personHash !== null) ||
  (known.customerHash === null && event.customerHash !== null) ||
  (known.referenceHash === null && event.referenceHash !== null);

/** Adds by what an event is found, where only a later delivery says whose it is, or of which order. */
export async function completeHashes(db: Db, known: StoredEvent, event: StoredEvent): Promise<void> {
  if (!addsHashes(known, event)) return;
  const { person_hash, customer_hash, reference_hash, reference } = encode(event);
  await db
    .updateTable('events')
    .set((eb) => ({
      person_hash: eb.fn.coalesce('person_hash', eb.val(person_hash)),
      customer_hash: eb.fn.coalesce('customer_hash', eb.val(customer_hash)),
      reference_hash: eb.fn.coalesce('reference_hash', eb.val(reference_hash)),
      ...(known.retractedAt === null && { reference: eb.fn.coalesce('reference', eb.val(reference)) }),
    }))
    .where('id', '=', known.id)
    .execute();
}

/** Adds the product to an event that was delivered without one, unless it is retracted. @returns whether it did. */
export async function completeEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const { subject_name, subject_url, subject_image, quantity } = encode(event);
  return hasChanged(
    db
      .updateTable('events')
      .set({ subject_name, subject_url, subject_image, quantity })
      .where('source_id', '=', event.sourceId)
      .where('event_id', '=', event.eventId)
      .where('subject_name', 'is', null)
      .where('retracted_at', 'is', null),
  );
}

/** @returns the event by our key, or else by the id its source gave it; `api` comes first where several have that id. */
export async function findEvent(db: Db, site: Owned<StoredSite>, id: string): Promise<StoredEvent | undefined> {
  const ours = await first(db.selectFrom('events').selectAll().where('id', '=', id).where('site_id', '=', site.id));
  if (ours) return ours;
  // From the few sources to their events: the id alone has no index.
  return first(
    db
      .selectFrom('sources as s')
      .innerJoin('events as e', (join) => join.onRef('e.source_id', '=', 's.id').on('e.event_id', '=', id))
      .selectAll('e')
      .where('s.site_id', '=', site.id)
      .orderBy((eb) => eb.case().when('s.kind', '=', 'api').then(0).else(1).end())
      .orderBy('e.received_at'),
  );
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

/** @returns whether an event of the source came at `from` or later and before `until` (ISO). */
export const hasEventBetween = (db: Db, { id, siteId }: StoredSource, from: string, until: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('events')
      .select('id')
      .where('site_id', '=', siteId)
      .where('source_id', '=', id)
      .where('received_at', '>=', from)
      .where('received_at', '<', until)
      .limit(1),
  );
