// Many notifications at once, and what becomes of deleted ones.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BulkAction, CreateNotificationInput, Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { NOTIFICATION_RESTORE_LIFE, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { DAY, isoNow, SECOND } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import type { VerifiedActor } from '../access.ts';
import { createSite } from '../site/site.ts';
import { summarizeSites } from '../site/summaries.ts';
import { getWidgetOfSite } from '../site/widget.ts';
import { createNotification, listNotifications, updateNotification } from './notification.ts';
import {
  changeNotifications,
  deleteNotification,
  listDeletedNotifications,
  orderNotifications,
  purgeOldNotifications,
  restoreNotification,
} from './notification-sets.ts';

onBothDatabases('notifications', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let site: Site;
  let widget: Widget;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps);
    site = await createSite(app.deps, owner, { name: 'Shop' });
    widget = await getWidgetOfSite(app.deps, owner, site.id);
  });
  afterEach(() => app.stop());

  const create = (input: Partial<CreateNotificationInput> = {}) =>
    createNotification(app.deps, owner, { widgetId: widget.id, type: 'purchase', message: 'Hello', ...input });
  const refTo = ({ id }: { id: string }) => ({ widgetId: widget.id, notificationId: id });
  const remove = (notification: { id: string }) => deleteNotification(app.deps, owner, refTo(notification));
  const restore = (notification: { id: string }) => restoreNotification(app.deps, owner, refTo(notification));
  const change = (action: BulkAction, notifications: { id: string }[]) =>
    changeNotifications(app.deps, owner, { widgetId: widget.id, ids: notifications.map(({ id }) => id), action });
  const order = (notifications: { id: string }[]) =>
    orderNotifications(app.deps, owner, { widgetId: widget.id, ids: notifications.map(({ id }) => id) });
  const list = () => listNotifications(app.deps, owner, widget.id);
  const listDeleted = () => listDeletedNotifications(app.deps, owner, widget.id);
  const names = async () => (await list()).map(({ name }) => name);
  const revision = async () => (await getWidgetOfSite(app.deps, owner, site.id)).settings.revision;
  const rows = () => app.deps.db.selectFrom('notifications').select(['id', 'deleted_at']).execute();
  /** Four notifications in this order. */
  const four = async () => {
    const made: Notification[] = [];
    for (const name of ['d', 'c', 'b', 'a']) made.unshift(await create({ name }));
    return made as [Notification, Notification, Notification, Notification];
  };
  /** Copies the notification straight into the table. */
  async function fill(notification: Notification, count: number, changes: object = {}) {
    const { db } = app.deps;
    const row = await db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', notification.id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: count }, (_, n) => ({ ...row, ...changes, id: `${notification.id}-${n}` }));
    for (let at = 0; at < more.length; at += 500) {
      await db
        .insertInto('notifications')
        .values(more.slice(at, at + 500))
        .execute();
    }
  }

  it('disappear when deleted, and come back with counts, status and position', async () => {
    const [, b, c] = await four();
    await updateNotification(app.deps, owner, { ...refTo(b), status: 'inactive' });
    await app.deps.db.updateTable('notifications').set({ display_count: 7, click_count: 2 }).execute();
    const before = await list();
    await remove(b);
    expect(await names()).toEqual(['a', 'c', 'd']);
    // In no order: the payload puts them in the owner's.
    const sent = async () =>
      (await app.deps.hotReads.embed.load(site.id, isoNow(app.clock)))?.notifications.map(({ name }) => name).sort();
    expect(await sent()).toEqual(['a', 'c', 'd']);
    await remove(c);
    expect(await sent()).toEqual(['a', 'd']);
    const restored = await restore(b);
    expect(restored).toEqual(before[1]);
    await restore(c);
    expect(await list()).toEqual(before);
  });

  it('can be restored for ten minutes, listed with the time that is left', async () => {
    const [a, b] = await four();
    await remove(a);
    app.clock.advance(SECOND);
    const deletedAt = isoNow(app.clock);
    await remove(b);
    expect(await listDeleted()).toEqual([
      { ...b, deletedAt, restorableUntil: new Date(Date.parse(deletedAt) + NOTIFICATION_RESTORE_LIFE).toISOString() },
      expect.objectContaining(a),
    ]);
    app.clock.advance(NOTIFICATION_RESTORE_LIFE - SECOND);
    expect((await listDeleted()).map(({ id }) => id)).toEqual([b.id]);
    await expect(restore(a)).rejects.toMatchObject({ code: 'not-found' });
    // Until the next sweep its row is still there, and nobody's to have.
    expect(await rows()).toHaveLength(4);
    await purgeOldNotifications(app.deps);
    expect(await rows()).toHaveLength(3);
    expect((await restore(b)).id).toBe(b.id);
    app.clock.advance(DAY);
    await purgeOldNotifications(app.deps);
    expect(await rows()).toHaveLength(3);
  });

  it('deleted before the clock was set back are gone, and do not stay for a day', async () => {
    const [a] = await four();
    await remove(a);
    app.clock.advance(-DAY);
    expect(await listDeleted()).toEqual([]);
    await expect(restore(a)).rejects.toMatchObject({ code: 'not-found' });
    await purgeOldNotifications(app.deps);
    expect(await rows()).toHaveLength(3);
  });

  it('are not found while deleted, and restoring a live one changes nothing', async () => {
    const [a] = await four();
    expect(await restore(a)).toEqual(a);
    await remove(a);
    await expect(remove(a)).rejects.toMatchObject({ code: 'not-found' });
    const update = updateNotification(app.deps, owner, { ...refTo(a), message: 'Other' });
    await expect(update).rejects.toMatchObject({ code: 'not-found' });
    for (const action of ['activate', 'deactivate', 'delete'] as const) {
      await expect(change(action, [a])).rejects.toMatchObject({ code: 'not-found' });
    }
    await expect(order([a])).rejects.toMatchObject({ code: 'not-found' });
    await expect(restore({ id: 'nowhere' })).rejects.toMatchObject({ code: 'not-found', fields: undefined });
    await restore(a);
    expect(await restore(a)).toEqual(a);
  });

  it('that are deleted need no place, and find one again only when there is one', async () => {
    const [a, b, c] = await four();
    await fill(a, NOTIFICATIONS_MAX - 4);
    await change('delete', [a, b, c]);
    const [summary] = await summarizeSites(app.deps, owner);
    expect(summary).toMatchObject({ notifications: NOTIFICATIONS_MAX - 3, activeNotifications: NOTIFICATIONS_MAX - 3 });
    await create();
    await create();
    await expect(change('restore', [a, b, c])).rejects.toMatchObject({ code: 'conflict' });
    expect(await listDeleted()).toHaveLength(3);
    expect(await change('restore', [a])).toEqual([a.id]);
    await expect(restore(b)).rejects.toMatchObject({ code: 'conflict' });
    // One that is there already needs no place.
    expect((await restore(a)).id).toBe(a.id);
  });

  it('are stored in no greater number by deleting them', async () => {
    const [a, b, c] = await four();
    await fill(a, NOTIFICATIONS_MAX + 1, { deleted_at: isoNow(app.clock) });
    app.clock.advance(SECOND);
    await change('delete', [b, c]);
    const deleted = await listDeleted();
    expect(deleted).toHaveLength(NOTIFICATIONS_MAX + 2);
    expect(deleted.slice(0, 2).map(({ name }) => name)).toEqual(['b', 'c']);
    expect(await rows()).toHaveLength(NOTIFICATIONS_MAX + 4);
  });

  it('are all restored, a thousand too, although another was deleted after them', async () => {
    const [a] = await four();
    await fill(a, NOTIFICATIONS_MAX - 4);
    const all = await list();
    await change('delete', all);
    app.clock.advance(SECOND);
    await remove(await create());
    expect(await change('restore', all)).toHaveLength(NOTIFICATIONS_MAX);
  });

  it('made while others are deleted take none of their places', async () => {
    const [a, b] = await four();
    await change('delete', [a, b]);
    await create({ name: 'f' });
    await create({ name: 'e' });
    expect(await names()).toEqual(['e', 'f', 'c', 'd']);
    await change('restore', [a, b]);
    expect(await names()).toEqual(['e', 'f', 'a', 'b', 'c', 'd']);
    // Below the lowest position that an owner may set there is room for more than anyone can make.
    await updateNotification(app.deps, owner, { ...refTo(b), position: -1_000_000_000 });
    await remove(b);
    await create({ name: 'g' });
    await restore(b);
    expect(await names()).toEqual(['g', 'b', 'e', 'f', 'a', 'c', 'd']);
  });

  it('are activated and deactivated together, with the ids of those that changed and one revision', async () => {
    const [a, b, c, d] = await four();
    await change('deactivate', [b]);
    const before = await revision();
    app.clock.advance(SECOND);
    expect(await change('deactivate', [c, b, a])).toEqual([c.id, a.id]);
    expect(await revision()).toBe(before + 1);
    const now = isoNow(app.clock);
    expect(await list()).toEqual([
      { ...a, status: 'inactive', updatedAt: now },
      { ...b, status: 'inactive' },
      { ...c, status: 'inactive', updatedAt: now },
      d,
    ]);
    expect(await change('activate', [a, c])).toEqual([a.id, c.id]);
    expect((await list()).map(({ status }) => status)).toEqual(['active', 'inactive', 'active', 'active']);
  });

  it('are changed all or none: an unknown id is named, and nothing happens', async () => {
    const [a, b] = await four();
    await remove(b);
    const before = [await list(), await listDeleted(), await revision()];
    for (const action of ['activate', 'deactivate', 'delete', 'restore'] as const) {
      await expect(change(action, [a, { id: 'nowhere' }])).rejects.toMatchObject({
        code: 'not-found',
        fields: [{ field: 'ids.1', message: 'No notification has the id nowhere' }],
      });
    }
    await expect(order([{ id: 'nowhere' }, a])).rejects.toMatchObject({ fields: [{ field: 'ids.0' }] });
    expect([await list(), await listDeleted(), await revision()]).toEqual(before);
  });

  it('are put in order: all of them, or the named ones within their places', async () => {
    const [a, b, c, d] = await four();
    expect(await order([d, b, c, a])).toEqual([d, b, c, a].map(({ id }) => id));
    expect(await names()).toEqual(['d', 'b', 'c', 'a']);
    await order([a, d]);
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
    await remove(b);
    expect(await order([c, a])).toEqual([c, a, d].map(({ id }) => id));
    await restore(b);
    expect(await names()).toEqual(['c', 'b', 'a', 'd']);
    // A new one still comes first.
    await create({ name: 'e' });
    expect(await names()).toEqual(['e', 'c', 'b', 'a', 'd']);
  });

  it('are put in order although several have one position', async () => {
    const [a, b, c, d] = await four();
    await app.deps.db.updateTable('notifications').set({ position: 1_000_000_000 }).execute();
    const before = await list();
    await order([...before].reverse());
    expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id).reverse());
    await order([a, b, c, d]);
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are changed a thousand at once', async () => {
    const [a] = await four();
    await fill(a, NOTIFICATIONS_MAX - 4);
    const all = await list();
    expect(await change('deactivate', all)).toHaveLength(NOTIFICATIONS_MAX);
    expect(await order([...all].reverse())).toEqual(all.map(({ id }) => id).reverse());
    expect(await change('delete', all)).toHaveLength(NOTIFICATIONS_MAX);
    expect(await list()).toEqual([]);
    await change('restore', all);
    expect((await list()).map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());
  });
});
