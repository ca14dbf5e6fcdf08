// What is done to many notifications in one step (all of it or none, one revision), and what becomes of deleted ones:
// visitors and lists lose them at once, and for a few minutes they can be had back as they were.
import type {
  BulkAction,
  BulkInput,
  DeletedNotification,
  Notification,
  NotificationRef,
  OrderInput,
} from '#shared/contract/notification.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { NOTIFICATION_RESTORE_LIFE, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { CLOCK_SKEW, isoOf } from '#shared/time.ts';
import { setHidden } from '../../db/events.ts';
import {
  listDeletedNotifications as findDeleted,
  findKept,
  lockNotifications,
  type NotificationState,
  purgeDeletedNotifications,
  purgeNotifications,
  type Restorable,
  setDeleted,
  setPositions,
  setStatuses,
} from '../../db/notification-sets.ts';
import { findNotification } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownWidget, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';
import { project } from '../events/projector.ts';
import { lockWidget, makeRoom, readableBy } from './notification.ts';

/** A deletion later than now was before the clock was set back, and is over. */
const restorableAt = (now: number): Restorable => ({
  after: isoOf(now - NOTIFICATION_RESTORE_LIFE),
  until: isoOf(now + CLOCK_SKEW),
});
const isRestorable = (deletedAt: string, { after, until }: Restorable) => deletedAt > after && deletedAt <= until;

/** @returns the widget's deleted notifications that can still be restored, the last deleted first. @throws not-found */
export async function listDeletedNotifications(
  { db, clock }: Deps,
  actor: VerifiedActor,
  widgetId: string,
): Promise<DeletedNotification[]> {
  const deleted = await findDeleted(db, await ownWidget(db, actor, widgetId), restorableAt(clock.now()));
  return deleted.map(readableBy(actor)).map((notification) => ({
    ...notification,
    restorableUntil: isoOf(Date.parse(notification.deletedAt) + NOTIFICATION_RESTORE_LIFE),
  }));
}

type Change = { widget: Owned<StoredWidget>; states: NotificationState[]; now: number };

/**
 * Runs a change in one transaction that holds the widget and all of its notifications.
 * @param mayTellOfEvents whether notifications of events may come or go by it.
 * @throws not-found
 */
async function changeWidget<T>(
  deps: Deps,
  actor: VerifiedActor,
  widgetId: string,
  change: (db: Db, state: Change) => Promise<T>,
  mayTellOfEvents = false,
): Promise<T> {
  const now = deps.clock.now();
  const { siteId, result } = await deps.db.transaction().execute(async (db) => {
    const widget = await lockWidget(db, actor, widgetId, isoOf(now));
    const states = await lockNotifications(db, widget);
    return { siteId: widget.siteId, result: await change(db, { widget, states, now }) };
  });
  // What comes back may say more than its source lets through by now, and what goes makes room for another.
  // Should this fail, it is tried again.
  if (mayTellOfEvents) await project(deps, siteId).catch(() => deps.projector.changed(siteId));
  deps.embedChanges.changed(siteId);
  return result;
}

/** @returns the named notifications. @throws not-found naming those that `isThere` excludes or that never were */
function pick(states: NotificationState[], ids: readonly string[], isThere: (state: NotificationState) => boolean) {
  const known = new Map(states.filter(isThere).map((state) => [state.id, state]));
  const fields = ids.flatMap((id, at) =>
    known.has(id) ? [] : [{ field: `ids.${at}`, message: `No notification has the id ${id}` }],
  );
  if (fields.length > 0) throw new DomainError('not-found', 'Notification not found', { fields });
  return ids.flatMap((id) => known.get(id) ?? []);
}

const isLive = ({ deletedAt }: NotificationState) => deletedAt === null;
const idsOf = (states: readonly NotificationState[]) => states.map(({ id }) => id);

const ACTIONS: Record<BulkAction, (db: Db, change: Change, ids: readonly string[]) => Promise<NotificationState[]>> = {
  activate: (db, change, ids) => setStatus(db, change, ids, 'active'),
  deactivate: (db, change, ids) => setStatus(db, change, ids, 'inactive'),

  async delete(db, { widget, states, now }, ids) {
    const deleted = pick(states, ids, isLive);
    await setDeleted(db, widget, ids, isoOf(now));
    // Or the next look at its event would bring it back.
    await setHidden(db, widget.siteId, ids, isoOf(now));
    // Or an owner could store any number, by deleting what they have made. All that one call deletes can come back, also
    // after the next.
    const before = states.filter((state) => !isLive(state)).sort((a, b) => byDate(b.deletedAt, a.deletedAt));
    await purgeNotifications(db, widget, idsOf(before.slice(NOTIFICATIONS_MAX)));
    return deleted;
  },

  async restore(db, { widget, states, now }, ids) {
    const restorable = restorableAt(now);
    const named = pick(states, ids, ({ deletedAt }) => deletedAt === null || isRestorable(deletedAt, restorable));
    const deleted = named.filter((state) => !isLive(state));
    if (deleted.length > 0) await makeRoom(db, widget, states.filter(isLive).length, deleted.length);
    const restored = idsOf(deleted);
    await setDeleted(db, widget, restored, null);
    await setHidden(db, widget.siteId, restored, null);
    return deleted;
  },
};

