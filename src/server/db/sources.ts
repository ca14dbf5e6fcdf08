// Sources of events in SQL, by site.
import { sql } from 'kysely';
import { z } from 'zod';
import { sourcePrivacyPatch, sourceRulesPatch, sourceSchema } from '#shared/contract/source.ts';
import { type Given, rowCodec } from './codecs.ts';
import type { StoredSource } from './events-schema.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';
import type { StoredTemplate } from './templates.ts';

export type { StoredSource };

const { decode, encode } = rowCodec({
  ...sourceSchema.omit({ hookUrl: true, status: true, hasSecret: true }).shape,
  secret: z.string().nullable(),
  previousSecret: z.string().nullable(),
  rules: sourceRulesPatch,
  privacy: sourcePrivacyPatch,
  shownUntil: z.string().nullable(),
});

/** Inserts a source, unless one of its id is there. */
export const insertSource = (db: Db, source: StoredSource) =>
  db
    .insertInto('sources')
    .values(encode(source))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** @returns a site's sources, oldest first. */
export async function listSources(db: Db, siteId: string): Promise<StoredSource[]> {
  const rows = await db
    .selectFrom('sources')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(decode);
}

export async function findSource(db: Db, site: Owned<StoredSite>, id: string): Promise<StoredSource | undefined> {
  const row = await db
    .selectFrom('sources')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && decode(row);
}

type SourceChanges = Given<Omit<StoredSource, 'id' | 'siteId' | 'kind' | 'createdAt'>>;

/** @returns the updated source; undefined when it is gone. */
export async function updateSource(
  db: Db,
  source: Owned<StoredSource>,
  changes: SourceChanges,
): Promise<StoredSource | undefined> {
  const row = await db
    .updateTable('sources')
    .set(encode(changes))
    .where('id', '=', source.id)
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

/**
 * Keeps what a delivery adds and what a retraction takes from missing each other, until the transaction ends: any number
 * of deliveries go on side by side, a retraction alone.
 * @param sourceId '' for all sources of the site.
 */
export async function lockSources(
  { dialect }: Pick<Database, 'dialect'>,
  db: Db,
  siteId: string,
  sourceId: string,
  isRetracting: boolean,
): Promise<void> {
  if (dialect === 'sqlite') return;
  let sources = db.selectFrom('sources').select('id').where('site_id', '=', siteId).orderBy(sql`id collate "C"`);
  if (sourceId) sources = sources.where('id', '=', sourceId);
  await (isRetracting ? sources.forNoKeyUpdate() : sources.forShare()).execute();
}

/** Removes the source and, by cascade, its events. */
export const deleteSource = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('sources').where('id', '=', source.id).execute();

/** Notes a delivery at `now`, unless one is on record after `before` (all ISO). */
export const recordDelivery = (db: Db, sourceId: string, now: string, before: string) =>
  db
    .updateTable('sources')
    .set({ last_delivery_at: now })
    .where('id', '=', sourceId)
    .where((eb) => eb.or([eb('last_delivery_at', 'is', null), eb('last_delivery_at', '<', before)]))
    .execute();

/** Prepares the lookup of a source by its id alone: whoever delivers to its address has no account. */
export function prepareSourceRead(database: Database): (id: string) => Promise<StoredSource | undefined> {
  if (database.dialect === 'sqlite') {
    const sources = database.reader.prepare<[string], Parameters<typeof decode>[0]>(
      'select * from sources where id = ?',
    );
    return async (id) => {
      const row = sources.get(id);
      return row && decode(row);
    };
  }
  return async (id) => {
    const row = await database.db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst();
    return row && decode(row);
  };
}

/** Counts a delivery that was not rightly signed. */
export const recordRefusal = (db: Db, sourceId: string, now: string) =>
  db
    .updateTable('sources')
    .set((eb) => ({ refused_at: now, refused_count: eb('refused_count', '+', 1) }))
    .where('id', '=', sourceId)
    .execute();

/** Notes that the sender found the address. */
export const recordReached = (db: Db, sourceId: string, now: string) =>
  db.updateTable('sources').set({ reached_at: now }).where('id', '=', sourceId).execute();

/** @param until ISO; null while nothing will change by itself. */
export const setShownUntil = (db: Db, sourceId: string, until: string | null) =>
  db.updateTable('sources').set({ shown_until: until }).where('id', '=', sourceId).execute();

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

/** @returns the sites with a source whose events must be looked at anew: by `now`, or had a delivery after `since`. */
export async function listDueSites(db: Db, now: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sources')
    .select('site_id')
    .distinct()
    .where((eb) => eb.or([eb('shown_until', '<=', now), eb('last_delivery_at', '>', since)]))
    .execute();
  return rows.map((row) => row.site_id);
}

/** @returns all sources there are, for what is done to each in the background. */
export async function listAllSources(db: Db): Promise<Pick<StoredSource, 'id' | 'siteId' | 'retentionDays'>[]> {
  return db
    .selectFrom('sources')
    .select(['id', 'site_id as siteId', 'retention_days as retentionDays'])
    .orderBy('id')
    .execute();
}
