// Whose an order is, and in which arm, may come with two deliveries, of the shop's API, or of a file; and an order may be made in no
// arm at all. On both databases.
import { expect, it } from 'vitest';
import type { Effect } from '#shared/contract/effect.ts';
import { DAY, HOUR, isoOf } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeOwner, makeShop } from './support/client.ts';
import { HEADER, importCsv, ROW } from './support/csv-files.ts';
import { freshSqlite } from './support/databases.ts';
import { watchQueries } from './support/queries.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

describeApp('a buyer', {}, ({ app }) => {
  const measure = async () => {
    const shops = await makeVendorShop(app);
    const { owner } = shops;
    const site = `/api/sites/${shops.shop.site.id}`;
    await owner.put(site, { currency: 'EUR' });
    await owner.post(`${site}/goals`, { name: 'Orders', kind: 'orders' });
    await owner.put(`${site}/hold-out`, { share: 50 });
    const effect = async (query = '') => (await owner.get<{ effect: Effect }>(`${site}/effect${query}`)).body.effect;
    const epoch = (await effect()).epoch?.id ?? '';
    const shown = async () => {
      const [goal] = (await effect()).goals;
      return [goal?.converted.shown, goal?.value?.shown ?? 0];
    };
    return { ...shops, site, effect, epoch, shown, arm: `pb-${epoch}-1` };
  };
  const charge = (email: string | null, more: object = {}) => ({
    ...{ id: 'ch_1', object: 'charge', status: 'succeeded', captured: true, payment_intent: 'pi_1' },
    ...{ amount: 10_000, amount_captured: 10_000, amount_refunded: 0, currency: 'eur' },
    billing_details: { name: 'Ana Silva', email },
    ...more,
  });
  const session = (email: string | null, arm: string, more: object = {}) => ({
    ...{ id: 'cs_1', object: 'checkout.session', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1' },
    ...{ amount_total: 10_000, currency: 'eur', metadata: { proofbell_arm: arm } },
    customer_details: { name: 'Ana Silva', email },
    ...more,
  });

  it('counts also where the charge came first, of another address than the checkout with the arm', async () => {
    const { stripe, shown, arm } = await measure();
    const tell = await stripe();
    await tell('charge.succeeded', charge('ana@bank.example'));
    await tell('checkout.session.completed', session('ana@shop.example', arm));
    expect(await shown()).toEqual([1, 100]);
    await tell('charge.refunded', charge('ana@bank.example', { refunded: true, amount_refunded: 10_000 }));
    expect(await shown()).toEqual([0, 0]);
  });

  it('counts once where the address is known only after the arm, and no more once it is paid back', async () => {
    const { stripe, shown, arm } = await measure();
    const tell = await stripe();
    await tell('checkout.session.completed', session(null, arm, { customer: 'cus_1' }));
    await tell('charge.succeeded', charge('ana@shop.example'));
    expect(await shown()).toEqual([1, 100]);
    await tell('charge.refunded', charge('ana@shop.example', { refunded: true, amount_refunded: 10_000 }));
    expect(await shown()).toEqual([0, 0]);
  });

  it('counts once a file says whose a delivered order is, and no more once it is retracted', async () => {
    const { owner, shopify, shown, arm, order } = await measure();
    const tell = await shopify();
    const attributes = { note_attributes: [{ name: 'proofbell_arm', value: arm }] };
    await tell('orders/paid', order(7, { email: null, ...attributes }));
    expect(await shown()).toEqual([0, 0]);
    const { body } = await importCsv(owner, tell.source, `${HEADER}\n${ROW.replace('o-1', '7')}`);
    expect(body).toMatchObject({ import: { duplicates: 1 } });
    expect(await shown()).toEqual([1, 100]);
    await tell('orders/cancelled', { id: 7, cancelled_at: isoOf(app.clock.now()) });
    expect(await shown()).toEqual([0, 0]);
  });

  it("keeps the arm that the shop's API told where a delivery names none", async () => {
    const { stripe, shown, arm } = await measure();
    const tell = await stripe();
    await tell('checkout.session.completed', session('ana@shop.example', arm));
    await app.deps.db.updateTable('events').set({ is_read: 1, is_signed: 0 }).execute();
    await tell('charge.succeeded', charge('ana@shop.example'));
    expect(await shown()).toEqual([1, 100]);
  });

  it('who is known by an order on hold alone, once the other was forgotten, counts no second time', async () => {
    const { owner, woocommerce, shown, arm, site } = await measure();
    const tell = await woocommerce();
    const at = isoOf(app.clock.now() - 2 * HOUR).replace('.000Z', '');
    const order = (id: number, status: string, minutes: number) => ({
      ...{ id, number: `${id}`, status, currency: 'EUR', total: '100.00', date_paid_gmt: at, date_created_gmt: at },
      date_modified_gmt: isoOf(app.clock.now() - HOUR + minutes * 60_000).replace('.000Z', ''),
      ...{ billing: { first_name: 'Ana', email: 'ana@shop.example' }, line_items: [] },
      meta_data: [{ id: 1, key: 'proofbell_arm', value: arm }],
    });
    await tell('order.created', order(1, 'processing', 0));
    await tell('order.created', order(2, 'processing', 0));
    await tell('order.updated', order(2, 'on-hold', 1));
    expect(await shown()).toEqual([1, 100]);
    await owner.post(`${site}/forget`, { reference: '1' });
    await tell('order.updated', order(2, 'processing', 2));
    expect((await shown())[0]).toBe(1);
  });

  it('of an order without an arm is told of where that was made while it was measured', async () => {
    const { owner, shopify, effect, epoch, arm, site, order } = await measure();
    const tell = await shopify();
    const attributes = { note_attributes: [{ name: 'proofbell_arm', value: arm }] };
    app.clock.advance(3 * HOUR);
    await tell('orders/paid', order(1, attributes));
    await tell('orders/paid', order(2));
    await tell('orders/paid', order(3, { processed_at: isoOf(app.clock.now() - 5 * DAY) }));
    expect((await effect()).withoutArm).toBe(1);
    app.clock.advance(HOUR);
    await owner.put(`${site}/hold-out`, { share: 0 });
    app.clock.advance(DAY);
    await tell('orders/paid', order(4));
    expect((await effect(`?epoch=${epoch}`)).withoutArm).toBe(1);
  });
});

it('fifty buyers of a delivery are counted for ten goals in few statements', async () => {
  const database = await freshSqlite();
  let statements = 0;
  const db = watchQueries(database.db, (node) => {
    if (/"experiment_(?:days|buyers)"/.test(node)) statements++;
    return undefined;
  });
  const app = makeTestApp({ ...database, db });
  const owner = await makeOwner(app);
  const path = `/api/sites/${(await makeShop(owner)).site.id}`;
  for (let n = 0; n < 10; n++) await owner.post(`${path}/goals`, { name: `Orders ${n}`, kind: 'orders' });
  await owner.put(`${path}/hold-out`, { share: 50 });
  const effect = async () => (await owner.get<{ effect: Effect }>(`${path}/effect`)).body.effect;
  const { epoch } = await effect();
  const events = Array.from({ length: 50 }, (_, n) => ({
    ...{ id: `o${n}`, kind: 'purchase', occurredAt: isoOf(app.clock.now() - HOUR), arm: `pb-${epoch?.id}-${n % 2}` },
    actor: { firstName: 'Ana', email: `ana${n}@shop.example` },
  }));
  statements = 0;
  await owner.post(`${path}/events`, { events });
  expect(statements).toBeLessThan(40);
  expect((await effect()).goals.map(({ converted }) => converted)).toEqual(
    Array.from({ length: 10 }, () => ({ heldOut: 25, shown: 25 })),
  );
  await app.stop();
});
