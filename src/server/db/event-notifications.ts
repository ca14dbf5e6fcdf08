// The notifications that tell of events, in SQL: written by the projection alone (domain/events/projection.ts).
import type { Notification } from '#shared/contract/notification.ts';
import { isFound } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import { keptHash } from './event-codec.ts';
import { insertRows } from './events.ts';
import { numberOf } from './id-numbers.ts';
import {
  allOfWidget,
  type NewNotification,
  notificationCodec,
  ofWidget,
  rowOfNew,
  updateOfWidget,
} from './notifications.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSource } from './sources.ts';
import type { StoredWidget } from './widgets.ts';

export type EventNotification = Notification & { eventKey: string; isSigned: boolean; isRead: boolean };

/** @returns a widget's notifications of events, but for those that were deleted. */
export async function listEventNotifications(db: Db, widget: Owned<StoredWidget>): Promise<EventNotification[]> {
  const rows = await ofWidget(db, widget).selectAll().where('event_key', 'is not', null).execute();
  return rows.map((row) => ({
    ...notificationCodec.decode(row),
    eventKey: row.event_key ?? '',
    isSigned: row.is_signed === 1,
    isRead: row.is_read === 1,
  }));
}

/** @returns whether a notification tells of an event: its metadata may have been written by anybody. */
export const isOfEvent = (db: Db, widget: Owned<StoredWidget>, id: string): Promise<boolean> =>
  isFound(allOfWidget(db, widget).select('id').where('id', '=', id).where('event_key', 'is not', null));

/** Deletes for good those of a widget's notifications that tell of the earliest events. @returns how many there were. */
export async function deleteEarliest(db: Db, widget: Owned<StoredWidget>, count: number): Promise<number> {
  const earliest = ofWidget(db, widget)
    .select('id')
    .where('event_key', 'is not', null)
    .orderBy('timestamp')
    .orderBy('id')
    .limit(count);
  const { numDeletedRows } = await db.deleteFrom('notifications').where('id', 'in', earliest).executeTakeFirst();
  return Number(numDeletedRows);
}

type Provenance = Pick<EventNotification, 'id' | 'isSigned' | 'isRead'>;

/** @returns how it is remembered that somebody but the owner told of it, also when it is gone; none where nobody did. */
const provenRow = ({ siteId }: Owned<StoredWidget>, { id, isSigned, isRead }: Provenance) =>
  isSigned || isRead ? [{ site_id: siteId, notification_id: id, is_read: isSigned ? null : 1 }] : [];

/** Inserts what tells of events, all at once: with busy shops, all that a site shows is new each second. */
export async function insertEventNotifications(
  db: Db,
  widget: Owned<StoredWidget>,
  notifications: readonly NewNotification[],
): Promise<void> {
  const [first, ...more] = notifications.map((one) => rowOfNew(widget, one));
  if (first) await insertRows(db, 'notifications', [first, ...more]).execute(db);
  const [proven, ...others] = notifications.flatMap(({ id, isSigned, isRead }) =>
    provenRow(widget, { id, isSigned: isSigned === true, isRead: isRead === true }),
  );
  if (proven) await insertRows(db, 'proven_notifications', [proven, ...others]).execute(db);
}

/** Notes where its event comes from now: what came in a file, or was read from the shop, was delivered since. */
export async function markProvenance(
  db: Db,
  widget: Owned<StoredWidget>,
  { id }: EventNotification,
  { isSigned, isRead }: Omit<Provenance, 'id'>,
): Promise<void> {
  const now = { is_signed: Number(isSigned), is_read: isRead ? 1 : null };
  await updateOfWidget(db, widget).set(now).where('id', '=', id).execute();
  for (const row of provenRow(widget, { id, isSigned, isRead }))
    await db
      .insertInto('proven_notifications')
      .values(row)
      .onConflict((conflict) => conflict.columns(['site_id', 'notification_id']).doUpdateSet({ is_read: row.is_read }))
      .execute();
}

/** Locks all of a site's, in the order in which counting locks them: further pages and computed numbers change others. */
async function lockAll(db: Db, siteId: string): Promise<void> {
  const all = db.selectFrom('notifications').select('id').where('site_id', '=', siteId);
  if (isPostgres(db)) await all.orderBy('id').forNoKeyUpdate().execute();
}

/** Deletes the notifications of events for good, deleted ones too. */
export async function deleteNotificationsOf(db: Db, siteId: string, eventKeys: readonly string[]): Promise<void> {
  await lockAll(db, siteId);
  await db.deleteFrom('notifications').where('site_id', '=', siteId).where('event_key', 'in', eventKeys).execute();
}

const HASHES = ['e.person_hash', 'e.customer_hash', 'e.reference_hash'] as const;

/** The same for all events of a person or an order. @param hash theirs. @param sourceId '' for all sources of the site. */
export async function deleteNotificationsOfHash(
  db: Db,
  { siteId, sourceId, hash }: { siteId: string; sourceId: string; hash: string },
): Promise<void> {
  await lockAll(db, siteId);
  await db
    .deleteFrom('notifications')
    .where('site_id', '=', siteId)
    // From the few notifications to their events: of one person there may be any number.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('events as e')
          .select('e.number')
          .whereRef('e.id', '=', 'notifications.event_key')
          .where((eb) => eb.or(HASHES.map((column) => eb(column, '=', keptHash(hash)))))
          .$if(sourceId !== '', (query) => query.where('e.source_number', '=', numberOf(sourceId))),
      ),
    )
    .execute();
}

/** Deletes the notifications of a source's events for good: of all, or of those that came in one file. */
export const deleteNotificationsOfSource = (db: Db, source: Owned<StoredSource>, importId?: string) =>
  db
    .deleteFrom('notifications')
    .where('site_id', '=', source.siteId)
    // From the few notifications to their events: a source may have a million.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('events as e')
          .select('e.number')
          .whereRef('e.id', '=', 'notifications.event_key')
          .where('e.source_number', '=', numberOf(source.id))
          .$if(importId !== undefined, (query) => query.where('e.import_number', '=', numberOf(importId as string))),
      ),
    )
    .execute();
