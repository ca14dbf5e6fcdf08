// Attack: deliver at once what shares a commit: the same order twice, orders with their cancellations, and to a source that is
// being deleted. Each is answered for itself, and in whatever order they come, nothing canceled shows.
import { expect, it } from 'vitest';
import { HOUR } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { addSource } from '#tests/support/client.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from '#tests/support/deliveries.ts';
import { makeEventShop } from '#tests/support/event-shop.ts';
import { eachTest } from '#tests/support/stages.ts';

const ORDERS = 12;

describeApp('deliveries that share a commit', { turns: 'forced' }, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));
  const addShop = () => addSource(own.owner, own.shop.site.id, { kind: 'shopify', secret: SHOP_SECRET });
  const sources = eachTest(async () => ({ one: (await addShop()).id, other: (await addShop()).id }));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const pay = (source: string, id: string) =>
    deliverShopify(app, source, 'orders/paid', shopifyOrder(id, ago(2 * HOUR)));
  const cancel = (source: string, id: string) =>
    deliverShopify(app, source, 'orders/cancelled', { id, cancelled_at: ago(HOUR) });
  const idsOf = (shop: 'one' | 'other') => Array.from({ length: ORDERS }, (_, n) => `${shop}-${n}`).sort();
  const stored = (shop: 'one' | 'other') =>
    app.deps.db
      .selectFrom('events')
      .select(['event_id', 'retracted_because', 'subject_name'])
      .where('event_id', 'like', `${shop}-%`)
      .orderBy('event_id')
      .execute();
  const deliveries = (source: string) =>
    app.deps.db
      .selectFrom('deliveries')
      .select(['accepted', 'duplicates', 'retracted'])
      .where('source_id', '=', source)
      .execute();
  const sum = (rows: Awaited<ReturnType<typeof deliveries>>, of: 'accepted' | 'duplicates' | 'retracted') =>
    rows.reduce((total, row) => total + row[of], 0);

  it('store an order once, and call the other a duplicate', async () => {
    const all = idsOf('one').flatMap((id) => [pay(sources.one, id), pay(sources.one, id)]);
    const once = idsOf('other').map((id) => pay(sources.other, id));
    expect(new Set(await Promise.all([...all, ...once]))).toEqual(new Set([200]));
    for (const [shop, copies] of [
      ['one', 2],
      ['other', 1],
    ] as const) {
      expect((await stored(shop)).map((row) => row.event_id)).toEqual(idsOf(shop));
      const rows = await deliveries(sources[shop]);
      expect([rows.length, sum(rows, 'accepted'), sum(rows, 'duplicates')]).toEqual([
        ORDERS * copies,
        ORDERS,
        ORDERS * (copies - 1),
      ]);
    }
  });

  it('show nothing that is canceled at the same moment, whichever comes first', async () => {
    const all = idsOf('one').flatMap((id, n) =>
      (n % 2 ? [pay, cancel, pay] : [cancel, pay, pay]).map((send) => send(sources.one, id)),
    );
    const kept = idsOf('other').map((id) => pay(sources.other, id));
    expect(new Set(await Promise.all([...all, ...kept]))).toEqual(new Set([200]));
    const rows = await stored('one');
    expect(rows.map((row) => row.event_id)).toEqual(idsOf('one'));
    for (const row of rows) expect(row).toMatchObject({ retracted_because: 'cancelled', subject_name: null });
    for (const row of await stored('other')) expect(row.retracted_because).toBe(null);
  });

  it('are answered for themselves when their source is deleted meanwhile', async () => {
    const [toOne, deleted, toOther] = await Promise.all([
      Promise.all(idsOf('one').map((id) => pay(sources.one, id))),
      own.owner.delete(`${own.site}/sources/${sources.one}`),
      Promise.all(idsOf('other').map((id) => pay(sources.other, id))),
    ]);
    expect(deleted.status).toBe(204);
    for (const status of toOne) expect([200, 404]).toContain(status);
    expect(new Set(toOther)).toEqual(new Set([200]));
    expect((await stored('other')).map((row) => row.event_id)).toEqual(idsOf('other'));
  });
});
