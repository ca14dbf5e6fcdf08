// What a refund or a dispute retracts, and what it leaves: however many products it names, however little its vendor
// says, in however many parts, and however often it is told. On both databases.
import { expect, it } from 'vitest';
import { keyedHashOf } from '#server/domain/events/keyed-hashes.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { hmac } from './support/deliveries.ts';
import { eachTest } from './support/stages.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

describeApp('a retraction', {}, ({ app }) => {
  const own = eachTest(() => makeVendorShop(app));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const invoice = (subscription: string, amount_paid: number) => ({
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription } },
    amount_paid,
    currency: 'eur',
    customer: 'cus_9',
    lines: { data: [{ description: `1 × ${subscription} (at €1.00 / month)` }] },
  });
  const charge = (payment_intent: string, amount: number, more: object = {}) => ({
    payment_intent,
    amount,
    amount_refunded: amount,
    refunded: true,
    currency: 'eur',
    customer: 'cus_9',
    ...more,
  });

  it('by a refund of a thousand products holds for each of them, before and after it came', async () => {
    const tell = await own.shopify();
    // As long as names can be, and nothing that could be compressed.
    const titles = Array.from({ length: 1_000 }, (_, n) =>
      `${n} ${Array.from({ length: 10 }, (_each, i) => hmac('key', `${n}.${i}`, 'base64')).join(' 🪑"\\')}`.slice(
        0,
        300,
      ),
    );
    const refundOf = (id: number) => ({
      id: 10_000 + id,
      order_id: id,
      refund_line_items: titles.map((title) => ({ line_item: { title } })),
      transactions: [{ kind: 'refund', status: 'success', amount: '100.00', currency: 'EUR' }],
    });
    const withTitle = (id: number, title: string | undefined) =>
      own.order(id, { total_price: '900.00', line_items: [{ title, quantity: 1 }] });
    // The first and the last of its products, its price, and neither.
    const sold = [withTitle(1, titles[0]), withTitle(2, titles[999]), own.order(3), withTitle(4, 'Lamp')];
    for (const one of sold) await tell('orders/paid', one);
    expect(await own.shown()).toHaveLength(4);
    for (const { id } of sold) await tell('refunds/create', refundOf(id));
    expect(await own.shown()).toEqual(['Lamp']);
    const stored = () => app.deps.db.selectFrom('retractions').select('only_if').execute();
    const rows = await stored();
    for (const { only_if } of rows) expect(Buffer.byteLength(only_if)).toBeLessThanOrEqual(1_500);
    // What it named is kept by hashes only.
    const conditions = rows.map(({ only_if }) => JSON.parse(only_if) as { subjects?: string[]; price?: string });
    const named = conditions.flatMap(({ subjects = [], price }) => [...subjects, price ?? subjects[0]]);
    expect(named.length).toBeGreaterThan(1_000);
    for (const one of named) expect(one).toMatch(/^[\w-]{43}$/);
    // Told twice, in another order, it is the same.
    await tell('refunds/create', { ...refundOf(4), refund_line_items: refundOf(4).refund_line_items.toReversed() });
    expect(await stored()).toHaveLength(rows.length);

    const late = [withTitle(11, titles[0]), withTitle(12, titles[500]), own.order(13), withTitle(14, 'Shelf')];
    for (const { id } of late) await tell('refunds/create', refundOf(id));
    for (const one of late) await tell('orders/paid', one);
    expect(await own.shown()).toEqual(['Lamp', 'Shelf']);
  });

  it('that an older version wrote in clear, while it ran beside this one, holds for nothing that comes later', async () => {
    const tell = await own.shopify();
    const hash = keyedHashOf(app.deps, own.shop.site.id, { matches: 'reference', value: '1' });
    const clear = JSON.stringify({ subjects: ['Desk 1'], price: { amount: 100, currency: 'EUR' } });
    const ids = { id: 'r-1', site_id: own.shop.site.id, source_id: tell.source.id };
    const row = {
      ...ids,
      matches: 'reference',
      hash,
      only_if: clear,
      because: 'refunded',
      at: ago(0),
      retracted_by: null,
    };
    await app.deps.db
      .insertInto('retractions')
      .values(row as never)
      .execute();
    await tell('orders/paid', own.order(1));
    expect(await own.shown()).toEqual(['Desk 1']);
  });

  it('in two parts is whole once the order says so, and no update undoes it or counts twice', async () => {
    const tell = await own.shopify();
    const partOf = (id: number, amount: string) => ({
      id: 10_000 + id,
      order_id: id,
      refund_line_items: [],
      transactions: [{ kind: 'refund', status: 'success', amount, currency: 'EUR' }],
    });
    // orders/updated has the same order as orders/create, whole: https://shopify.dev/docs/api/webhooks
    for (const id of [1, 2]) {
      await tell('orders/create', own.order(id));
      await tell(
        'orders/updated',
        own.order(id, { total_price: '120.00', line_items: [{ title: 'Lamp', quantity: 3 }] }),
      );
    }
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 2']);
    await tell('refunds/create', partOf(1, '40.00'));
    await tell('orders/updated', own.order(1, { financial_status: 'partially_refunded' }));
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 2']);
    await tell('refunds/create', partOf(1, '60.00'));
    await tell('orders/updated', own.order(1, { financial_status: 'refunded' }));
    expect(await own.shown()).toEqual(['Desk 2']);
    await tell('orders/updated', own.order(2, { cancelled_at: ago(0) }));
    expect(await own.shown()).toEqual([]);
    for (const id of [1, 2]) for (const topic of ['orders/updated', 'orders/paid']) await tell(topic, own.order(id));
    expect(await own.shown()).toEqual([]);
    expect((await own.listed('?state=retracted')).events.map(({ id }) => id).sort()).toEqual(['1', '2']);
    // It may also be the first that comes.
    await tell('orders/updated', own.order(3));
    await tell('orders/create', own.order(3));
    expect(await own.shown()).toEqual(['Desk 3']);
    await tell('orders/updated', own.order(4, { financial_status: 'refunded' }));
    await tell('orders/paid', own.order(4));
    expect(await own.shown()).toEqual(['Desk 3']);
  });

  it('of a charge that names no purchase is about the price, once, however often it is told', async () => {
    const tell = await own.stripe();
    await tell('invoice.paid', invoice('sub_large', 4900));
    await tell('invoice.paid', invoice('sub_small', 900));
    expect(await own.shown()).toEqual(['sub_large', 'sub_small']);
    for (let n = 0; n < 3; n++) await tell('charge.refunded', charge('pi_1', 4900));
    expect(await own.shown()).toEqual(['sub_small']);
    await tell('invoice.paid', invoice('sub_large', 4900));
    expect(await own.shown()).toEqual(['sub_small']);
  });

  it('finds the price also of what was retracted by hand before', async () => {
    const tell = await own.stripe();
    await tell('invoice.paid', invoice('sub_large', 4900));
    await tell('invoice.paid', invoice('sub_small', 900));
    expect((await own.owner.post(`${own.site}/events/sub_large/retract`)).body).toEqual({ retracted: 1 });
    await tell('charge.refunded', charge('pi_1', 4900));
    expect(await own.shown()).toEqual(['sub_small']);
  });

  it('of a charge whose price fits nothing is about all of its customer', async () => {
    const tell = await own.stripe();
    await tell('invoice.paid', invoice('sub_1', 4900));
    await tell('invoice.paid', invoice('sub_2', 900));
    await tell('invoice.paid', { ...invoice('sub_other', 900), customer: 'cus_10' });
    // With its tax, say.
    await tell('charge.refunded', charge('pi_1', 5831));
    expect(await own.shown()).toEqual(['sub_other']);
  });

  it('of a charge holds for the purchase that comes after it', async () => {
    const tell = await own.stripe();
    await tell('charge.refunded', charge('pi_1', 4900));
    app.clock.advance(-MINUTE);
    await tell('invoice.paid', invoice('sub_1', 4900));
    app.clock.advance(MINUTE);
    await tell('charge.refunded', charge('pi_1', 4900));
    expect(await own.shown()).toEqual([]);
    app.clock.advance(MINUTE);
    await tell('invoice.paid', invoice('sub_2', 900));
    await tell('charge.refunded', charge('pi_1', 4900));
    expect(await own.shown()).toEqual(['sub_2']);
  });

  it('of a dispute that could be anything is logged for its owner to look', async () => {
    const tell = await own.stripe();
    await tell('invoice.paid', invoice('sub_1', 4900));
    const dispute = { object: 'dispute', charge: 'ch_1', amount: 4900, currency: 'eur', evidence: {} };
    await tell('charge.dispute.created', { ...dispute, payment_intent: 'pi_1' });
    expect((await tell.deliveries())[0]).toMatchObject({
      verdict: 'refused',
      retracted: 0,
      reason: expect.stringMatching(/names no customer.*by hand/),
    });
    // One that finds its payment is taken, told again or not.
    const session = {
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: 'pi_2',
      amount_total: 700,
      currency: 'eur',
    };
    await tell('checkout.session.completed', session);
    for (let n = 0; n < 2; n++) {
      app.clock.advance(SECOND);
      await tell('charge.dispute.created', { ...dispute, payment_intent: 'pi_2' });
      expect((await tell.deliveries())[0]).toMatchObject({
        verdict: 'taken',
        retracted: n === 0 ? 1 : 0,
        reason: null,
      });
    }
    expect(await own.shown()).toEqual(['sub_1']);
  });
});