const byDate = (a: string | null, b: string | null) => Date.parse(a ?? '') - Date.parse(b ?? '');

async function setStatus(
  db: Db,
  { widget, states, now }: Change,
  ids: readonly string[],
  status: Notification['status'],
): Promise<NotificationState[]> {
  const others = pick(states, ids, isLive).filter((state) => state.status !== status);
  await setStatuses(db, widget, idsOf(others), { status, updatedAt: isoOf(now) });
  return others;
}

/**
 * Activates, deactivates, deletes or restores all of the named notifications, or none.
 * @returns the ids of those that it changed: an active one is not activated again, and a live one not restored. A restored
 * one whose event doesn't show any more is gone again, and left out.
 * @throws not-found naming the ids; conflict when the widget has no room for what is restored, or none of it shows any more
 */
export async function changeNotifications(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, ids, action }: BulkInput,
): Promise<string[]> {
  const change = async (db: Db, state: Change) => idsOf(await ACTIONS[action](db, state, ids));
  const mayTellOfEvents = action === 'delete' || action === 'restore';
  const changed = await changeWidget(deps, actor, widgetId, change, mayTellOfEvents);
  if (action !== 'restore' || changed.length === 0) return changed;
  const left = await findKept(deps.db, await ownWidget(deps.db, actor, widgetId), changed);
  if (left.length === 0) throw new DomainError('conflict', EVENT_MESSAGES.noLongerShown);
  return left;
}

/** The error of a call about one notification needs no list of ids. */
const aboutOne = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'not-found') throw new DomainError('not-found', error.message);
  throw error;
};

/** Visitors and lists lose it at once; its past counts stay in the site's statistics. @throws not-found */
export async function deleteNotification(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, notificationId }: NotificationRef,
): Promise<void> {
  await changeNotifications(deps, actor, { widgetId, ids: [notificationId], action: 'delete' }).catch(aboutOne);
}

/**
 * Undoes a deletion: the notification is back with its counts, status and position. One that isn't deleted stays as it
 * is.
 * @throws not-found, also when it was deleted too long ago; conflict when the widget is full, or its event doesn't show any
 * more
 */
export async function restoreNotification(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, notificationId }: NotificationRef,
): Promise<Notification> {
  const restore = async (db: Db, change: Change) => {
    await ACTIONS.restore(db, change, [notificationId]);
    const notification = await findNotification(db, change.widget, notificationId);
    if (!notification) throw new DomainError('not-found', 'Notification not found');
    return notification;
  };
  const restored = await changeWidget(deps, actor, widgetId, restore, true).catch(aboutOne);
  // What tells of an event may have been written anew meanwhile, or be gone.
  const widget = await ownWidget(deps.db, actor, widgetId);
  const found = await findNotification(deps.db, widget, notificationId);
  if (found) return found;
  // Somebody who deletes it at the same moment makes no conflict.
  const isKept = (await findKept(deps.db, widget, [notificationId])).length > 0;
  if (!isKept && restored.metadata.eventId !== undefined)
    throw new DomainError('conflict', EVENT_MESSAGES.noLongerShown);
  return restored;
}

/** @returns the positions of notifications in this order that differ from what they have. */
function newPositions(inOrder: readonly NotificationState[]): Map<string, number> {
  const held = inOrder.map(({ position }) => position).sort((a, b) => a - b);
  const areDistinct = held.every((position, at) => at === 0 || position !== held[at - 1]);
  const positions = areDistinct ? held : held.map((_, at) => at);
  return new Map(
    inOrder.flatMap(({ id, position }, at) => {
      const next = positions[at] ?? at;
      return next === position ? [] : [[id, next] as const];
    }),
  );
}

/**
 * Puts the named notifications into this order, in the places that they hold now; all others keep theirs. So a call can
 * name all, or only those between which one is moved.
 * @returns the ids of all notifications in the new order. @throws not-found naming the ids
 */
export const orderNotifications = (
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, ids }: OrderInput,
): Promise<string[]> =>
  changeWidget(deps, actor, widgetId, async (db, { widget, states }) => {
    const named = pick(states, ids, isLive);
    const names = new Set(ids);
    let next = 0;
    const ordered = states.map((state) => (names.has(state.id) ? (named[next++] ?? state) : state));
    await setPositions(db, widget, newPositions(ordered));
    return idsOf(ordered.filter(isLive));
  });

/** Removes for good what can't be restored any more, of any widget. */
export const purgeOldNotifications = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping?: AbortSignal,
): Promise<void> => purgeDeletedNotifications(db, restorableAt(clock.now()), stopping);
