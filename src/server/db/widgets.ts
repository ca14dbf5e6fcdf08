// Widgets in SQL, scoped by the owner of their site.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { WidgetsTable } from './schema.ts';

export type WidgetRow = Selectable<WidgetsTable>;

const ownedBy = (db: Db, ownerId: string) =>
  db
    .selectFrom('widgets as w')
    .innerJoin('sites as s', 's.id', 'w.site_id')
    .selectAll('w')
    .where('s.owner_id', '=', ownerId);

export const insertWidget = (db: Db, row: Insertable<WidgetsTable>) => db.insertInto('widgets').values(row).execute();

export const findWidget = (db: Db, ownerId: string, id: string): Promise<WidgetRow | undefined> =>
  ownedBy(db, ownerId).where('w.id', '=', id).executeTakeFirst();

export const findWidgetOfSite = (db: Db, ownerId: string, siteId: string): Promise<WidgetRow | undefined> =>
  ownedBy(db, ownerId).where('w.site_id', '=', siteId).orderBy('w.created_at').executeTakeFirst();

/** @returns one page of an owner's widgets, oldest first, and how many there are in all. */
export async function listWidgets(
  db: Db,
  ownerId: string,
  filter: { siteId?: string | undefined; limit: number; offset: number },
): Promise<{ rows: WidgetRow[]; total: number }> {
  const filtered = filter.siteId ? ownedBy(db, ownerId).where('w.site_id', '=', filter.siteId) : ownedBy(db, ownerId);
  const rows = await filtered
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await filtered
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Changes the widget and bumps its revision, by which visitors' copies are renewed. */
export const updateWidget = (
  db: Db,
  widget: Owned<WidgetRow>,
  patch: Updateable<Pick<WidgetsTable, 'name' | 'is_active' | 'settings'>> & { updated_at: string },
): Promise<WidgetRow | undefined> =>
  db
    .updateTable('widgets')
    .set((eb) => ({ ...patch, revision: eb('revision', '+', 1) }))
    .where('site_id', '=', widget.site_id)
    .where('id', '=', widget.id)
    .returningAll()
    .executeTakeFirst();

/** Bumps the revision and takes the row's lock until the transaction ends: what follows reads and writes alone. */
export const bumpWidget = (
  db: Db,
  widget: { site_id: string; id: string },
  now: string,
): Promise<WidgetRow | undefined> =>
  db
    .updateTable('widgets')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: now }))
    .where('site_id', '=', widget.site_id)
    .where('id', '=', widget.id)
    .returningAll()
    .executeTakeFirst();

/** Stores settings; the revision was bumped by the lock before. */
export const storeSettings = (
  db: Db,
  widget: Owned<WidgetRow>,
  settings: WidgetRow['settings'],
): Promise<WidgetRow | undefined> =>
  db
    .updateTable('widgets')
    .set({ settings })
    .where('site_id', '=', widget.site_id)
    .where('id', '=', widget.id)
    .returningAll()
    .executeTakeFirst();

/** Bumps every widget of a site: its domains or time zone, which the payload depends on, have changed. */
export const bumpWidgetsOfSite = (db: Db, siteId: string, now: string) =>
  db
    .updateTable('widgets')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: now }))
    .where('site_id', '=', siteId)
    .execute();
