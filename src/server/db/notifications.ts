// Notifications in SQL, by widget: whoever owns the widget owns all of its notifications. Deleted ones are in
// notification-sets.ts; here they only keep their positions.
import { type Notification, notificationSchema } from '#shared/contract/notification.ts';
import { type Given, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredWidget } from './widgets.ts';

export const notificationCodec = rowCodec(notificationSchema.shape);
const { decode, decodeAll, encode, first } = notificationCodec;

/** A widget's notifications, deleted ones too. */
export const allOfWidget = (db: Db, widget: Owned<StoredWidget>) =>
  db.selectFrom('notifications').where('site_id', '=', widget.siteId).where('widget_id', '=', widget.id);

/** The others alone. */
export const ofWidget = (db: Db, widget: Owned<StoredWidget>) =>
  allOfWidget(db, widget).where('deleted_at', 'is', null);

/** An update of a widget's notifications, deleted ones too. */
export const updateOfWidget = (db: Db, widget: Owned<StoredWidget>) =>
  db.updateTable('notifications').where('site_id', '=', widget.siteId).where('widget_id', '=', widget.id);

/** @returns all notifications of a widget in the owner's order; others get their turn meanwhile. */
export const listNotifications = async (db: Db, widget: Owned<StoredWidget>): Promise<Notification[]> =>
  decodeAll(await ofWidget(db, widget).selectAll().orderBy('position').orderBy('id').execute());

export const findNotification = (db: Db, widget: Owned<StoredWidget>, id: string): Promise<Notification | undefined> =>
  first(ofWidget(db, widget).selectAll().where('id', '=', id));

/**
 * @returns how many notifications a widget has, and the lowest position (0 when there is none), deleted ones included:
 * restored, they are back in theirs.
 */
export async function measureNotifications(
  db: Db,
  widget: Owned<StoredWidget>,
): Promise<{ count: number; firstPosition: number }> {
  const row = await allOfWidget(db, widget)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('count'),
      fn.min<number | null>('position').as('first'),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, firstPosition: row.first ?? 0 };
}

type Required =
  | 'id'
  | 'type'
  | 'message'
  | 'status'
  | 'timestamp'
  | 'source'
  | 'metadata'
  | 'position'
  | 'createdAt'
  | 'updatedAt';
/** A new notification: omitted fields are null, counts are 0. */
export type NewNotification = Pick<Notification, Required> &
  Given<Omit<Notification, Required | 'widgetId' | 'displayCount' | 'clickCount'>> & {
    /** The template it was made from. */
    templateId?: string | undefined;
    /** The event that it tells of, and whether its delivery was signed, or it was read from the shop. */
    eventKey?: string | undefined;
    isSigned?: boolean | undefined;
    isRead?: boolean | undefined;
  };

/** @returns a new notification as it is stored. */
export const rowOfNew = (
  widget: Owned<StoredWidget>,
  { templateId, eventKey, isSigned, isRead, ...notification }: NewNotification,
) => ({
  ...encode({ ...notification, widgetId: widget.id }),
  site_id: widget.siteId,
  template_id: templateId ?? null,
  event_key: eventKey ?? null,
  is_signed: isSigned === undefined ? null : Number(isSigned),
  is_read: isRead ? 1 : null,
});

export async function insertNotification(
  db: Db,
  widget: Owned<StoredWidget>,
  notification: NewNotification,
): Promise<Notification> {
  const row = await db
    .insertInto('notifications')
    .values(rowOfNew(widget, notification))
    .returningAll()
    .executeTakeFirstOrThrow();
  return decode(row);
}

/** @returns the updated notification; undefined when it is gone. */
export async function updateNotification(
  db: Db,
  widget: Owned<StoredWidget>,
  id: string,
  changes: Given<Omit<Notification, 'id' | 'widgetId'>> & { updatedAt: string },
): Promise<Notification | undefined> {
  const live = updateOfWidget(db, widget).where('id', '=', id).where('deleted_at', 'is', null);
  return first(live.set(encode(changes)).returningAll());
}
