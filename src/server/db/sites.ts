// Sites in SQL, scoped by owner.
import { z } from 'zod';
import { hostnameOf, siteSchema } from '#shared/contract/site.ts';
import { type Columns, type Given, hasChanged, rowCodec } from './codecs.ts';
import { insertNumber } from './id-numbers.ts';
import { type Database, type Db, prepareRead } from './open.ts';
import type { Owned } from './owned.ts';

const { all, decode, encode, first } = rowCodec({ ...siteSchema.omit({ _id: true }).shape, ownerId: z.string() });
export type StoredSite = ReturnType<typeof decode>;

/** @returns the hostnames where a site's widget may run. An earlier version may have stored them as they were typed. */
export const domainsOf = ({ domains }: { domains: readonly string[] }): string[] =>
  domains.flatMap((domain) => hostnameOf(domain) ?? []);

type SiteRow = Columns<StoredSite>;
const byAge = (a: SiteRow, b: SiteRow) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1);

/**
 * Prepares the list of an owner's sites, oldest first: the app loads it at every start, and integrators poll it. It is
 * sorted here, because SQLite's own sorter triples the time of so short a read (from 7 to 20 µs).
 */
export function prepareSiteList(database: Database): (ownerId: string) => Promise<StoredSite[]> {
  const read = prepareRead<SiteRow>(database, 'select * from sites where owner_id = ?');
  return async (ownerId) => (await read(ownerId)).sort(byAge).map(decode);
}

export const listSites = (db: Db, ownerId: string): Promise<StoredSite[]> =>
  all(db.selectFrom('sites').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id'));

export const findSite = (db: Db, ownerId: string, id: string): Promise<StoredSite | undefined> =>
  first(db.selectFrom('sites').selectAll().where('id', '=', id).where('owner_id', '=', ownerId));

/** @returns the site, whoever owns it: for work in the background. */
export const findAnySite = (db: Db, id: string): Promise<StoredSite | undefined> =>
  first(db.selectFrom('sites').selectAll().where('id', '=', id));

/** Prepares the same for deliveries, which come by the hundred. */
export function prepareAnySiteRead(database: Database): (id: string) => Promise<StoredSite | undefined> {
  const read = prepareRead<SiteRow>(database, 'select * from sites where id = ?');
  return async (id) => (await read(id)).map(decode)[0];
}

/** @throws a unique violation when the owner has a site of this slug. */
export async function insertSite(db: Db, site: StoredSite): Promise<void> {
  await insertNumber(db, site.id);
  await db.insertInto('sites').values(encode(site)).execute();
}

/** Holds the site's row until the transaction ends. @returns whether it is still there. */
export const lockSite = (db: Db, site: Owned<StoredSite>): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('sites')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', site.id),
  );

type SiteChanges = Given<Pick<StoredSite, 'name' | 'slug' | 'domains' | 'timezone' | 'currency'>> & {
  updatedAt: string;
};

/**
 * @returns the updated site; undefined when it is gone.
 * @throws a unique violation when the owner has another site of this slug.
 */
export async function updateSite(db: Db, site: Owned<StoredSite>, changes: SiteChanges) {
  return first(
    db
      .updateTable('sites')
      .set(encode(changes))
      .where('id', '=', site.id)
      .where('owner_id', '=', site.ownerId)
      .returningAll(),
  );
}

/** Removes the site and, by cascade, everything under it but its events (removals.ts). */
export const deleteSite = (db: Db, site: Owned<StoredSite>) =>
  db.deleteFrom('sites').where('id', '=', site.id).where('owner_id', '=', site.ownerId).execute();
