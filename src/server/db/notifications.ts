// Notices in SQL. Their widget was checked to be the caller's before (an `Owned` widget or notice is asked for).
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { NotificationsTable } from './schema.ts';
import type { WidgetRow } from './widgets.ts';

export type NotificationRow = Selectable<NotificationsTable>;

const ofWidget = (db: Db, widget: Owned<WidgetRow>) =>
  db.selectFrom('notifications').where('site_id', '=', widget.site_id).where('widget_id', '=', widget.id);

/** @returns all notices of a widget in the owner's order. */
export const listNotifications = (db: Db, widget: Owned<WidgetRow>): Promise<NotificationRow[]> =>
  ofWidget(db, widget).selectAll().orderBy('position').orderBy('id').execute();

export const findNotification = (db: Db, widget: Owned<WidgetRow>, id: string): Promise<NotificationRow | undefined> =>
  ofWidget(db, widget).selectAll().where('id', '=', id).executeTakeFirst();

/** @returns how many notices a widget has and the lowest position among them (0 when there are none). */
export async function measureNotifications(
  db: Db,
  widget: Owned<WidgetRow>,
): Promise<{ count: number; firstPosition: number }> {
  const row = await ofWidget(db, widget)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('position').as('first')])
    .executeTakeFirstOrThrow();
  return { count: row.count, firstPosition: row.first ?? 0 };
}

export const insertNotification = (db: Db, row: Insertable<NotificationsTable>): Promise<NotificationRow> =>
  db.insertInto('notifications').values(row).returningAll().executeTakeFirstOrThrow();

export const updateNotification = (
  db: Db,
  notification: Owned<NotificationRow>,
  patch: Updateable<NotificationsTable> & { updated_at: string },
): Promise<NotificationRow | undefined> =>
  db
    .updateTable('notifications')
    .set(patch)
    .where('site_id', '=', notification.site_id)
    .where('id', '=', notification.id)
    .returningAll()
    .executeTakeFirst();

export const deleteNotification = (db: Db, notification: Owned<NotificationRow>) =>
  db
    .deleteFrom('notifications')
    .where('site_id', '=', notification.site_id)
    .where('id', '=', notification.id)
    .execute();
