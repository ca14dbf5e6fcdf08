// Connections to shops in SQL. A source has at most one that is in use, beside one whose consent is waited for; one that is
// to be ended at the shop outlives source, site and account until that is done.
import { z } from 'zod';
import { CONNECTION_STATES } from '#shared/contract/connection.ts';
import { SOURCE_KINDS } from '#shared/source-kinds.ts';
import { type Given, hasChanged, rowCodec, valuesOf } from './codecs.ts';
import { ensureJob } from './jobs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

const { all, decode, encode, first } = rowCodec({
  id: z.string(),
  siteId: z.string(),
  sourceId: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** Its address, as it is called. */
  shop: z.string(),
  state: z.enum([...CONNECTION_STATES, 'leaving']),
  /** sha256 of what a shop must bring back with its keys. */
  stateHash: z.string().nullable(),
  /** Until when the consent is waited for; or is tried to end it. */
  until: z.string().nullable(),
  /** Sealed; null while there are none, or none that are good. */
  keys: z.string().nullable(),
  /** When it was connected: its past orders are those of before. */
  since: z.string(),
  /** Where the next page of past orders begins; null for the first. */
  cursor: z.string().nullable(),
  read: z.number(),
  total: z.number().nullable(),
  found: z.number(),
  /** When all past orders were read. */
  readAt: z.string().nullable(),
  problem: z.string().nullable(),
  note: z.string().nullable(),
  notedAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type StoredConnection = ReturnType<typeof decode>;

export const insertConnection = (db: Db, connection: StoredConnection) =>
  db.insertInto('connections').values(encode(connection)).execute();

/** @returns a site's connections but those that are being ended, the oldest first. */
export const listConnections = (db: Db, siteId: string): Promise<StoredConnection[]> =>
  all(
    db
      .selectFrom('connections')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('state', '!=', 'leaving')
      .orderBy('created_at')
      .orderBy('id'),
  );

/** @returns those of all of the owner's sites that have failed or wait for consent, the oldest first. */
export const listTroubledConnections = (db: Db, ownerId: string): Promise<StoredConnection[]> =>
  all(
    db
      .selectFrom('connections')
      .innerJoin('sites', 'sites.id', 'connections.site_id')
      .selectAll('connections')
      .where('sites.owner_id', '=', ownerId)
      .where('connections.state', 'in', ['failed', 'waiting'])
      .orderBy('connections.created_at')
      .orderBy('connections.id'),
  );

/** @returns the connection, whoever owns it: for work in the background. */
export const findConnection = (db: Db, id: string): Promise<StoredConnection | undefined> =>
  first(db.selectFrom('connections').selectAll().where('id', '=', id));

type Changes = Given<Omit<StoredConnection, 'id' | 'siteId' | 'sourceId' | 'kind' | 'createdAt'>>;

/**
 * Changes a connection, unless it is no longer as it was read: ended, or brought further by another process.
 * @returns whether it did.
 */
export const updateConnection = (
  db: Db,
  { id, state, cursor }: Pick<StoredConnection, 'id' | 'state' | 'cursor'>,
  changes: Changes,
): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('connections')
      .set(encode(changes))
      .where('id', '=', id)
      .where('state', '=', state)
      .where('cursor', cursor === null ? 'is' : '=', cursor),
  );

/** Takes the consent that a source waits for: the first to ask for it gets it. @param now ISO. */
export async function takeWaiting(
  db: Db,
  asked: Pick<StoredConnection, 'sourceId'> & { stateHash: string },
  now: string,
): Promise<StoredConnection | undefined> {
  const found = db
    .selectFrom('connections')
    .select('id')
    .where('state', '=', 'waiting')
    .where('state_hash', '=', asked.stateHash)
    .where('source_id', '=', asked.sourceId)
    .where('until', '>', now);
  // Anybody can ask, and a look writes nothing.
  const row = await found.executeTakeFirst();
  return row && first(db.deleteFrom('connections').where('id', '=', row.id).returningAll());
}

/** No consent is waited for any more. */
export const deleteWaiting = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('connections').where('source_id', '=', source.id).where('state', '=', 'waiting').execute();

export const deleteConnection = (db: Db, id: string) => db.deleteFrom('connections').where('id', '=', id).execute();

/**
 * Ends connections in the transaction that ends what they are of: what was made at the shops is removed by jobs, until
 * `until` at most. Those without keys are only deleted.
 */
async function endAll(
  db: Db,
  column: 'id' | 'source_id' | 'site_id',
  ids: readonly string[],
  now: string,
  until: string,
) {
  const these = db.selectFrom('connections').select('id').where(column, 'in', ids).where('state', '!=', 'leaving');
  await db
    .deleteFrom('connections')
    .where('id', 'in', these.where('keys', 'is', null))
    .execute();
  const left = await valuesOf(these, 'id');
  if (left.length === 0) return;
  await db
    .updateTable('connections')
    .set({ state: 'leaving', until, problem: null, note: null })
    .where('id', 'in', left)
    .execute();
  for (const id of left) await ensureJob(db, 'leave-shop', id, now);
}
export const endConnection = (db: Db, id: string, now: string, until: string) => endAll(db, 'id', [id], now, until);
export const endConnectionsOf = (db: Db, source: Owned<StoredSource>, now: string, until: string) =>
  endAll(db, 'source_id', [source.id], now, until);
export const endConnectionsOfSites = (db: Db, siteIds: readonly string[], now: string, until: string) =>
  endAll(db, 'site_id', siteIds, now, until);

/** @returns the connections with keys that were not checked since `before` (ISO). */
export const listUnchecked = (db: Db, before: string): Promise<string[]> =>
  valuesOf(
    db
      .selectFrom('connections')
      .select('id')
      .where('state', 'in', ['connected', 'failed'])
      .where('checked_at', '<', before)
      .where('keys', 'is not', null),
    'id',
  );

/** Deletes what was waited for until then (ISO). */
export const deleteOldWaiting = (db: Db, until: string) =>
  db.deleteFrom('connections').where('state', '=', 'waiting').where('until', '<', until).execute();

/** @returns whether another source of the site is connected to the shop. */
export async function isShopTaken(
  db: Db,
  { id }: Pick<StoredSite, 'id'>,
  { kind, shop, sourceId }: Pick<StoredConnection, 'kind' | 'shop' | 'sourceId'>,
): Promise<boolean> {
  const others = await listConnections(db, id);
  return others.some(
    (one) => one.kind === kind && one.shop === shop && one.sourceId !== sourceId && one.state !== 'waiting',
  );
}
