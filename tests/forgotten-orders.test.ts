// 'Forget a person' by the words of their owner and of the person, and what shops erased themselves. On both databases.
import { expect, it } from 'vitest';
import { HOUR } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { importCsv } from './support/csv-files.ts';
import { eachTest } from './support/stages.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

describeApp('a person', {}, ({ app }) => {
  const own = eachTest(() => makeVendorShop(app));

  const paid = () => new Date(app.clock.now() - 2 * HOUR).toISOString();
  const woo = (id: number, more: object = {}) => ({
    id,
    number: `ORD-${1_000 + id}`,
    status: 'processing',
    date_paid_gmt: paid().slice(0, 19),
    date_modified_gmt: paid().slice(0, 19),
    total: '49.00',
    currency: 'EUR',
    billing: { first_name: 'Ana', last_name: 'Silva', email: 'ana@shop.example', city: 'Lisbon', country: 'PT' },
    line_items: [{ name: `Desk ${id}`, quantity: 1 }],
    ...more,
  });
  const forget = async (of: object) => (await own.owner.post(`${own.site}/forget`, of)).body;
  const found = (search: string) => own.listed(`?search=${encodeURIComponent(search)}`).then(({ total }) => total);

  it('is found by the number that they know of the order, however it is written, and only counted at first', async () => {
    const tell = await own.woocommerce();
    for (const id of [1, 2, 3]) await tell('order.updated', woo(id));
    const shopify = await own.shopify();
    await shopify('orders/paid', own.order(4_501, { name: '#1001' }));
    for (const search of ['#1001', '1001', 'ord-1001']) expect(await found(search)).toBeGreaterThan(0);
    // Both shops have an order 1001, and one has it with a prefix.
    expect(await forget({ reference: '1001', dryRun: true })).toEqual({ retracted: 0, found: 2 });
    expect(await forget({ reference: 'ORD-1001', dryRun: true })).toEqual({ retracted: 0, found: 2 });
    expect(await forget({ reference: 'B-1001', dryRun: true })).toEqual({ retracted: 0, found: 1 });
    expect(await forget({ reference: '001', dryRun: true })).toEqual({ retracted: 0, found: 0 });
    expect(await forget({ email: 'ANA@shop.example', reference: '#1002', dryRun: true })).toEqual({
      retracted: 0,
      found: 4,
    });
    expect(await own.shown()).toHaveLength(4);
    expect(await forget({ reference: '#1002' })).toEqual({ retracted: 1 });
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 3', 'Desk 4501']);
    // Delivered again, it stays forgotten; the same number is not counted twice.
    await tell('order.updated', woo(2));
    expect([await own.shown(), await forget({ reference: '1002', dryRun: true })]).toEqual([
      ['Desk 1', 'Desk 3', 'Desk 4501'],
      { retracted: 0, found: 0 },
    ]);
    // By the shop's own id, as ever.
    expect(await forget({ reference: '4501' })).toEqual({ retracted: 1 });
    expect(await forget({ dryRun: true })).toMatchObject({ errors: [{ field: 'email' }] });
  });

  it('whom WordPress erased is erased here, by its sign and not by its words', async () => {
    const tell = await own.woocommerce();
    for (const id of [1, 2, 3]) await tell('order.updated', woo(id));
    const erased = { first_name: '[gelöscht]', last_name: '[gelöscht]', city: '[gelöscht]', country: '' };
    await tell('order.updated', woo(1, { billing: erased, meta_data: [{ id: 9, key: '_anonymized', value: 'yes' }] }));
    await tell('order.updated', woo(2, { billing: { ...erased, email: 'deleted@site.invalid' }, status: 'on-hold' }));
    expect(await own.shown()).toEqual(['Desk 3']);
    const { events } = await own.listed('?state=retracted');
    expect(events.map(({ reason }) => reason)).toEqual(['redacted', 'redacted']);
    expect(JSON.stringify(events)).not.toMatch(/Ana|gelöscht|ORD-100[12]/);
    // Nor does a file bring back what stands in place of somebody.
    const header = 'id,kind,occurredAt,firstName,lastName,city,country,email,product';
    const rows = [
      `f-1,purchase,${paid()},[deleted],[deleted],[deleted],PT,deleted@site.invalid,Shelf`,
      `f-2,purchase,${paid()},[supprimé],,[supprimé],,,Stool`,
    ];
    const source = await own.owner.post<{ source: { id: string; siteId: string } }>(`${own.site}/sources`, {
      kind: 'csv',
    });
    expect((await importCsv(own.owner, source.body.source, [header, ...rows].join('\n'))).status).toBe(200);
    await own.shown();
    const messages = (await own.payload()).notifications.map(({ message }) => message);
    expect(messages.filter((message) => /Shelf|Stool/.test(message)).sort()).toEqual([
      'Someone bought Shelf',
      'Someone bought Stool',
    ]);
    expect(JSON.stringify(await app.deps.db.selectFrom('events').selectAll().execute())).not.toMatch(
      /deleted\]|supprim/,
    );
    const shelf = app.deps.db.selectFrom('events').select(['person_hash', 'country']).where('event_id', '=', 'f-1');
    expect(await shelf.executeTakeFirst()).toEqual({ person_hash: null, country: null });
  });

  it('whom Shopify no longer names is nobody here, and the order stays', async () => {
    const tell = await own.shopify();
    const ana = { first_name: 'Ana', last_name: 'Silva', default_address: { city: 'Lisbon', country_code: 'PT' } };
    const changed = (ms: number) => ({ updated_at: new Date(app.clock.now() - ms).toISOString() });
    await tell('orders/paid', own.order(1, { customer: ana, ...changed(HOUR) }));
    const messages = async () => {
      await own.shown();
      return (await own.payload()).notifications.map(({ message }) => message);
    };
    expect(await messages()).toEqual(['Ana bought Desk 1']);
    const erased = { email: '', customer: null, billing_address: null, shipping_address: null };
    // Told late, it is of before the customer was there.
    await tell('orders/updated', own.order(1, { ...erased, ...changed(2 * HOUR) }));
    expect(await messages()).toEqual(['Ana bought Desk 1']);
    await tell('orders/updated', own.order(1, { ...erased, ...changed(0) }));
    expect(await messages()).toEqual(['Someone bought Desk 1']);
    const rows = app.deps.db.selectFrom('events').selectAll().where('event_id', '=', '1');
    expect(await rows.executeTakeFirst()).toMatchObject({
      first_name: null,
      last_name: null,
      city: null,
      person_hash: null,
    });
  });

  it('whom Stripe redacted is erased here', async () => {
    const tell = await own.stripe();
    const session = (payment: string, customer: string) => ({
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: payment,
      amount_total: 4_900,
      currency: 'eur',
      customer,
      customer_details: { name: 'Ana Silva', email: 'ana@shop.example', address: { city: 'Lisbon', country: 'PT' } },
      line_items: { data: [{ description: `Desk ${payment}`, quantity: 1 }] },
    });
    await tell('checkout.session.completed', session('pi_1', 'cus_1'));
    await tell('checkout.session.completed', session('pi_2', 'cus_2'));
    app.clock.advance(1_000);
    const redaction = { status: 'redacted' };
    await tell('customer.updated', { id: 'cus_1', object: 'customer', name: '[redacted]', redaction });
    expect(await own.shown()).toEqual(['Desk pi_2']);
    await tell('charge.updated', { id: 'ch_2', object: 'charge', payment_intent: 'pi_2', customer: null, redaction });
    expect(await own.shown()).toEqual([]);
  });
});
