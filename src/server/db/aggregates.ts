// Numbers of a site's events, counted by an index, and the notifications that tell them: written by the count alone
// (domain/events/aggregates.ts).
import { sql } from 'kysely';
import type { Notification } from '#shared/contract/notification.ts';
import { isoOf } from '#shared/time.ts';
import { countRows, hasChanged } from './codecs.ts';
import { msOf, numberOfKind, type StoredEvent } from './event-codec.ts';
import { idOf, numberOf, numbersOf } from './id-numbers.ts';
import { allOfWidget, notificationCodec, ofWidget, updateOfWidget } from './notifications.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredWidget } from './widgets.ts';

/** Which events count: of one kind, and one source if it is named, that happened from one moment until another (ISO). */
export type Counted = Pick<StoredEvent, 'siteId' | 'kind'> & {
  sourceId: string | undefined;
  /** Sources that are gone, and imports that are being undone, whose events are not all deleted yet. */
  without: { sources: readonly string[]; imports: readonly string[] };
  since: string;
  /** Included. */
  until: string;
};

const counted = (db: Db, { siteId, kind, sourceId, without, since, until }: Counted) => {
  let found = db
    .selectFrom('events')
    .where('site_number', '=', numberOf(siteId))
    .where('kind', '=', numberOfKind(kind))
    .where('occurred_at', '>=', msOf(since))
    .where('occurred_at', '<=', msOf(until))
    .where('retracted_at', 'is', null);
  const { sources, imports } = without;
  if (sources.length > 0) found = found.where('source_number', 'not in', numbersOf(sources));
  // Only while there are some: it isn't in the index.
  if (imports.length > 0)
    found = found.where((eb) =>
      eb.or([eb('import_number', 'is', null), eb('import_number', 'not in', numbersOf(imports))]),
    );
  return sourceId === undefined ? found : found.where('source_number', '=', numberOf(sourceId));
};

/** @returns when the event after the first `skip` happened; undefined when there are no more. */
export async function findMomentAfter(db: Db, which: Counted, skip: number): Promise<string | undefined> {
  const row = await counted(db, which)
    .select('occurred_at')
    .orderBy('occurred_at')
    .offset(skip)
    .limit(1)
    .executeTakeFirst();
  return row && isoOf(row.occurred_at);
}

/** Events that have what they are told apart by in common. */
export type EventGroup = {
  product: string | null;
  sourceId: string | null;
  events: number;
  ratings: number;
  ratingSum: number;
  /** When the newest happened, ISO text. */
  newest: string;
};

/** @param by what groups are told apart by; where it isn't asked for, it is null. */
export async function groupEvents(
  db: Db,
  which: Counted,
  by: { product: boolean; source: boolean },
): Promise<EventGroup[]> {
  const none = sql<string | null>`null`;
  let groups = counted(db, which).select(({ fn }) => [
    (by.product ? sql<string | null>`subject_name` : none).as('product'),
    (by.source ? idOf('source_number') : none).$castTo<string | null>().as('sourceId'),
    fn.countAll<number>().as('events'),
    fn.count<number>('rating').as('ratings'),
    fn.coalesce(fn.sum<number>('rating'), sql<number>`0`).as('ratingSum'),
    fn.max('occurred_at').as('newest'),
  ]);
  if (by.product) groups = groups.groupBy('subject_name');
  if (by.source) groups = groups.groupBy('source_number');
  const rows = await groups.execute();
  // Without a key there is one row, even of nothing.
  return rows.flatMap((row) =>
    Number(row.events) === 0
      ? []
      : [
          {
            ...row,
            events: Number(row.events),
            ratings: Number(row.ratings),
            ratingSum: Number(row.ratingSum),
            newest: isoOf(row.newest),
          },
        ],
  );
}

/**
 * @returns the product of each event, and who is behind it: by address, or by the vendor's number; an event without either
 * is somebody of its own.
 */
export const listPeople = (db: Db, which: Counted): Promise<{ product: string | null; person: string }[]> =>
  counted(db, which)
    .select(['subject_name as product', sql<string>`coalesce(person_hash, customer_hash, id)`.as('person')])
    .execute();

/** A notification whose number is computed, and the turn of it. */
export type ComputedNotification = Notification & {
  aggregate: NonNullable<Notification['aggregate']>;
  computedTurn: number;
};

/** @returns a widget's notifications with a computed number, deleted ones too: they may be restored. */
export async function listComputed(db: Db, widget: Owned<StoredWidget>): Promise<ComputedNotification[]> {
  const computed = allOfWidget(db, widget).where('aggregate', 'is not', null);
  const rows = await computed.selectAll().orderBy('id').execute();
  return rows.flatMap((row) => {
    const { aggregate, ...notification } = notificationCodec.decode(row);
    return aggregate ? [{ ...notification, aggregate, computedTurn: row.computed_turn }] : [];
  });
}

/** @returns the sites with notifications whose number is computed. */
export async function listSitesWithComputed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('site_id')
    .distinct()
    .where('aggregate', 'is not', null)
    .execute();
  return rows.map((row) => row.site_id);
}

/** @returns how many of a widget's notifications have a computed number, but for deleted ones. */
export const countComputed = (db: Db, widget: Owned<StoredWidget>): Promise<number> =>
  countRows(ofWidget(db, widget).where('aggregate', 'is not', null));

type Outcome = Pick<
  Notification,
  'message' | 'title' | 'rating' | 'count' | 'timestamp' | 'computed' | 'isHeldBack' | 'updatedAt'
>;

/** Writes what came of a count, unless there has been reason for another since. @returns whether it did. */
export const writeComputed = (
  db: Db,
  widget: Owned<StoredWidget>,
  { id, computedTurn }: ComputedNotification,
  outcome: Outcome,
): Promise<boolean> =>
  hasChanged(
    updateOfWidget(db, widget)
      .set((eb) => ({ ...notificationCodec.encode(outcome), computed_turn: eb('computed_turn', '+', 1) }))
      .where('id', '=', id)
      .where('computed_turn', '=', computedTurn),
  );

/** Holds back what is told of events, until it is counted anew. @returns whether anything was not held back already. */
export const holdBackCounts = (db: Db, widget: Owned<StoredWidget>, ids: readonly string[]): Promise<boolean> =>
  hasChanged(
    updateOfWidget(db, widget)
      .set((eb) => ({ is_held_back: 1, computed_turn: eb('computed_turn', '+', 1) }))
      .where('id', 'in', ids)
      .where('is_held_back', '=', 0),
  );

/** In the transaction that takes events away: no count that began before it is written after it. */
export async function overtakeCounts(db: Db, siteId: string): Promise<void> {
  const all = db
    .selectFrom('notifications')
    .select('id')
    .where('site_id', '=', siteId)
    .where('aggregate', 'is not', null)
    // In the order in which counting displays locks them.
    .orderBy('id');
  const ids = (await all.forNoKeyUpdate().execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable('notifications')
    .set((eb) => ({ computed_turn: eb('computed_turn', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}
