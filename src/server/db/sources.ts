// Sources of events in SQL, by site.
import { sql } from 'kysely';
import { z } from 'zod';
import { sourcePrivacyPatch, sourceRulesPatch, sourceSchema } from '#shared/contract/source.ts';
import { DAY } from '#shared/time.ts';
import { buildOnce } from './built-query.ts';
import { type Given, rowCodec } from './codecs.ts';
import { isPostgres, sqlMsOf } from './dialect.ts';
import { msOf } from './event-codec.ts';
import { insertNumber, numberOf } from './id-numbers.ts';
import { type Database, type Db, prepareRead } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';
import type { StoredTemplate } from './templates.ts';

const { all, decode, encode, first } = rowCodec({
  ...sourceSchema.omit({
    hookUrl: true,
    status: true,
    hasSecret: true,
    lastProblem: true,
    connection: true,
    connectRefusal: true,
  }).shape,
  /** Sealed (adapters/sealed-texts.ts); null when the sender's is not known yet, or there is nothing to sign. */
  secret: z.string().nullable(),
  previousSecret: z.string().nullable(),
  /** Only what the owner changed; reading fills in the defaults. */
  rules: sourceRulesPatch,
  privacy: sourcePrivacyPatch,
  /** Until when what shows of it is right; null while nothing will change by itself. */
  shownUntil: z.string().nullable(),
  /** What came until then is in what it shows. */
  projectedUntil: z.string().nullable(),
  /** Until when its last body is kept, for its fields to be mapped; null while they are not. */
  captureUntil: z.string().nullable(),
  /** When the last of `failures` was. */
  failedAt: z.string().nullable(),
});
export type StoredSource = ReturnType<typeof decode>;

