// Events by the number of their order as its customer knows it, in SQL.
import { type ExpressionBuilder, sql } from 'kysely';
import { endOf } from '#shared/order-number.ts';
import { countRows } from './codecs.ts';
import { allEvents, idColumns, keptHash, type StoredEvent } from './event-codec.ts';
import { startOfSlice } from './event-list.ts';
import { heldIn } from './holds.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema } from './schema.ts';
import type { StoredSite } from './sites.ts';

/** Of what is retracted for good, nothing is left that could be found or erased. */
const isLeft = (eb: ExpressionBuilder<Schema, 'events'>) => eb.or([eb('retracted_at', 'is', null), heldIn('events')]);

/**
 * @returns the events of orders whose id, reference or number ends as this one: more than are of it. The last that came
 * first, at most `limit`.
 */
export async function listOrders(
  db: Db,
  site: Owned<StoredSite>,
  number: string,
  limit: number,
): Promise<StoredEvent[]> {
  const pattern = `%${endOf(number).replace(/[\\%_]/g, '\\$&')}`;
  const columns = ['event_id', 'reference', 'order_number'] as const;
  const found: StoredEvent[] = [];
  let before: number | undefined;
  do {
    const from = await startOfSlice(db, site, before);
    let some = db
      .selectFrom('events')
      .selectAll('events')
      .select(idColumns('events'))
      .where('site_number', '=', numberOf(site.id))
      .where(isLeft)
      .where((eb) =>
        eb.or(columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`)),
      );
    if (from !== undefined) some = some.where('received_at', '>=', from);
    if (before !== undefined) some = some.where('received_at', '<', before);
    found.push(...(await allEvents(some.orderBy('received_at', 'desc').limit(limit - found.length))));
    before = from;
  } while (before !== undefined && found.length < limit);
  return found;
}

/** @returns how many events have one of the hashes or ids, and say something yet. */
export const countConcerned = (
  db: Db,
  site: Owned<StoredSite>,
  hashes: readonly string[],
  ids: readonly string[],
): Promise<number> => {
  const kept = hashes.map((hash) => keptHash(hash));
  return countRows(
    db
      .selectFrom('events')
      .where('site_number', '=', numberOf(site.id))
      .where(isLeft)
      .where((eb) =>
        eb.or([
          ...(['person_hash', 'customer_hash', 'reference_hash'] as const).map((column) => eb(column, 'in', kept)),
          ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ]),
      ),
  );
};
