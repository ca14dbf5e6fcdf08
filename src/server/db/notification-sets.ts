// Many notifications of a widget at once, and deleted ones, which keep their rows for a while. Counting goes on for
// deleted ones: a display that was seen just before belongs to the counts that come back (embed/group-commit.ts).
import { sql } from 'kysely';
import type { Notification } from '#shared/contract/notification.ts';
import { allOfWidget, notificationCodec, updateOfWidget } from './notifications.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteDue } from './removals.ts';
import type { StoredWidget } from './widgets.ts';

const setOf = (db: Db, widget: Owned<StoredWidget>, ids: readonly string[]) =>
  updateOfWidget(db, widget).where('id', 'in', ids);

/** When deleted notifications could still be restored, as ISO text: after `after`, and not in the future. */
export type Restorable = { after: string; until: string };

/** @returns the widget's deleted notifications that can be restored, the last deleted first. */
export async function listDeletedNotifications(
  db: Db,
  widget: Owned<StoredWidget>,
  { after, until }: Restorable,
): Promise<(Notification & { deletedAt: string })[]> {
  // Sorting whole rows takes SQLite longer than reading them.
  const last = await allOfWidget(db, widget)
    .select('id')
    .where('deleted_at', '>', after)
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute();
  const places = new Map(last.map(({ id }, place) => [id, place]));
  if (places.size === 0) return [];
  const rows = await allOfWidget(db, widget)
    .selectAll()
    .where('id', 'in', [...places.keys()])
    .execute();
  rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const found = await notificationCodec.decodeAll(rows);
  return found.map((notification, at) => ({ ...notification, deletedAt: rows[at]?.deleted_at ?? '' }));
}

export type NotificationState = Pick<Notification, 'id' | 'status' | 'position'> & { deletedAt: string | null };

/**
 * Locks all of a widget's notifications, deleted ones too, until the transaction ends; in the order in which counting
 * locks them (counting/postgres.ts), so that the two can't deadlock.
 * @returns what they are, in the owner's order.
 */
export async function lockNotifications(db: Db, widget: Owned<StoredWidget>): Promise<NotificationState[]> {
  const all = allOfWidget(db, widget).select(['id', 'status', 'position', 'deleted_at as deletedAt']).orderBy('id');
  const rows = await all.forNoKeyUpdate().execute();
  return rows.sort((a, b) => a.position - b.position);
}

/** @returns which of these notifications are there, deleted or not. */
export async function findKept(db: Db, widget: Owned<StoredWidget>, ids: readonly string[]): Promise<string[]> {
  const rows = await allOfWidget(db, widget).select('id').where('id', 'in', ids).execute();
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}

export async function setStatuses(
  db: Db,
  widget: Owned<StoredWidget>,
  ids: readonly string[],
  changes: { status: Notification['status']; updatedAt: string },
): Promise<void> {
  if (ids.length === 0) return;
  await setOf(db, widget, ids).set({ status: changes.status, updated_at: changes.updatedAt }).execute();
}

/** Deletes notifications (`deletedAt` in ISO), or restores them (null). */
export async function setDeleted(
  db: Db,
  widget: Owned<StoredWidget>,
  ids: readonly string[],
  deletedAt: string | null,
): Promise<void> {
  if (ids.length > 0) await setOf(db, widget, ids).set({ deleted_at: deletedAt }).execute();
}

export async function setPositions(
  db: Db,
  widget: Owned<StoredWidget>,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  if (positions.size === 0) return;
  const cases = sql.join(
    [...positions].map(([id, position]) => sql`when ${id} then ${sql.lit(position)}`),
    sql` `,
  );
  await setOf(db, widget, [...positions.keys()])
    .set({ position: sql<number>`case id ${cases} else position end` })
    .execute();
}

/** Removes notifications for good. */
export async function purgeNotifications(db: Db, widget: Owned<StoredWidget>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('notifications')
    .where('site_id', '=', widget.siteId)
    .where('widget_id', '=', widget.id)
    .where('id', 'in', ids)
    .execute();
}

/** Removes for good whatever was deleted and can't be restored any more, of any widget. */
export const purgeDeletedNotifications = (
  db: Db,
  { after, until }: Restorable,
  stopping?: AbortSignal,
): Promise<void> =>
  // What is being counted at this moment waits for the next time.
  deleteDue(
    db,
    'notifications',
    ['site_id', 'id'],
    db
      .selectFrom('notifications')
      .where('deleted_at', 'is not', null)
      .where((eb) => eb.or([eb('deleted_at', '<=', after), eb('deleted_at', '>', until)])),
    stopping,
  );
