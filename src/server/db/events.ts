// Events in SQL, by site and source; what visitors are shown of them are notifications.
import { sql } from 'kysely';
import { buildOnce } from './built-query.ts';
import { hasChanged, isFound } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import { allEvents, encodeEvent, encodeSame, firstEvent, idColumns, msOf, type StoredEvent } from './event-codec.ts';
import { heldIn, isHeld } from './holds.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema } from './schema.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

export type { StoredEvent };

type Ids = Pick<StoredEvent, 'siteId' | 'sourceId' | 'importId'>;

/** The numbers of an event's ids, in SQL. */
const numbersIn = ({ siteId, sourceId, importId }: Ids) => ({
  site_number: numberOf(siteId),
  source_number: numberOf(sourceId),
  import_number: importId === null ? sql<null>`null` : numberOf(importId),
});

const insert = buildOnce<ReturnType<typeof encodeEvent> & Ids>((db, { siteId, sourceId, importId, ...cells }) =>
  db
    .insertInto('events')
    .values({ ...cells, ...numbersIn({ siteId, sourceId, importId }) })
    .onConflict((conflict) => conflict.columns(['source_number', 'event_id']).doNothing()),
);
/** @returns whether it was new: the same id from the same source is the same event. */
export async function insertEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const { siteId, sourceId, importId } = event;
  const { numAffectedRows } = await insert(db, { ...encodeEvent(event), siteId, sourceId, importId });
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * @param rows with the same columns. @param same in SQL, by column: what all rows have in common.
 * @returns an insert of rows that are given as one value: with a variable for each of theirs, both making and running the
 * statement takes much longer. Columns that are null in all of them are left out, and SQLite reads a row as a list, in which
 * it finds a place five times as fast as a name in an object.
 */
export function insertRows<Row extends object>(
  db: Db,
  table: keyof Schema,
  rows: readonly [Row, ...Row[]],
  same: Record<string, unknown> = {},
) {
  const columns = (Object.keys(rows[0]) as (keyof Row & string)[]).filter((name) =>
    rows.some((row) => row[name] !== null),
  );
  const names = sql.join([...columns, ...Object.keys(same)].map((name) => sql.ref(name)));
  const given = JSON.stringify(isPostgres(db) ? rows : rows.map((row) => columns.map((name) => row[name])));
  const cells = columns.map((name, at) => (isPostgres(db) ? sql.ref(name) : sql`value ->> ${sql.lit(at)}`));
  const from = isPostgres(db)
    ? sql`json_populate_recordset(null::${sql.table(table)}, ${given}::json)`
    : sql`json_each(${given})`;
  // Without a condition SQLite takes an "on conflict" that follows for a join.
  return sql`insert into ${sql.table(table)} (${names})
    select ${sql.join([...cells, ...Object.values(same)])} from ${from} where true`;
}

/** Inserts many events at once. @param events of one source, and of one file if of any. @returns how many were new. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<number> {
  const [first, ...more] = events;
  if (!first) return 0;
  const inserted = insertRows(db, 'events', [encodeEvent(first), ...more.map(encodeEvent)], numbersIn(first));
  const { numAffectedRows } = await sql`${inserted} on conflict (source_number, event_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const selectEvents = (db: Db) => db.selectFrom('events').selectAll('events').select(idColumns('events'));

/** @returns those of a source's events that are stored, by their own ids. */
export async function findKnown(
  db: Db,
  sourceId: string,
  eventIds: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (eventIds.length === 0) return new Map();
  const found = selectEvents(db).where('source_number', '=', numberOf(sourceId)).where('event_id', 'in', eventIds);
  return new Map((await allEvents(found)).map((event) => [event.eventId, event]));
}

/** @returns the ids of a source's events by the numbers of their orders, of those that have one of these. */
export async function findIdsByNumber(
  db: Db,
  sourceId: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('events')
    .select(['order_number', 'event_id'])
    .where('source_number', '=', numberOf(sourceId))
    .where('order_number', 'in', numbers)
    .execute();
  return new Map(rows.map((row) => [row.order_number ?? '', row.event_id]));
}

/** Gives the event of a file that has this id of a source's own another, unless there is one of that id. */
export const renameFromFile = (db: Db, sourceId: string, from: string, to: string) =>
  db
    .updateTable('events')
    .set({ event_id: to })
    .where('source_number', '=', numberOf(sourceId))
    .where('event_id', '=', from)
    .where('import_number', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events as other')
            .select('other.number')
            .where('other.source_number', '=', numberOf(sourceId))
            .where('other.event_id', '=', to),
        ),
      ),
    )
    .execute();

/** @returns whether the event says whose it is, or of which order, and nothing did before; or that it is still paid, later. */
const addsToKnown = (known: StoredEvent, event: StoredEvent): boolean =>
  (['personHash', 'customerHash', 'referenceHash', 'orderNumber'] as const).some(
    (field) => known[field] === null && event[field] !== null,
  ) || (event.paidAt ?? '') > (known.paidAt ?? '');

