// What came of both arms of an epoch, by day, and the buyers behind orders (docs/decisions/026-effect.md): as keyed hashes, so that
// each counts once.
import { sql } from 'kysely';
import { z } from 'zod';
import type { GoalEvent } from '#shared/contract/goal.ts';
import { isoOf } from '#shared/time.ts';
import { rowCodec } from './codecs.ts';
import { kindOf, numberOfKind } from './event-codec.ts';
import { idOf, numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';

const REPORTERS = ['browser', 'order'] as const;

const counts = rowCodec({
  siteId: z.string(),
  epochId: z.string(),
  /** '' where browsers took part. */
  goalId: z.string(),
  reportedBy: z.enum(REPORTERS),
  arm: z.number(),
  /** Of the site's calendar. */
  day: z.string(),
  /** Browsers that took part or reached the goal, or buyers. */
  browsers: z.number(),
  valueSum: z.number(),
  valueSquares: z.number(),
});
export type DayCount = ReturnType<typeof counts.decode>;

/** Adds to the counts of days; what is taken back is negative. */
export async function addToDays(db: Db, rows: readonly DayCount[]): Promise<void> {
  for (const row of rows) {
    const add = (column: 'browsers' | 'value_sum' | 'value_squares') =>
      sql<number>`experiment_days.${sql.ref(column)} + excluded.${sql.ref(column)}`;
    await db
      .insertInto('experiment_days')
      .values(counts.encode(row))
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'epoch_id', 'goal_id', 'reported_by', 'arm', 'day']).doUpdateSet({
          browsers: add('browsers'),
          value_sum: add('value_sum'),
          value_squares: add('value_squares'),
        }),
      )
      .execute();
  }
}

/** @returns all counts of an epoch, by goal, arm and day. */
export const listDays = (db: Db, siteId: string, epochId: string): Promise<DayCount[]> =>
  counts.all(
    db
      .selectFrom('experiment_days')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('epoch_id', '=', epochId)
      .orderBy('goal_id')
      .orderBy('day'),
  );

/** Forgets what a goal came to: in an epoch, because it means something else from now on, or altogether. */
export async function deleteGoalCounts(db: Db, siteId: string, goalId: string, epochId?: string): Promise<void> {
  for (const table of ['experiment_days', 'experiment_buyers'] as const) {
    const its = db.deleteFrom(table).where('site_id', '=', siteId).where('goal_id', '=', goalId);
    await (epochId === undefined ? its : its.where('epoch_id', '=', epochId)).execute();
  }
}

const buyers = rowCodec({
  siteId: z.string(),
  epochId: z.string(),
  /** Keyed hash, cut as those of events are. */
  buyer: z.string(),
  goalId: z.string(),
  arm: z.number(),
  /** Of the first order. */
  day: z.string(),
  /** Of all orders, capped. */
  value: z.number(),
});
export type StoredBuyer = ReturnType<typeof buyers.decode>;

export const listBuyers = (
  db: Db,
  siteId: string,
  epochIds: readonly string[],
  hashes: readonly string[],
): Promise<StoredBuyer[]> =>
  buyers.all(
    db
      .selectFrom('experiment_buyers')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('epoch_id', 'in', epochIds)
      .where('buyer', 'in', hashes),
  );

/** Rows in one statement, at most: it blocks the thread. */
const ROWS_AT_ONCE = 200;

export async function putBuyers(db: Db, rows: readonly StoredBuyer[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('experiment_buyers')
      .values(rows.slice(at, at + ROWS_AT_ONCE).map((row) => buyers.encode(row)))
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'epoch_id', 'buyer', 'goal_id']).doUpdateSet((eb) => ({
          arm: eb.ref('excluded.arm'),
          day: eb.ref('excluded.day'),
          value: eb.ref('excluded.value'),
        })),
      )
      .execute();
}

/** Forgets buyers: in one epoch and for one goal, or altogether. What they came to stays. */
export const deleteBuyers = (
  db: Db,
  siteId: string,
  hashes: readonly string[],
  of?: Pick<StoredBuyer, 'epochId' | 'goalId'>,
) => {
  const these = db.deleteFrom('experiment_buyers').where('site_id', '=', siteId).where('buyer', 'in', hashes);
  return (of ? these.where('epoch_id', '=', of.epochId).where('goal_id', '=', of.goalId) : these).execute();
};

/** An order that came with an arm, as it counts. */
export type ArmedOrder = {
  buyer: string;
  /** As events hold it: `<epoch>-<arm>`. */
  arm: string;
  kind: ReturnType<typeof kindOf>;
  sourceId: string;
  occurredAt: string;
  receivedAt: string;
  value: number | null;
  currency: string | null;
};

