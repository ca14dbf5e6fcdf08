// What came to sources' addresses, in SQL.
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type DeliveryList, deliverySchema } from '#shared/contract/delivery.ts';
import { buildOnce } from './built-query.ts';
import { type Columns, countRows, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { FORGETTING } from './retractions.ts';
import type { Schema } from './schema.ts';
import type { StoredSource } from './sources.ts';

const { eventId: _, ...own } = deliverySchema.shape;
const listed = rowCodec(own);
const { decode, encode } = rowCodec({
  ...own,
  siteId: z.string(),
  sourceId: z.string(),
  /** Our key of the first event it told of. */
  eventKey: z.string().nullable(),
});
export type StoredDelivery = ReturnType<typeof decode>;

const insert = buildOnce<Columns<StoredDelivery>>((db, row) => db.insertInto('deliveries').values(row));
export const insertDelivery = (db: Db, delivery: StoredDelivery) => insert(db, encode(delivery));

/** Of an event whose person was forgotten only a hash is left of it. */
const ownId = sql<
  string | null
>`case when e.retracted_because in (${sql.join(FORGETTING)}) then null else e.event_id end`.as('event_id');

const withEventId = <O>(found: SelectQueryBuilder<Schema & { d: Schema['deliveries'] }, 'd', O>) =>
  found.leftJoin('events as e', 'e.id', 'd.event_key').selectAll('d').select(ownId);

const toDelivery = (row: Parameters<typeof listed.decode>[0] & { event_id: string | null }) => ({
  ...listed.decode(row),
  eventId: row.event_id,
});

/** @returns one page of a source's deliveries, the last first. */
export async function listDeliveries(
  db: Db,
  source: Owned<StoredSource>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Pick<DeliveryList, 'deliveries' | 'total'>> {
  const found = db.selectFrom('deliveries as d').where('d.source_id', '=', source.id);
  const rows = await withEventId(found)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { deliveries: rows.map(toDelivery), total: await countRows(found) };
}

/** @returns a delivery, and our key of the first event it told of. */
export async function findDelivery(db: Db, source: Owned<StoredSource>, id: string) {
  const found = db.selectFrom('deliveries as d').where('d.source_id', '=', source.id).where('d.id', '=', id);
  const row = await withEventId(found).executeTakeFirst();
  return row && { ...toDelivery(row), eventKey: row.event_key };
}

/** @param until ISO. @returns what came then or earlier. */
export const oldDeliveries = (db: Db, until: string) =>
  db.selectFrom('deliveries').select('id').where('at', '<=', until);

/** @returns what became of a source's last delivery; null when none is on record. */
export async function findLastDelivery(
  db: Db,
  sourceId: string,
): Promise<Pick<StoredDelivery, 'at' | 'verdict' | 'reason'> | null> {
  const all = db.selectFrom('deliveries').select(['at', 'verdict', 'reason']).where('source_id', '=', sourceId);
  return (await all.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** @param from, until ISO. @returns of at most `most` deliveries that came in between: how many, and how many were refused. */
export async function countDeliveries(
  db: Db,
  source: Owned<StoredSource>,
  [from, until]: readonly [from: string, until: string],
  most: number,
): Promise<{ deliveries: number; refused: number }> {
  const some = db
    .selectFrom('deliveries')
    .select('verdict')
    .where('source_id', '=', source.id)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at', 'desc')
    .limit(most);
  const rows = await db
    .selectFrom(some.as('some'))
    .select(['verdict', sql<number>`count(*)`.as('count')])
    .groupBy('verdict')
    .execute();
  const of = (all: typeof rows) => all.reduce((sum, { count }) => sum + count, 0);
  return { deliveries: of(rows), refused: of(rows.filter(({ verdict }) => verdict === 'refused')) };
}