/** @returns whether it came with an arm and the stored one didn't, or is worth something else by now. */
const changesValue = (known: StoredEvent, event: StoredEvent): boolean =>
  event.arm !== null &&
  (known.arm === null || (known.value !== event.value && (event.paidAt ?? '') >= (known.paidAt ?? '')));

/** What says who somebody is. */
const NOBODY = { firstName: null, lastName: null, city: null, region: null, country: null, personHash: null } as const;
const isNobodys = (event: StoredEvent): boolean =>
  (Object.keys(NOBODY) as (keyof typeof NOBODY)[]).every((field) => event[field] === null);

/**
 * @returns whether a shop that tells whole orders no longer says whose a stored one is: it has erased its customer. Files
 * and senders of single facts may leave out anything.
 */
const isErasedSince = (known: StoredEvent, event: StoredEvent): boolean =>
  event.paidAt !== null && event.paidAt >= (known.paidAt ?? '') && isNobodys(event) && !isNobodys(known);

/**
 * Adds by what an event is found, where only a later delivery says whose it is, or of which order; and when it was last told
 * to be paid. @returns whether it has lost its person, whom the shop erased.
 */
export async function completeKnown(db: Db, known: StoredEvent, event: StoredEvent): Promise<boolean> {
  if (isErasedSince(known, event)) {
    const { personHash: _hash, ...same } = NOBODY;
    await db
      .updateTable('events')
      .set({ ...encodeSame(same), person_hash: null, arm: null, value: null })
      .where('id', '=', known.id)
      .execute();
    await completeKnown(db, { ...known, ...NOBODY }, { ...event, arm: null });
    return true;
  }
  const isValued = changesValue(known, event);
  if (!isValued && !addsToKnown(known, event)) return false;
  const { person_hash, customer_hash, reference_hash, reference, order_number, paid_at, arm, value } =
    encodeEvent(event);
  const isErased = known.retractedAt !== null && !isHeld(known);
  await db
    .updateTable('events')
    .set((eb) => ({
      person_hash: eb.fn.coalesce('person_hash', eb.val(person_hash)),
      customer_hash: eb.fn.coalesce('customer_hash', eb.val(customer_hash)),
      reference_hash: eb.fn.coalesce('reference_hash', eb.val(reference_hash)),
      ...((event.paidAt ?? '') > (known.paidAt ?? '') && { paid_at }),
      ...(!isErased && {
        reference: eb.fn.coalesce('reference', eb.val(reference)),
        order_number: eb.fn.coalesce('order_number', eb.val(order_number)),
        ...(isValued && { arm: known.arm ?? arm, value }),
      }),
    }))
    .where('id', '=', known.id)
    .execute();
  return false;
}

/** Adds the product to an event that was delivered without one, unless it is retracted for good. @returns whether it did. */
export async function completeEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const { subject_name, subject_url, subject_image, quantity } = encodeEvent(event);
  return hasChanged(
    db
      .updateTable('events')
      .set({ subject_name, subject_url, subject_image, quantity })
      .where('source_number', '=', numberOf(event.sourceId))
      .where('event_id', '=', event.eventId)
      .where('subject_name', 'is', null)
      .where((eb) => eb.or([eb('retracted_at', 'is', null), heldIn('events')])),
  );
}

/** @returns the event by our key, or else by the id its source gave it; `api` comes first where several have that id. */
export async function findEvent(db: Db, site: Owned<StoredSite>, id: string): Promise<StoredEvent | undefined> {
  const ours = await firstEvent(selectEvents(db).where('id', '=', id).where('site_number', '=', numberOf(site.id)));
  if (ours) return ours;
  // From the few sources to their events: the id alone has no index.
  return firstEvent(
    db
      .selectFrom('sources as s')
      .innerJoin('id_numbers as q', 'q.id', 's.id')
      .innerJoin('events as e', (join) => join.onRef('e.source_number', '=', 'q.number').on('e.event_id', '=', id))
      .selectAll('e')
      .select(idColumns('e'))
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
    .set({ hidden_at: msOf(at) })
    // Their events are of the same site. SQLite would look through all of that if it were asked for here, too.
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
    .where('site_number', '=', numberOf(siteId))
    .where('source_number', '=', numberOf(sourceId))
    .where('received_at', '<=', msOf(until));

/** @returns whether an event of the source came at `from` or later and before `until` (ISO). */
export const hasEventBetween = (db: Db, { id, siteId }: StoredSource, from: string, until: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('events')
      .select('number')
      .where('site_number', '=', numberOf(siteId))
      .where('source_number', '=', numberOf(id))
      .where('received_at', '>=', msOf(from))
      .where('received_at', '<', msOf(until))
      .limit(1),
  );