/** By whom an event counts: by the address, or else by the vendor's id of the person. */
const BUYER = sql<string>`coalesce(person_hash, customer_hash)`;

const armedOrders = (db: Db, siteId: string, hashes: readonly string[]) =>
  db
    .selectFrom('events')
    .where('site_number', '=', numberOf(siteId))
    .where((eb) =>
      eb.or([
        eb('person_hash', 'in', hashes),
        eb.and([eb('person_hash', 'is', null), eb('customer_hash', 'in', hashes)]),
      ]),
    )
    .where('arm', 'is not', null);

/** @returns the orders of these buyers that came with an arm and stand, the first that was stored first. */
export async function listArmedOrders(db: Db, siteId: string, hashes: readonly string[]): Promise<ArmedOrder[]> {
  const rows = await armedOrders(db, siteId, hashes)
    .select(['arm', 'kind', 'occurred_at', 'received_at', 'value', 'currency'])
    .select([BUYER.as('buyer'), idOf('events.source_number').as('source_id')])
    .where('retracted_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    buyer: row.buyer,
    arm: row.arm ?? '',
    kind: kindOf(row.kind),
    sourceId: row.source_id,
    occurredAt: isoOf(row.occurred_at),
    receivedAt: isoOf(row.received_at),
    value: row.value,
    currency: row.currency,
  }));
}

/** @returns those of these buyers of whom an order that came with an arm is left, on hold or not. */
export async function listBuyersLeft(db: Db, siteId: string, hashes: readonly string[]): Promise<Set<string>> {
  // Retracted for good, it has lost its arm.
  const rows = await armedOrders(db, siteId, hashes).select(BUYER.as('buyer')).distinct().execute();
  return new Set(rows.map(({ buyer }) => buyer));
}

/** More orders than this aren't counted one by one: the figure says "or more". */
const COUNTED_MAX = 10_000;

/** @returns the orders that arrived from `from` (ISO) on, and stand. */
function ordersSince(db: Db, siteId: string, kind: GoalEvent, sourceId: string | null, from: string) {
  const found = db
    .selectFrom('events')
    .select('number')
    .where('site_number', '=', numberOf(siteId))
    .where('received_at', '>=', Date.parse(from))
    .where('kind', '=', numberOfKind(kind))
    .where('retracted_at', 'is', null);
  return sourceId === null ? found : found.where('source_number', '=', numberOf(sourceId));
}

async function countSome(db: Db, found: ReturnType<typeof ordersSince>): Promise<number> {
  const { count } = await db
    .selectFrom(found.limit(COUNTED_MAX).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type OfOrders = [db: Db, siteId: string, kind: GoalEvent, sourceId: string | null, from: string];

/** @returns the orders that were made from `from` (ISO) on; not those that were only read since. */
const madeSince = (...[db, siteId, kind, sourceId, from]: OfOrders) =>
  ordersSince(db, siteId, kind, sourceId, from).where('occurred_at', '>=', Date.parse(from));

/** @param until ISO; null for now. @returns how many orders were made in that time without an arm, COUNTED_MAX at most. */
export function countWithoutArm(until: string | null, ...orders: OfOrders): Promise<number> {
  const found = madeSince(...orders).where('arm', 'is', null);
  return countSome(orders[0], until === null ? found : found.where('occurred_at', '<', Date.parse(until)));
}

/** @returns how many orders were made from `from` (ISO) on, COUNTED_MAX at most. */
export const countOrders = (...orders: OfOrders): Promise<number> => countSome(orders[0], madeSince(...orders));

/** Fewer orders say nothing about what the dearest hundredth costs. */
const ORDERS_FOR_CAP = 100;

/** @returns what 99 of 100 orders of these days cost at most, in that currency; null where there were too few. */
export async function priceOfMost(db: Db, siteId: string, currency: string, from: string): Promise<number | null> {
  const found = db
    .selectFrom('events')
    .where('site_number', '=', numberOf(siteId))
    .where('received_at', '>=', Date.parse(from))
    .where('kind', '=', numberOfKind('purchase'))
    .where('currency', '=', currency)
    .where('amount', 'is not', null);
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) < ORDERS_FOR_CAP) return null;
  const row = await found
    .select('amount')
    .orderBy('amount', 'desc')
    .offset(Math.floor(Number(count) / 100))
    .limit(1)
    .executeTakeFirst();
  return row?.amount ?? null;
}