/** Inserts a source, unless one of its id is there. */
export async function insertSource(db: Db, source: StoredSource): Promise<void> {
  await insertNumber(db, source.id);
  await db
    .insertInto('sources')
    .values(encode(source))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** @returns a site's sources, oldest first. */
export const listSources = (db: Db, siteId: string): Promise<StoredSource[]> =>
  all(db.selectFrom('sources').selectAll().where('site_id', '=', siteId).orderBy('created_at').orderBy('id'));

/** @returns the sources of all of the owner's sites, the oldest first. */
export const listSourcesOf = (db: Db, ownerId: string): Promise<StoredSource[]> =>
  all(
    db
      .selectFrom('sources')
      .innerJoin('sites', 'sites.id', 'sources.site_id')
      .selectAll('sources')
      .where('sites.owner_id', '=', ownerId)
      .orderBy('sources.created_at')
      .orderBy('sources.id'),
  );

/** @returns the source, if it is one of the site. */
export const findSource = (db: Db, site: Owned<StoredSite>, id: string): Promise<StoredSource | undefined> =>
  first(db.selectFrom('sources').selectAll().where('site_id', '=', site.id).where('id', '=', id));

/** @returns the source, if it is one of the owner's. */
export const findSourceOf = (db: Db, ownerId: string, id: string): Promise<StoredSource | undefined> =>
  first(
    db
      .selectFrom('sources')
      .innerJoin('sites', 'sites.id', 'sources.site_id')
      .selectAll('sources')
      .where('sites.owner_id', '=', ownerId)
      .where('sources.id', '=', id),
  );

type SourceChanges = Given<Omit<StoredSource, 'id' | 'siteId' | 'kind' | 'createdAt'>>;

/** @returns the updated source; undefined when it is gone. */
export const updateSource = (db: Db, source: Owned<StoredSource>, changes: SourceChanges) =>
  first(db.updateTable('sources').set(encode(changes)).where('id', '=', source.id).returningAll());

const findOnSqlite = buildOnce<{ siteId: string; sourceId: string }>((db, { siteId, sourceId }) =>
  db.selectFrom('sources').select('id').where('id', '=', sourceId).where('site_id', '=', siteId),
);

/**
 * Locks a site's events until the transaction ends, so that deliveries, files and retractions follow each other. Its
 * widgets are the lock: a retraction changes them. The source is only kept from being deleted, so that changes of its
 * settings wait for nobody. SQLite has one writer.
 * @param sourceId '' for all sources of the site.
 * @returns whether there is one: it may have been deleted since it was read.
 */
export async function lockEventsOf(db: Db, siteId: string, sourceId: string): Promise<boolean> {
  if (sourceId && !isPostgres(db)) return (await findOnSqlite(db, { siteId, sourceId })).rows.length > 0;
  let sources = db.selectFrom('sources as s').select('s.id').where('s.site_id', '=', siteId);
  if (sourceId) sources = sources.where('s.id', '=', sourceId);
  if (!isPostgres(db)) return (await sources.limit(1).execute()).length > 0;
  // One statement, which locks in the order of its clauses: who deletes a source holds its site's widgets, too.
  const both = sources.innerJoin('widgets as w', 'w.site_id', 's.site_id').orderBy(sql`s.id collate "C"`);
  return (await both.forNoKeyUpdate('w').forKeyShare('s').execute()).length > 0;
}

/** Removes the source; what came to it is deleted afterwards (removals.ts). */
export const deleteSource = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('sources').where('id', '=', source.id).execute();

/**
 * Notes a delivery at `now`, unless one is on record after `before` (all ISO). Whoever holds the source is not waited for:
 * the next delivery notes its own time.
 */
export async function recordDelivery(db: Db, sourceId: string, now: string, before: string): Promise<void> {
  const due = db
    .selectFrom('sources')
    .select('id')
    .where('id', '=', sourceId)
    .where((eb) => eb.or([eb('last_delivery_at', 'is', null), eb('last_delivery_at', '<', before)]));
  const free = due.forNoKeyUpdate().skipLocked();
  await db.updateTable('sources').set({ last_delivery_at: now }).where('id', 'in', free).execute();
}

/** Prepares the lookup of a source by its id alone: whoever delivers to its address has no account. */
export function prepareSourceRead(database: Database): (id: string) => Promise<StoredSource | undefined> {
  const read = prepareRead<Parameters<typeof decode>[0]>(database, 'select * from sources where id = ?');
  return async (id) => (await read(id)).map(decode)[0];
}

/** Counts a delivery that was not correctly signed. */
export const recordRefusal = (db: Db, sourceId: string, now: string) =>
  db
    .updateTable('sources')
    .set((eb) => ({
      refused_at: now,
      refused_count: eb('refused_count', '+', 1),
      failures: eb('failures', '+', 1),
      failed_at: now,
    }))
    .where('id', '=', sourceId)
    .execute();

/** Counts deliveries that could not be stored, the last of them at `at` (ISO), unless a good one has come since. */
export const recordFailures = (db: Db, sourceId: string, count: number, at: string) =>
  db
    .updateTable('sources')
    .set((eb) => ({ failures: eb('failures', '+', count), failed_at: at }))
    .where('id', '=', sourceId)
    .where((eb) => eb.or([eb('last_delivery_at', 'is', null), eb('last_delivery_at', '<=', at)]))
    .execute();

/** Notes that a delivery is stored again. */
export const clearFailures = (db: Db, sourceId: string) =>
  db.updateTable('sources').set({ failures: 0 }).where('id', '=', sourceId).execute();

/** Notes that the sender found the address, unless that is on record after `before` (all ISO). */
export const recordReached = (db: Db, sourceId: string, now: string, before: string) =>
  db
    .updateTable('sources')
    .set({ reached_at: now })
    .where('id', '=', sourceId)
    .where((eb) => eb.or([eb('reached_at', 'is', null), eb('reached_at', '<', before)]))
    .execute();

/** @param until ISO; null while nothing will change by itself. @param projectedUntil what came until then is in it. */
export const setShownUntil = (db: Db, sourceId: string, until: string | null, projectedUntil: string) =>
  db
    .updateTable('sources')
    .set({ shown_until: until, projected_until: projectedUntil })
    .where('id', '=', sourceId)
    .execute();

/**
 * Takes a template from the sources that use it. Should the process die before they are looked at anew, the next minute
 * does it, since what they show is right until `now` (ISO) only.
 * @returns their sites.
 */
export async function leaveTemplate(db: Db, template: Owned<StoredTemplate>, now: string): Promise<string[]> {
  // In the order in which a retraction locks them.
  const using = await db.selectFrom('sources').select('id').where('template_id', '=', template.id).execute();
  const sites = new Set<string>();
  for (const id of using.map((source) => source.id).sort()) {
    const row = await db
      .updateTable('sources')
      .set({ template_id: null, shown_until: now, updated_at: now })
      .where('id', '=', id)
      .where('template_id', '=', template.id)
      .returning('site_id')
      .executeTakeFirst();
    if (row) sites.add(row.site_id);
  }
  return [...sites];
}

/** @returns the sites whose events must be looked at anew: something changes by `now`, or came that is not known to show. */
export async function listDueSites(db: Db, now: string): Promise<string[]> {
  const since = sql<string>`coalesce(s.projected_until, '')`;
  const rows = await db
    .selectFrom('sources as s')
    .select('s.site_id')
    .distinct()
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('s.shown_until', '<=', now),
        exists(
          selectFrom('events as e')
            .select('e.number')
            .where('e.site_number', '=', numberOf(sql.ref('s.site_id')))
            .where('e.received_at', '>', sqlMsOf(db, 's.projected_until')),
        ),
        // What completed an event, or took one back.
        exists(
          selectFrom('deliveries as d').select('d.id').whereRef('d.source_id', '=', 's.id').where('d.at', '>', since),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.site_id);
}

/** Deletes replaced secrets that are accepted no longer at `now` (ISO). */
export const deleteOldSecrets = (db: Db, now: string) =>
  db
    .updateTable('sources')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<=', now)
    .execute();

/** @returns the sources that have events, or reports of files, of longer ago than they keep them at `now` (ISO). */
export async function listOverdueSources(
  db: Db,
  now: string,
): Promise<Pick<StoredSource, 'id' | 'siteId' | 'retentionDays'>[]> {
  const until = isPostgres(db)
    ? sql<string>`to_char(${now}::timestamp - make_interval(days => s.retention_days), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '-' || s.retention_days || ' days')`;
  return db
    .selectFrom('sources as s')
    .select(['s.id', 's.site_id as siteId', 's.retention_days as retentionDays'])
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('events as e')
            .select('e.number')
            .where('e.site_number', '=', numberOf(sql.ref('s.site_id')))
            .where('e.source_number', '=', numberOf(sql.ref('s.id')))
            .where(
              'e.received_at',
              '<=',
              sql<number>`${msOf(now)} - cast(s.retention_days as bigint) * ${sql.lit(DAY)}`,
            ),
        ),
        exists(
          selectFrom('imports as i')
            .select('i.id')
            .whereRef('i.source_id', '=', 's.id')
            .where('i.finished_at', '<=', until),
        ),
      ]),
    )
    .orderBy('s.id')
    .execute();
}
