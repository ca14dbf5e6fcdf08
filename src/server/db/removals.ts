// What is gone but for its events, deliveries and retractions, in SQL. Those may be millions: they are deleted a few at a
// time, so that no statement takes long and nobody waits for one.
import { setTimeout as pause } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { SHOP_PATIENCE } from '#shared/limits.ts';
import { isoOf } from '#shared/time.ts';
import { makePieces } from '../turns.ts';
import { valuesOf } from './codecs.ts';
import { endConnectionsOfSites } from './connections.ts';
import { isPostgres } from './dialect.ts';
import { deleteNumbers, numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema, StoredRemoval } from './schema.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

/** Rows a statement: SQLite blocks the process for as long as one takes, up to half a millisecond a row. */
const [AT_ONCE, LEAST] = [100, 40];
const piecesOf = (db: Db) => makePieces(AT_ONCE, isPostgres(db) ? AT_ONCE : LEAST);

type Table = 'events' | 'deliveries' | 'retractions';

/**
 * Deletes what the query finds, and ends early once the signal is aborted.
 * @param remove deletes some of it; given where a row may stop being due between the two statements.
 * @returns how many rows there were.
 */
export async function deleteAll<T extends Table>(
  db: Db,
  table: T,
  due: SelectQueryBuilder<Schema, T, { id: string }>,
  stopping: AbortSignal,
  remove: (ids: string[]) => Promise<unknown> = (ids) =>
    db
      .deleteFrom(table as Table)
      .where('id', 'in', ids)
      .execute(),
): Promise<number> {
  const pieces = piecesOf(db);
  let deleted = 0;
  while (!stopping.aborted) {
    const start = performance.now();
    const ids = await valuesOf(due.limit(pieces.size()), 'id');
    if (ids.length === 0) break;
    await remove(ids);
    deleted += ids.length;
    const took = performance.now() - start;
    pieces.took(took, ids.length);
    // Half of the time is for everybody else: without a pause, SQLite would not even let the process read a request.
    await pause(took);
  }
  return deleted;
}

/**
 * The same where nothing but SQL says what is due: one statement finds rows and deletes them. What somebody holds waits for
 * the next call.
 * @param key the columns of the table's primary key.
 */
export async function deleteDue<T extends keyof Schema>(
  db: Db,
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  due: SelectQueryBuilder<Schema, T, object>,
  stopping?: AbortSignal,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const pieces = piecesOf(db);
  const found = due
    .select(key as never)
    .forUpdate()
    .skipLocked();
  while (!stopping?.aborted) {
    const start = performance.now();
    const size = pieces.size();
    const some = found.limit(size);
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (${some})`.execute(db);
    if (Number(numAffectedRows ?? 0) < size) return;
    const took = performance.now() - start;
    pieces.took(took, size);
    await pause(took);
  }
}

/** Notes that a source is being deleted, in the transaction that does it. */
export async function insertRemoval(db: Db, { id, siteId }: Owned<StoredSource>, now: string): Promise<void> {
  await deleteNumbers(db, db.selectFrom('imports').select('id').where('source_id', '=', id));
  await db.insertInto('removals').values({ id, site_id: siteId, removed_at: now }).execute();
}

/**
 * Notes that sites are being deleted with all of their sources, in the transaction that does it. They are locked first, and
 * then their sources, in the order of their ids, as everywhere else: the deletion itself would lock them in any.
 */
export async function insertRemovalsOfSites(db: Db, siteIds: readonly string[], now: string): Promise<void> {
  if (siteIds.length === 0) return;
  const isLocking = isPostgres(db);
  if (isLocking)
    await db
      .selectFrom('sites')
      .select('id')
      .where('id', 'in', siteIds)
      .orderBy(sql`id collate "C"`)
      .forUpdate()
      .execute();
  const all = db.selectFrom('sources').select(['id', 'site_id']).where('site_id', 'in', siteIds);
  const sources = await (isLocking ? all.orderBy(sql`id collate "C"`).forUpdate() : all).execute();
  const sites = siteIds.map((id) => ({ id, site_id: id }));
  await deleteNumbers(db, db.selectFrom('imports').select('id').where('site_id', 'in', siteIds));
  await endConnectionsOfSites(db, siteIds, now, isoOf(Date.parse(now) + SHOP_PATIENCE));
  await db
    .insertInto('removals')
    .values([...sources, ...sites].map((row) => ({ ...row, removed_at: now })))
    .execute();
}

/** @returns what is still to be deleted, the first first. */
export const listRemovals = (db: Db): Promise<StoredRemoval[]> =>
  db
    .selectFrom('removals')
    .select(['id', 'site_id as siteId', 'removed_at as removedAt'])
    .orderBy('removed_at')
    .orderBy('id')
    .execute();

/** @returns the sources of a site that are gone, and whose events may still be there. */
export const listRemovedSources = (db: Db, site: Owned<StoredSite>): Promise<string[]> =>
  valuesOf(db.selectFrom('removals').select('id').where('site_id', '=', site.id), 'id');

/** Deletes all that a removal is about, and it too, unless the signal is aborted before. @returns whether it is done. */
export async function finishRemoval(db: Db, { id, siteId }: StoredRemoval, stopping: AbortSignal): Promise<boolean> {
  const events = db.selectFrom('events').select('id');
  if (id === siteId) {
    await deleteAll(db, 'events', events.where('site_number', '=', numberOf(id)), stopping);
    await deleteAll(db, 'retractions', db.selectFrom('retractions').select('id').where('site_id', '=', id), stopping);
  }
  await deleteAll(db, 'events', events.where('source_number', '=', numberOf(id)), stopping);
  await deleteAll(db, 'deliveries', db.selectFrom('deliveries').select('id').where('source_id', '=', id), stopping);
  if (stopping.aborted) return false;
  await deleteNumbers(db, [id]);
  await db.deleteFrom('removals').where('id', '=', id).execute();
  return true;
}
