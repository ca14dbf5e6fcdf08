// Epochs of measuring in SQL, and what their owners chose: each has one share and one main goal, and counts of its own.
import { z } from 'zod';
import { EPOCH_ENDS, SHARES } from '#shared/contract/effect.ts';
import { isFound, rowCodec, valuesOf } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

const holdOut = rowCodec({
  siteId: z.string(),
  /** Percent. */
  share: z.literal(SHARES),
  isGuarded: z.boolean(),
  /** Whether the guard believes what browsers report, which anybody can. */
  guardsByBrowsers: z.boolean(),
});
export type StoredHoldOut = ReturnType<typeof holdOut.decode>;

export const findHoldOut = (db: Db, siteId: string): Promise<StoredHoldOut | undefined> =>
  holdOut.first(db.selectFrom('hold_outs').selectAll().where('site_id', '=', siteId));

export const putHoldOut = (db: Db, chosen: StoredHoldOut) =>
  db
    .insertInto('hold_outs')
    .values(holdOut.encode(chosen))
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(holdOut.encode(chosen)))
    .execute();

const { all, decode, encode, first } = rowCodec({
  id: z.string(),
  siteId: z.string(),
  /** Percent held out. */
  share: z.number(),
  /** The main goal as it began. */
  goalId: z.string(),
  /** The site's as it began: in others, orders are worth nothing here. */
  currency: z.string().nullable(),
  /** A buyer's orders are worth this at most; null where there were too few before to say. */
  valueCap: z.number().nullable(),
  /** Browsers in 28 days, as far as that could be known. */
  expected: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  endedBecause: z.enum(EPOCH_ENDS).nullable(),
});
export type StoredEpoch = ReturnType<typeof decode>;

export const insertEpoch = (db: Db, epoch: StoredEpoch) => db.insertInto('epochs').values(encode(epoch)).execute();

/** @returns a site's last epochs, the newest first. */
export const listEpochs = (db: Db, siteId: string, limit: number): Promise<StoredEpoch[]> =>
  all(
    db
      .selectFrom('epochs')
      .selectAll()
      .where('site_id', '=', siteId)
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(limit),
  );

/** @returns the epoch that runs; undefined while nothing is measured. */
export const findRunning = (db: Db, siteId: string): Promise<StoredEpoch | undefined> =>
  first(db.selectFrom('epochs').selectAll().where('site_id', '=', siteId).where('ended_at', 'is', null));

export const findEpoch = (db: Db, site: Owned<StoredSite>, id: string): Promise<StoredEpoch | undefined> =>
  first(db.selectFrom('epochs').selectAll().where('site_id', '=', site.id).where('id', '=', id));

/** Holds these epochs of a site until the transaction ends: what their buyers come to is counted by one at a time. */
export function lockEpochs(db: Db, siteId: string, ids: readonly string[]): Promise<StoredEpoch[]> {
  const found = db.selectFrom('epochs').selectAll().where('site_id', '=', siteId).where('id', 'in', ids).orderBy('id');
  // On SQLite a transaction that writes is alone.
  return all(isPostgres(db) ? found.forUpdate() : found);
}

/** Ends an epoch. One in which nothing was counted is not kept. */
export async function endEpoch(
  db: Db,
  { id, siteId }: Pick<StoredEpoch, 'id' | 'siteId'>,
  endedAt: string,
  endedBecause: NonNullable<StoredEpoch['endedBecause']>,
): Promise<void> {
  const counted = db
    .selectFrom('experiment_days')
    .select('day')
    .where('site_id', '=', siteId)
    .where('epoch_id', '=', id);
  if (await isFound(counted.limit(1)))
    await db
      .updateTable('epochs')
      .set({ ended_at: endedAt, ended_because: endedBecause })
      .where('id', '=', id)
      .execute();
  else await db.deleteFrom('epochs').where('id', '=', id).execute();
}

/** @returns the owner's sites that the guard paused, and nobody turned on since. */
export const listPausedByGuard = (db: Db, ownerId: string): Promise<string[]> =>
  valuesOf(
    db
      .selectFrom('epochs as e')
      .innerJoin('sites as s', 's.id', 'e.site_id')
      .innerJoin('widgets as w', 'w.site_id', 's.id')
      .select('e.site_id')
      .distinct()
      .where('s.owner_id', '=', ownerId)
      .where('w.is_active', '=', 0)
      .where('e.ended_because', '=', 'harm')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('epochs as later')
              .select('later.id')
              .whereRef('later.site_id', '=', 'e.site_id')
              .whereRef('later.started_at', '>', 'e.started_at'),
          ),
        ),
      ),
    'site_id',
  );

/** @returns the epochs that run, of all sites: for the guard. */
export const listRunning = (db: Db): Promise<StoredEpoch[]> =>
  all(db.selectFrom('epochs').selectAll().where('ended_at', 'is', null));
