// Attack: get back, keep on pages, or hide from the counts, what was deleted.
import { beforeEach, expect, it } from 'vitest';
import { purgeOldNotifications } from '#server/domain/notification/notification-sets.ts';
import { BULK_ACTIONS, type Notification } from '#shared/contract/notification.ts';
import { NOTIFICATION_RESTORE_LIFE, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { describeShop } from '#tests/support/apps.ts';
import { makeClient, makeKey, makeOwner, makeShop, reportEvents } from '#tests/support/client.ts';
import { expectAllRefused } from '#tests/support/refusals.ts';
import { ownersRows } from '#tests/support/rows.ts';

describeShop('a deleted notification', { postgres: 'long', turns: 'forced' }, ({ app, owner, shop, database }) => {
  let list: string;
  let one: string;
  beforeEach(() => {
    list = `/api/widgets/${shop.widget.id}/notifications`;
    one = `${list}/${shop.notification.id}`;
  });

  const payload = async () =>
    (await (await app.fetch(`/api/embed/${shop.site.id}`)).json()) as { token: string; notifications: unknown[] };
  const report = async (token: string, type: string) => {
    const events = [{ type, notificationId: shop.notification.id, page: '/' }];
    expect((await reportEvents(app, shop.site.id, token, events)).status).toBe(204);
  };
  const restored = async () => {
    const { status, body } = await owner.post<{ notification: Notification }>(`${one}/restore`);
    return [status, body.notification] as const;
  };
  const deletedIds = async (client = owner) =>
    (await client.get<{ notifications: Notification[] }>(`${list}/deleted`)).body.notifications?.map(({ id }) => id);

  it('leaves pages, inspector, lists and statistics at once', async () => {
    expect((await payload()).notifications).toHaveLength(1);
    const { token } = app.deps.tokens.signInspection(shop.site.id);
    expect((await owner.delete(one)).status).toBe(204);
    expect((await payload()).notifications).toEqual([]);
    const inspection = await (await app.fetch(`/api/embed/${shop.site.id}/inspection?token=${token}`)).json();
    expect(inspection).toMatchObject({ notifications: [] });
    expect((await owner.get(list)).body).toEqual({ notifications: [] });
    const { stats } = (await owner.get<{ stats: { notifications: number }[] }>('/api/stats/sites')).body;
    expect(stats[0]?.notifications).toBe(0);
    for (const [method, path] of [
      ['PUT', one],
      ['DELETE', one],
      ['POST', `${one}/duplicate`],
    ] as const) {
      expect([
        method,
        (await owner.call(method, path, method === 'PUT' ? { message: 'Back' } : undefined)).status,
      ]).toEqual([method, 404]);
    }
  });

  it('comes back with every display that was seen, also one reported after the deletion', async () => {
    const { token } = await payload();
    await report(token, 'display');
    await owner.delete(one);
    await report(token, 'display');
    await report(token, 'click');
    expect(await restored()).toEqual([200, { ...shop.notification, displayCount: 2, clickCount: 1 }]);
    expect((await payload()).notifications).toHaveLength(1);
  });

  it('loses no display to calls at the same moment: deleted, restored, ordered and swept while it is counted', async () => {
    const { token } = await payload();
    const ids = [shop.notification.id];
    const add = { type: 'custom', message: 'Another' };
    ids.unshift((await owner.post<{ notification: Notification }>(list, add)).body.notification.id);
    const displays = 12;
    const answers = await Promise.all(
      Array.from({ length: displays }, async (_, n) => {
        const change =
          n % 3 === 2
            ? owner.put(`${list}/order`, { ids: n % 2 ? ids : ids.toReversed() })
            : owner.post(`${list}/bulk`, { ids, action: n % 3 ? 'restore' : 'delete' });
        const [{ status }] = await Promise.all([change, report(token, 'display'), purgeOldNotifications(app.deps)]);
        return status;
      }),
    );
    // 404: to be ordered or deleted while it is deleted.
    expect(answers.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await owner.post(`${list}/bulk`, { ids, action: 'restore' })).status).toBe(200);
    expect((await restored())[1].displayCount).toBe(displays);
  });

  it('cannot be put in order, and takes a whole call with it: all of a thousand ids, or none', async () => {
    const other = await makeShop(await makeOwner(app, 'other@other.example'), 'Other shop');
    const live = (await owner.post<{ notification: Notification }>(list, { type: 'custom', message: 'Live' })).body
      .notification;
    await owner.delete(one);
    const many = Array.from({ length: NOTIFICATIONS_MAX - 2 }, (_, n) => `n${n}`);
    const before = await ownersRows(app.deps.db);
    for (const ids of [
      [shop.notification.id],
      [live.id, shop.notification.id],
      [live.id, other.notification.id],
      [live.id, ...many, other.notification.id],
    ]) {
      const calls: [string, string, object][] = [
        ['PUT', `${list}/order`, { ids }],
        ...(['activate', 'deactivate', 'delete'] as const).map((action): [string, string, object] => [
          'POST',
          `${list}/bulk`,
          { ids, action },
        ]),
      ];
      for (const [method, path, body] of calls) {
        const answer = await owner.call(method, path, body);
        const named = answer.body.errors?.map(({ field }) => field);
        expect([answer.status, named]).toEqual([404, ids.flatMap((id, at) => (id === live.id ? [] : [`ids.${at}`]))]);
      }
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });

  it('is gone for good after ten minutes, and then nothing is counted for it', async () => {
    const { token } = await payload();
    await owner.delete(one);
    app.clock.advance(NOTIFICATION_RESTORE_LIFE);
    expect((await restored())[0]).toBe(404);
    expect(await deletedIds()).toEqual([]);
    await purgeOldNotifications(app.deps);
    await report(token, 'display');
    expect(await database().db.selectFrom('stats_hourly').selectAll().execute()).toEqual([]);
    expect(await database().db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  it('is not extended by deleting it again and again, only by having it back', async () => {
    await owner.delete(one);
    app.clock.advance(NOTIFICATION_RESTORE_LIFE - MINUTE);
    expect((await owner.post(`${list}/bulk`, { ids: [shop.notification.id], action: 'delete' })).status).toBe(404);
    app.clock.advance(MINUTE);
    expect((await restored())[0]).toBe(404);
  });

  it("is restored by its owner only: not by others, through another's widget, or with a key that may only read", async () => {
    const other = await makeOwner(app, 'other@other.example');
    const otherShop = await makeShop(other, 'Other shop');
    const { key } = await makeKey(owner, 'read');
    await owner.delete(one);
    const ids = [shop.notification.id];
    for (const [client, status, widgetId] of [
      [makeClient(app), 401, shop.widget.id],
      [other, 404, shop.widget.id],
      [other, 404, otherShop.widget.id],
      [makeClient(app, key), 403, shop.widget.id],
    ] as const) {
      const base = `/api/widgets/${widgetId}/notifications`;
      expect((await client.post(`${base}/${shop.notification.id}/restore`)).status).toBe(status);
      for (const action of BULK_ACTIONS) {
        expect((await client.post(`${base}/bulk`, { ids, action })).status).toBe(status);
      }
      expect((await client.put(`${base}/order`, { ids })).status).toBe(status);
      expect((await client.post(`${base}/${shop.notification.id}/duplicate`)).status).toBe(status);
    }
    expect(await deletedIds(other)).toBeUndefined();
    expect((await other.get(`/api/widgets/${otherShop.widget.id}/notifications/deleted`)).body).toEqual({
      notifications: [],
    });
    expect(await deletedIds(makeClient(app, key))).toEqual(ids);
    expect((await restored())[0]).toBe(200);
  });

  it('is not brought back by a bulk call that the server refuses', async () => {
    const { id } = shop.notification;
    await owner.delete(one);
    const tooMany = Array.from({ length: NOTIFICATIONS_MAX + 1 }, (_, n) => `n${n}`);
    const lists: [unknown, string[]][] = [
      [undefined, ['ids']],
      [[], ['ids']],
      [[id, id], ['ids']],
      [tooMany, ['ids']],
      [[id, 7], ['ids.1']],
      [[id, 'x\0'], ['ids.1']],
      [{ 0: id }, ['ids']],
    ];
    await expectAllRefused(app, owner, 'POST', `${list}/bulk`, [
      ...lists.map(([ids, fields]): [unknown, string[]] => [{ ids, action: 'restore' }, fields]),
      [{ ids: [id] }, ['action']],
      [{ ids: [id], action: 'destroy' }, ['action']],
      [{ ids: [id], action: 'delete', force: true }, ['force']],
    ]);
    await expectAllRefused(
      app,
      owner,
      'PUT',
      `${list}/order`,
      lists.map(([ids, fields]) => [{ ids }, fields]),
    );
    expect([(await payload()).notifications, await deletedIds()]).toEqual([[], [id]]);
  });
});
