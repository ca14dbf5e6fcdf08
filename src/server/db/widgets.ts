// Widgets in SQL, scoped by the owner of their site.
import { z } from 'zod';
import { settingsPatch, widgetSchema } from '#shared/contract/widget.ts';
import { countRows, type Given, hasChanged, isFound, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';

const { appearance, behavior, rules } = settingsPatch.shape;
const { decode, decodeAll, encode, first } = rowCodec({
  ...widgetSchema.omit({ styleSheet: true }).shape,
  /** Only what the owner changed; reading fills in the defaults. */
  settings: z.object({ appearance, behavior, rules }),
  revision: z.number(),
});
export type StoredWidget = ReturnType<typeof decode>;
export type StoredSettings = StoredWidget['settings'];

const ownedBy = (db: Db, ownerId: string) =>
  db
    .selectFrom('widgets as w')
    .innerJoin('sites as s', 's.id', 'w.site_id')
    .selectAll('w')
    .where('s.owner_id', '=', ownerId);

/** A new widget: not paused, with default settings. */
type NewWidget = Omit<StoredWidget, 'isActive' | 'settings' | 'revision'>;

export const insertWidget = (db: Db, widget: NewWidget) => db.insertInto('widgets').values(encode(widget)).execute();

export const findWidget = (db: Db, ownerId: string, id: string): Promise<StoredWidget | undefined> =>
  first(ownedBy(db, ownerId).where('w.id', '=', id));

export const findWidgetOfSite = (db: Db, ownerId: string, siteId: string): Promise<StoredWidget | undefined> =>
  first(ownedBy(db, ownerId).where('w.site_id', '=', siteId).orderBy('w.created_at'));

/** @returns one page of an owner's widgets, oldest first, and the total number. */
export async function listWidgets(
  db: Db,
  ownerId: string,
  filter: { siteId?: string | undefined; limit: number; offset: number },
): Promise<{ widgets: StoredWidget[]; total: number }> {
  const filtered = filter.siteId ? ownedBy(db, ownerId).where('w.site_id', '=', filter.siteId) : ownedBy(db, ownerId);
  const rows = await filtered
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { widgets: await decodeAll(rows), total: await countRows(filtered) };
}

type WidgetChanges = Given<Pick<StoredWidget, 'name' | 'isActive' | 'settings'>> & { updatedAt: string };

/**
 * Changes the widget and bumps its revision, which makes visitors' copies stale.
 * @param ifRevision makes the change only if the widget still has this revision.
 * @returns the updated widget; undefined when it is gone or has another revision.
 */
export async function updateWidget(
  db: Db,
  widget: Owned<StoredWidget>,
  changes: WidgetChanges,
  ifRevision?: number,
): Promise<StoredWidget | undefined> {
  let update = db
    .updateTable('widgets')
    .set((eb) => ({ ...encode(changes), revision: eb('revision', '+', 1) }))
    .where('site_id', '=', widget.siteId)
    .where('id', '=', widget.id);
  if (ifRevision !== undefined) update = update.where('revision', '=', ifRevision);
  return first(update.returningAll());
}

/**
 * Locks every widget of a site until the transaction ends, so that nothing below them changes.
 * @returns whether there is one.
 */
export const lockWidgetsOfSite = (db: Db, siteId: string): Promise<boolean> =>
  isFound(db.selectFrom('widgets').select('id').where('site_id', '=', siteId).forNoKeyUpdate());

/**
 * Bumps every widget of a site, for changes that its payload depends on.
 * @returns whether there is one: a site that was deleted meanwhile has none.
 */
export const bumpWidgetsOfSite = (db: Db, siteId: string, now: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('widgets')
      .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: now }))
      .where('site_id', '=', siteId),
  );
