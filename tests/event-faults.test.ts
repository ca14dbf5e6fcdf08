// What shops and servers do wrong: orders of a year ago, of a megabyte and in any currency, and a process that dies between
// an event and its notification. On both databases.
import { expect, it } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import { listDueSites } from '#server/db/sources.ts';
import { project } from '#server/domain/events/projector.ts';
import { DAY, HOUR, isoNow } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { addSource } from './support/client.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from './support/deliveries.ts';
import { makeEventShop } from './support/event-shop.ts';
import { soon } from './support/soon.ts';
import { eachTest } from './support/stages.ts';

describeApp('a shop', {}, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));
  const settings = { kind: 'shopify', secret: SHOP_SECRET, privacy: { amount: true } };
  const source = eachTest(() => addSource(own.owner, own.shop.site.id, settings));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const order = (id: string, more: object = {}) =>
    shopifyOrder(id, ago(2 * HOUR), {
      ...{ total_price: '49.00', billing_address: { first_name: 'Ana' } },
      ...{ line_items: [{ title: 'Oak Desk', quantity: 1 }], ...more },
    });
  const deliver = (topic: string, content: object) => deliverShopify(app, source.id, topic, content);
  const messages = async () => (await own.notifications()).map(({ message }) => message).sort();
  const stored = (id: string) =>
    app.deps.db
      .selectFrom('events')
      .selectAll()
      .where('event_id', '=', id)
      .where('source_number', '=', numberOf(source.id))
      .execute();

  it('that tells of an order a year late has it kept, and not shown', async () => {
    expect(await deliver('orders/paid', order('1', { processed_at: ago(365 * DAY) }))).toBe(200);
    await project(app.deps, own.shop.site.id);
    const { events } = await own.listed();
    expect(events.find(({ id }) => id === '1')).toMatchObject({
      state: 'not-shown',
      reason: 'Too old to show',
    });
    // It is no less the same order, and no less retracted.
    expect(await deliver('orders/paid', order('1'))).toBe(200);
    expect(await deliver('orders/cancelled', { id: '1', cancelled_at: ago(364 * DAY) })).toBe(200);
    expect(await stored('1')).toMatchObject([{ retracted_because: 'cancelled', first_name: null }]);
    // So is one whose cancellation came a year before it.
    expect(await deliver('orders/cancelled', { id: '2', cancelled_at: ago(0) })).toBe(200);
    app.clock.advance(365 * DAY);
    expect(await deliver('orders/paid', order('2'))).toBe(200);
    await project(app.deps, own.shop.site.id);
    expect(await stored('2')).toMatchObject([{ retracted_because: 'cancelled', first_name: null }]);
    expect((await own.payload()).notifications).toEqual([]);
  });

  it('whose order has a megabyte is answered, and no more of it is kept than of a small one', async () => {
    const items = Array.from({ length: 4_000 }, (_, n) => ({
      title: n === 0 ? 'Oak Desk' : `Part ${n}`,
      quantity: 1,
      properties: [{ name: 'engraving', value: 'x'.repeat(200) }],
    }));
    const large = order('1', { line_items: items, note: 'y'.repeat(100_000) });
    expect(JSON.stringify(large).length).toBeGreaterThan(1024 ** 2);
    expect(await deliver('orders/paid', large)).toBe(200);
    await soon(messages).toHaveLength(1);
    expect((await messages())[0]).toContain('Ana bought Oak Desk');
    expect(JSON.stringify(await stored('1')).length).toBeLessThan(2_000);
  });

  it('that sells in any currency has each amount in its own', async () => {
    const sold: [id: string, amount: string, currency: string][] = [
      ['1', '49.00', 'EUR'],
      ['2', '4900', 'JPY'],
      ['3', '4.900', 'KWD'],
      // None that is known: its code stands for it.
      ['4', '49.00', 'ZZZ'],
    ];
    for (const [id, total_price, currency] of sold)
      expect(await deliver('orders/paid', order(id, { total_price, currency }))).toBe(200);
    await soon(messages).toHaveLength(4);
    const said = (await messages()).map((message) =>
      message.replace('Ana bought Oak Desk for ', '').replace(/\s/g, ' '),
    );
    expect(said.sort()).toEqual(['KWD 4.900', 'ZZZ 49.00', '¥4,900', '€49.00'].sort());
    // A refund of as much in other money is none of the whole.
    const refund = (id: string, currency: string) => ({
      id: `r-${id}-${currency}`,
      order_id: id,
      refund_line_items: [],
      transactions: [{ kind: 'refund', status: 'success', amount: '49.00', currency }],
    });
    expect(await deliver('refunds/create', refund('1', 'USD'))).toBe(200);
    expect(await messages()).toHaveLength(4);
    expect(await deliver('refunds/create', refund('1', 'EUR'))).toBe(200);
    expect(await messages()).toHaveLength(3);
  });

  it('whose event is stored by a process that dies before it shows is looked at later, however much later', async () => {
    const due = () => listDueSites(app.deps.db, isoNow(app.clock));
    app.clock.advance(HOUR);
    await project(app.deps, own.shop.site.id);
    expect(await due()).toEqual([]);
    // Dead from here on.
    app.deps.projector = { changed: async () => {} };
    expect(await deliver('orders/paid', order('1'))).toBe(200);
    expect(await messages()).toEqual([]);
    app.clock.advance(DAY);
    expect(await due()).toEqual([own.shop.site.id]);
    await project(app.deps, own.shop.site.id);
    expect(await messages()).toHaveLength(1);
    await project(app.deps, own.shop.site.id);
    expect(await due()).toEqual([]);
    // So is what only retracts something.
    expect(await deliver('orders/cancelled', { id: '1', cancelled_at: ago(0) })).toBe(200);
    app.clock.advance(DAY);
    expect(await due()).toEqual([own.shop.site.id]);
  });
});
