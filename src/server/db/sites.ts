// Sites in SQL, scoped by owner.
import type { Selectable, Updateable } from 'kysely';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { SitesTable } from './schema.ts';

export type SiteRow = Selectable<SitesTable>;

/**
 * Prepares the list of an owner's sites, oldest first: the shell asks for it on every load and integrators poll it.
 */
export function prepareSiteList(database: Database): (ownerId: string) => Promise<SiteRow[]> {
  if (database.dialect === 'sqlite') {
    const statement = database.reader.prepare<[string], SiteRow>(
      'select * from sites where owner_id = ? order by created_at, id',
    );
    return async (ownerId) => statement.all(ownerId);
  }
  return (ownerId) => listSites(database.db, ownerId);
}

export const listSites = (db: Db, ownerId: string): Promise<SiteRow[]> =>
  db.selectFrom('sites').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute();

export const findSite = (db: Db, ownerId: string, id: string): Promise<SiteRow | undefined> =>
  db.selectFrom('sites').selectAll().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();

/** @throws a unique violation when the owner has a site of this slug. */
export const insertSite = (db: Db, row: SitesTable) => db.insertInto('sites').values(row).execute();

/** @throws a unique violation when the owner has another site of this slug. */
export const updateSite = (
  db: Db,
  site: Owned<SiteRow>,
  patch: Updateable<Pick<SitesTable, 'name' | 'slug' | 'domains' | 'timezone'>> & { updated_at: string },
): Promise<SiteRow | undefined> =>
  db
    .updateTable('sites')
    .set(patch)
    .where('id', '=', site.id)
    .where('owner_id', '=', site.owner_id)
    .returningAll()
    .executeTakeFirst();

/** Removes the site and, by cascade, everything under it. */
export const deleteSite = (db: Db, site: Owned<SiteRow>) =>
  db.deleteFrom('sites').where('id', '=', site.id).where('owner_id', '=', site.owner_id).execute();
