// Orders that their shop holds back for a while: WooCommerce's statuses, Stripe's disputes, and what their owner reads of
// them. On both databases.
import { expect, it } from 'vitest';
import type { Event } from '#shared/contract/event.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { importCsv } from './support/csv-files.ts';
import { eachTest } from './support/stages.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

const LABELS = { shopify: 0, woocommerce: 0, stripe: 0 };

describeApp('an order on hold', {}, ({ app }) => {
  const own = eachTest(() => makeVendorShop(app));

  const gmt = (ms: number) => new Date(ms).toISOString().slice(0, 19);
  /** An order of WooCommerce, changed so many minutes after it was paid two hours ago. */
  const woo = (status: string, minutes: number, more: object = {}) => {
    const paid = app.clock.now() - 2 * HOUR;
    return {
      id: 727,
      number: 'ORD-1001',
      status,
      date_paid_gmt: gmt(paid),
      date_modified_gmt: gmt(paid + minutes * MINUTE),
      total: '49.00',
      currency: 'EUR',
      billing: { first_name: 'Ana', email: 'ana@shop.example', city: 'Lisbon', country: 'PT' },
      line_items: [{ name: 'Desk 1', quantity: 1 }],
      ...more,
    };
  };
  /** Of the shop, and not of the API. */
  const listed = async (query = '') => (await own.listed(query)).events.filter(({ source }) => source in LABELS);
  const states = async () => (await listed()).map(({ state, reason }: Event) => [state, reason]);

  it('comes back as it was, and a refund in between is final', async () => {
    const tell = await own.woocommerce();
    await tell('order.updated', woo('processing', 0));
    expect(await own.shown()).toEqual(['Desk 1']);
    await tell('order.updated', woo('on-hold', 1));
    expect(await own.shown()).toEqual([]);
    const [held] = await listed('?state=on-hold');
    expect(held).toMatchObject({
      state: 'on-hold',
      reason: 'on-hold',
      actor: { firstName: 'Ana' },
      notificationId: null,
    });
    expect(held?.retraction?.by).toEqual((await tell.deliveries())[0]?.id);
    expect([await listed('?state=retracted'), (await listed('?state=not-shown')).length]).toEqual([[], 0]);
    const sold = async () =>
      (
        await own.owner.get<{ value: number }>(
          `${own.site}/aggregate?measure=count&kind=purchase&window=week&sourceId=${tell.source.id}`,
        )
      ).body.value;
    expect(await sold()).toBe(0);
    // Told again, and late.
    await tell('order.updated', woo('processing', 0));
    expect(await own.shown()).toEqual([]);
    await tell('order.updated', woo('completed', 2));
    expect([await own.shown(), await states()]).toEqual([['Desk 1'], [['shown', null]]]);
    await tell('order.updated', woo('failed', 3));
    await tell('order.updated', woo('refunded', 4));
    await tell('order.updated', woo('processing', 5));
    expect([await own.shown(), await states()]).toEqual([[], [['retracted', 'refunded']]]);
    const rows = app.deps.db.selectFrom('events').selectAll().where('event_id', '=', '727');
    expect(JSON.stringify(await rows.execute())).not.toMatch(/Ana|ORD-1001/);
  });

  it('that its shop never took for paid says so, and waits for its payment', async () => {
    const tell = await own.woocommerce();
    await tell('order.created', woo('on-hold', 0, { date_paid_gmt: null }));
    expect(await tell.deliveries()).toMatchObject([
      { verdict: 'ignored', reason: 'The order is not paid yet', retracted: 0 },
    ]);
    await tell('order.updated', woo('shipped', 1));
    expect(await own.shown()).toEqual(['Desk 1']);
  });

  it('may be retracted, and its person forgotten, as any other', async () => {
    const tell = await own.woocommerce();
    await tell('order.updated', woo('processing', 0));
    await tell('order.updated', woo('on-hold', 1));
    expect((await own.owner.post(`${own.site}/events/727/retract`, {})).body).toEqual({ retracted: 1 });
    await tell('order.updated', woo('processing', 2));
    expect(await own.shown()).toEqual([]);
    await tell('order.updated', woo('processing', 0, { id: 728 }));
    await tell('order.updated', woo('on-hold', 1, { id: 728 }));
    expect((await own.owner.post(`${own.site}/forget`, { email: 'ana@shop.example' })).body).toEqual({ retracted: 1 });
    await tell('order.updated', woo('processing', 2, { id: 728 }));
    expect(await own.shown()).toEqual([]);
  });

  it('by a dispute is back when that is won, and gone when it is lost, with or without its payment', async () => {
    const tell = await own.stripe();
    const invoice = {
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: 'sub_1' } },
      amount_paid: 4_900,
      currency: 'eur',
      customer: 'cus_9',
      lines: { data: [{ description: '1 × Growth (at €49.00 / month)' }] },
    };
    await tell('invoice.paid', invoice);
    const dispute = {
      payment_intent: 'pi_7',
      amount: 4_900,
      currency: 'eur',
      charge: { id: 'ch_1', customer: 'cus_9' },
    };
    app.clock.advance(MINUTE);
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
    expect([await own.shown(), await states()]).toEqual([[], [['on-hold', 'in-dispute']]]);
    // The invoice again takes nothing back.
    await tell('invoice.paid', invoice);
    expect(await own.shown()).toEqual([]);
    app.clock.advance(MINUTE);
    await tell('charge.dispute.closed', { ...dispute, status: 'won' });
    expect(await own.shown()).toEqual(['Growth']);
    app.clock.advance(MINUTE);
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
    await tell('charge.dispute.closed', { ...dispute, status: 'lost' });
    app.clock.advance(MINUTE);
    await tell('charge.dispute.closed', { ...dispute, status: 'won' });
    expect([await own.shown(), await states()]).toEqual([[], [['retracted', 'disputed']]]);
  });

  it('by its number in a file and its id in a delivery is one event, whichever comes first', async () => {
    const tell = await own.woocommerce();
    const time = new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
    const header = 'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue';
    const row = (number: string, name: string) => `${time},${number},processing,Ana Silva,new,1× ${name},1,,49.00`;
    const file = (number: string, name: string) =>
      importCsv(own.owner, tell.source, `${header}\n${row(number, name)}\n`);
    expect((await file('ORD-1001', 'Desk 1')).body.import).toMatchObject({ accepted: 1 });
    await tell('order.updated', woo('processing', 0, { line_items: [{ name: 'Desk of 1', quantity: 1 }] }));
    expect([await own.shown(), (await listed()).length]).toEqual([['Desk of 1'], 1]);
    expect((await file('ORD-1001', 'Desk 1')).body.import).toMatchObject({ accepted: 0, duplicates: 1 });
    await tell(
      'order.updated',
      woo('processing', 0, { id: 728, number: 'ORD-1002', line_items: [{ name: 'Desk 2' }] }),
    );
    expect((await file('ORD-1002', 'Desk two')).body.import).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await own.shown()).toEqual(['Desk 2', 'Desk of 1']);
    // Known by its number alone.
    expect((await file('ORD-1003', 'Desk 3')).body.import).toMatchObject({ accepted: 1 });
    await tell('order.updated', woo('refunded', 9, { id: 729, number: 'ORD-1003' }));
    expect(await own.shown()).toEqual(['Desk 2', 'Desk of 1']);
  });

  it('is taken back by the number in a file that says so, for good, and no order whose id that number is', async () => {
    const tell = await own.woocommerce();
    const time = new Date(app.clock.now() - 3 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
    const header = 'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue';
    const file = (number: string, status: string) =>
      importCsv(own.owner, tell.source, `${header}\n${time},${number},${status},Ana Silva,new,1× Desk,1,,49.00\n`);
    const named = (id: number, number: string) =>
      tell('order.updated', woo('processing', 0, { id, number, line_items: [{ name: `Desk ${id}`, quantity: 1 }] }));
    await named(9050, '1001');
    await named(1002, '700');
    // 1002 is the id of order 700, whose customer knows no such number.
    expect((await file('1002', 'refunded')).body.import).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await own.shown()).toEqual(['Desk 1002', 'Desk 9050']);
    await file('1001', 'refunded');
    expect(await own.shown()).toEqual(['Desk 1002']);
    // An older file says that it was paid.
    await file('1001', 'completed');
    expect(await own.shown()).toEqual(['Desk 1002']);
  });

  it("is retracted by a refund of its product, whatever a file added to the product's name", async () => {
    const tell = await own.shopify();
    const paid = new Date(app.clock.now() - 3 * HOUR).toISOString();
    const header =
      'Name,Id,Financial Status,Created at,Paid at,Lineitem name,Lineitem quantity,Total,Currency,Cancelled at';
    const row = (id: number, name: string) => `#${id},${id},paid,${paid},${paid},${name},1,100.00,EUR,`;
    const file = [header, row(1, 'Desk - Oak / 120'), row(2, 'Desk - Elm'), row(3, 'Lamp - Elm')].join('\n');
    expect((await importCsv(own.owner, tell.source, file)).body.import).toMatchObject({ accepted: 3 });
    const refund = (order: number) => ({
      id: 90 + order,
      order_id: order,
      refund_line_items: [{ line_item: { title: 'Desk' } }],
    });
    for (const order of [1, 3]) await tell('refunds/create', refund(order));
    expect(await own.shown()).toEqual(['Desk - Elm', 'Lamp - Elm']);
    await tell('refunds/create', refund(4));
    const late = [header, row(4, 'Desk - Ash'), row(5, 'Desk - Ash')].join('\n');
    expect((await importCsv(own.owner, tell.source, late)).body.import).toMatchObject({ accepted: 2 });
    expect(await own.shown()).toEqual(['Desk - Ash', 'Desk - Elm', 'Lamp - Elm']);
  });
});
