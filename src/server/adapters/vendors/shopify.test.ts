import { describe, expect, it } from 'vitest';
import { parseBody } from '#shared/lossless-json.ts';
import { deliveryOf, vendorBody } from '#tests/support/deliveries.ts';
import { readShopify } from './shopify.ts';

const ORDER = '820982911946154508';
const NOW = Date.parse('2026-03-10T13:05:00Z');

type Json = Record<string, unknown>;
const parsed = (name: Parameters<typeof vendorBody>[0]) => parseBody(vendorBody(name)) as Json;
/** @returns what Shopify's order says with some of its fields changed. */
const readOrder = (topic: string, change: Json = {}) =>
  readShopify(deliveryOf(JSON.stringify({ ...parsed('shopify-order'), ...change }), { 'x-shopify-topic': topic }), NOW);
const readRefund = (change: Json = {}) =>
  readShopify(
    deliveryOf(JSON.stringify({ ...parsed('shopify-refund'), ...change }), { 'x-shopify-topic': 'refunds/create' }),
    NOW,
  );
const retracting = (because: string) => ({
  verdict: 'read',
  events: [],
  retractions: [{ matches: 'reference', value: ORDER, because }],
});

describe('an order of Shopify', () => {
  it('is a purchase of its first product by whom the bill goes to, with all digits of its id', () => {
    const reading = readShopify(
      deliveryOf(vendorBody('shopify-order'), { 'x-shopify-topic': 'orders/create', 'x-shopify-test': 'false' }),
      NOW,
    );
    expect(reading).toEqual({
      verdict: 'read',
      retractions: [],
      events: [
        {
          id: ORDER,
          kind: 'purchase',
          occurredAt: '2026-03-10T13:00:00.000Z',
          actor: {
            firstName: 'Mara',
            lastName: 'Lindqvist',
            city: 'Louisville',
            region: 'Kentucky',
            country: 'US',
            email: 'mara@buyers.example',
          },
          subject: { name: 'Player Nano' },
          quantity: 2,
          amount: 398,
          currency: 'USD',
          reference: ORDER,
          orderNumber: '#9999',
        },
      ],
    });
    expect(JSON.stringify(reading)).not.toContain('order_status_url');
    expect(JSON.stringify(reading)).not.toContain('authenticate');
  });

  it('is the same event whichever topic brings it', () => {
    expect(readOrder('orders/paid')).toEqual(readOrder('orders/create'));
    expect(readOrder('orders/updated')).toEqual(readOrder('orders/create'));
  });

  it('counts when a part is paid, and waits while nothing is', () => {
    expect(readOrder('orders/create', { financial_status: 'partially_paid' })).toMatchObject({
      events: [{ id: ORDER }],
    });
    for (const status of ['processing', null])
      expect(readOrder('orders/create', { financial_status: status })).toEqual({
        verdict: 'ignored',
        reason: 'The order is not paid yet',
      });
  });

  it('that was partly paid back, or edited, is what is left of it', () => {
    const [first, second] = parsed('shopify-order').line_items as Json[];
    const change = { financial_status: 'partially_refunded', current_total_price: '204.00' };
    expect(
      readOrder('orders/updated', { ...change, line_items: [{ ...first, current_quantity: 1 }, second] }),
    ).toMatchObject({ events: [{ subject: { name: 'Player Nano' }, quantity: 1, amount: 204 }] });
  });

  it('that cost nothing was not bought', () => {
    for (const topic of ['orders/create', 'orders/paid'])
      expect(readOrder(topic, { total_price: '0.00', current_total_price: '0.00' })).toEqual({
        verdict: 'ignored',
        reason: 'Nothing was paid: a trial, or a free order',
      });
  });

  it('shows its first real product: no tip, gift card or fee', () => {
    const [line] = parsed('shopify-order').line_items as Json[];
    const named = (title: string, change: Json = {}) => ({ ...line, title, ...change });
    const tip = named('For the team', { product_exists: false, tip: { payment_gateway: 'visa' } });
    const others = [tip, named('Tip'), named('Voucher', { gift_card: true }), named('Shipping protection')];
    expect(readOrder('orders/paid', { line_items: [...others, named('Beech Stool')] })).toMatchObject({
      events: [{ subject: { name: 'Beech Stool' } }],
    });
    expect(readOrder('orders/paid', { line_items: others })).toMatchObject({ events: [{ id: ORDER, amount: 398 }] });
    expect(JSON.stringify(readOrder('orders/paid', { line_items: others }))).not.toContain('subject');
  });

  it('that a subscription made, or an exchange, is none; one of the till or of staff is', () => {
    for (const change of [
      { source_name: 'subscription_contract' },
      { source_name: 'subscription_contract_checkout_one' },
    ])
      expect(readOrder('orders/paid', change)).toEqual({ verdict: 'ignored', reason: 'A renewal of a subscription' });
    expect(readOrder('orders/paid', { tags: 'Subscription, Subscription Recurring Order' })).toMatchObject({
      verdict: 'ignored',
    });
    expect(readOrder('orders/paid', { tags: 'Subscription First Order' })).toMatchObject({ events: [{ id: ORDER }] });
    for (const change of [{ source_name: 'exchange' }, { tags: 'vip, Loop Exchange' }, { tags: 'replacement-order' }])
      expect(readOrder('orders/paid', change)).toEqual({
        verdict: 'ignored',
        reason: 'An exchange of what was bought before',
      });
    for (const source_name of ['pos', 'shopify_draft_order'])
      expect(readOrder('orders/paid', { source_name })).toMatchObject({ events: [{ id: ORDER, isByStaff: true }] });
    for (const source_name of ['web', null])
      expect(readOrder('orders/paid', { source_name })).toMatchObject({ events: [{ id: ORDER }] });
    expect(readOrder('orders/paid', { tags: 'Exchange rate 2026' })).toMatchObject({ events: [{ id: ORDER }] });
  });

  it('is by whom and from where the order says it, whatever else stands for nobody and nowhere', () => {
    const { billing_address, shipping_address } = parsed('shopify-order') as Record<string, Json>;
    const nowhere = { ...billing_address, city: 'N/A' };
    expect(readOrder('orders/paid', { billing_address: nowhere, customer: { first_name: 'Guest' } })).toMatchObject({
      events: [{ actor: { firstName: 'Mara', city: 'Shippington' } }],
    });
    const company = { first_name: 'Billing', last_name: 'Company' };
    expect(readOrder('orders/paid', { customer: company, shipping_address })).toMatchObject({
      events: [{ actor: { lastName: 'Billing Company' } }],
    });
  });

  it('is on hold while its payment is pending, as of its last change', () => {
    const changed = { updated_at: '2026-03-10T08:30:00-05:00' };
    const asOf = Date.parse(changed.updated_at);
    for (const status of ['pending', 'authorized', 'expired'])
      expect(readOrder('orders/updated', { ...changed, financial_status: status })).toEqual({
        verdict: 'read',
        events: [],
        retractions: [{ matches: 'reference', value: ORDER, because: 'on-hold', asOf }],
      });
    expect(readOrder('orders/paid', changed)).toMatchObject({ events: [{ paidAt: asOf }] });
    expect(readOrder('orders/updated', { updated_at: null, financial_status: 'pending' })).toMatchObject({
      retractions: [{ asOf: NOW }],
    });
  });

  it('shows the first product that is still part of it', () => {
    const [removed, kept] = parsed('shopify-order').line_items as Json[];
    const lines = [{ ...removed, current_quantity: 0 }, kept];
    expect(readOrder('orders/paid', { line_items: lines })).toMatchObject({
      events: [{ subject: { name: 'Gift wrap' } }],
    });
  });

  it('takes name and place from where they are: guests have no customer, digital orders no address', () => {
    expect(readOrder('orders/paid', { customer: null })).toMatchObject({
      events: [{ actor: { firstName: 'Mara', city: 'Louisville' } }],
    });
    expect(readOrder('orders/paid', { billing_address: null })).toMatchObject({
      events: [{ actor: { firstName: 'Mara', city: 'Shippington' } }],
    });
    expect(readOrder('orders/paid', { billing_address: null, shipping_address: null })).toMatchObject({
      events: [{ actor: { firstName: 'Mara', city: 'Ottawa', country: 'CA' } }],
    });
    const bare = { customer: null, billing_address: null, shipping_address: null, email: null, contact_email: null };
    expect(readOrder('orders/paid', { ...bare, line_items: [] })).toMatchObject({
      events: [{ id: ORDER, amount: 398 }],
    });
  });

  it('is retracted when it is cancelled, deleted, voided or paid back, whatever topic says so', () => {
    for (const topic of ['orders/cancelled', 'orders/paid'])
      expect(readOrder(topic, { cancelled_at: '2026-03-11T08:00:00-05:00' })).toEqual(retracting('cancelled'));
    expect(readOrder('orders/updated', { financial_status: 'voided' })).toEqual(retracting('cancelled'));
    expect(readOrder('orders/updated', { financial_status: 'refunded' })).toEqual(retracting('refunded'));
    // Whatever says so: paid back until nothing is left.
    expect(
      readOrder('orders/updated', { financial_status: 'partially_refunded', current_total_price: '0.00' }),
    ).toEqual(retracting('refunded'));
    const deleted = deliveryOf(`{"id":${ORDER}}`, { 'x-shopify-topic': 'orders/delete' });
    expect(readShopify(deleted, NOW)).toEqual(retracting('deleted'));
  });

  it('is what its signed body says, and refused under the topic of an end that the body does not tell', () => {
    const refusal = (said: string) => ({
      verdict: 'refused',
      reason: `The topic says ${said}, the body does not. Only the body is signed`,
    });
    expect(readOrder('orders/cancelled')).toEqual(refusal('cancelled'));
    expect(readOrder('orders/cancelled', { financial_status: 'refunded' })).toEqual(refusal('cancelled'));
    expect(readOrder('orders/delete')).toEqual(refusal('deleted'));
    expect(readOrder('customers/redact')).toEqual(refusal('redacted'));
    expect(readOrder('refunds/create')).toEqual({ verdict: 'refused', reason: 'The order is missing' });
    for (const topic of ['orders/cancelled', 'orders/delete', 'customers/redact'])
      expect(readShopify(deliveryOf(vendorBody('shopify-refund'), { 'x-shopify-topic': topic }), NOW)).toMatchObject({
        verdict: 'refused',
      });
    // A customer who asks what is known of them doesn't ask to be forgotten.
    const asked = {
      customer: { email: 'mara@buyers.example' },
      orders_requested: [299938],
      data_request: { id: 9999 },
    };
    expect(readShopify(deliveryOf(JSON.stringify(asked), { 'x-shopify-topic': 'customers/redact' }), NOW)).toEqual(
      refusal('redacted'),
    );
  });

  it("is only a test in Shopify's test notification and in the test mode of its payments", () => {
    expect(readOrder('orders/create', { test: true })).toEqual({ verdict: 'test' });
    const delivery = deliveryOf('{}', { 'x-shopify-topic': 'refunds/create', 'x-shopify-test': 'true' });
    expect(readShopify(delivery, NOW)).toEqual({ verdict: 'test' });
  });

  it.each<[name: string, attributes: unknown, arm: string | undefined]>([
    ['its own', [{ name: 'proofbell_arm', value: 'pb-k3j7x2ab-0' }], 'pb-k3j7x2ab-0'],
    [
      'others beside it',
      [
        { name: 'gift', value: 'pb-k3j7x2ab-1' },
        { name: 'proofbell_arm', value: 'pb-k3j7x2ab-0' },
        { name: 'proofbell_arm', value: 'pb-k3j7x2ab-1' },
      ],
      'pb-k3j7x2ab-0',
    ],
    ['an empty one', [{ name: 'proofbell_arm', value: '' }], undefined],
    ['no text', [{ name: 'proofbell_arm', value: { arm: 'pb-k3j7x2ab-0' } }], undefined],
    ['another name', [{ name: 'Proofbell_Arm', value: 'pb-k3j7x2ab-0' }], undefined],
    ['none', [], undefined],
    ['no list', { proofbell_arm: 'pb-k3j7x2ab-0' }, undefined],
  ])('counts for the arm of its note attributes: %s', (_name, note_attributes, arm) => {
    const reading = readOrder('orders/paid', { note_attributes });
    expect(reading).toMatchObject({ events: [{ id: ORDER }] });
    expect('events' in reading && reading.events[0]?.arm).toBe(arm);
  });

  it('is refused without a topic, an id or a time', () => {
    expect(readShopify(deliveryOf(vendorBody('shopify-order')), NOW)).toMatchObject({ verdict: 'refused' });
    expect(readOrder('orders/paid', { id: null })).toEqual({ verdict: 'refused', reason: 'The order is missing' });
    expect(readOrder('orders/paid', { processed_at: null, created_at: 'yesterday' })).toEqual({
      verdict: 'refused',
      reason: 'The id or the time is missing',
    });
    expect(readOrder('products/update')).toMatchObject({ verdict: 'ignored' });
  });
});

describe('a refund of Shopify', () => {
  it('retracts its order if that shows a refunded product, or cost no more than was paid back', () => {
    expect(readRefund()).toEqual({
      verdict: 'read',
      events: [],
      retractions: [
        {
          matches: 'reference',
          value: ORDER,
          because: 'refunded',
          onlyIf: { subjects: ['Player Nano'], price: { amount: 194, currency: 'USD' } },
        },
      ],
    });
  });

  it('of an amount alone is about an order of that price', () => {
    const paid = { kind: 'refund', status: 'success', currency: 'USD' };
    const transactions = [
      { ...paid, amount: '0.10' },
      { ...paid, amount: '0.20' },
      { ...paid, amount: '7.00', status: 'failure' },
      { ...paid, amount: '9.00', kind: 'void' },
    ];
    expect(readRefund({ refund_line_items: [], transactions })).toMatchObject({
      retractions: [{ value: ORDER, onlyIf: { subjects: [], price: { amount: 0.3, currency: 'USD' } } }],
    });
    expect(readRefund({ refund_line_items: [], transactions: [] })).toMatchObject({ verdict: 'ignored' });
  });

  it('in two currencies says nothing of the price', () => {
    const paid = { kind: 'refund', status: 'success', amount: '1.00' };
    const transactions = [
      { ...paid, currency: 'USD' },
      { ...paid, currency: 'EUR' },
    ];
    expect(readRefund({ transactions })).toMatchObject({ retractions: [{ onlyIf: { subjects: ['Player Nano'] } }] });
    expect(JSON.stringify(readRefund({ transactions }))).not.toContain('price');
  });

  it('of products without names retracts the order, because the shown one may be among them', () => {
    expect(readRefund({ refund_line_items: [{ line_item_id: 866550311766439 }] })).toEqual(retracting('refunded'));
  });

  it('without money, of some of what was ordered, is an edit of the order', () => {
    const item = (line: object, quantity = 2) => ({ quantity, line_item: { title: 'Chair', ...line } });
    const edited = (...items: object[]) => readRefund({ refund_line_items: items, transactions: [] });
    const left = { verdict: 'ignored', reason: 'Only part of it was taken out' };
    expect(edited(item({ quantity: 3 }))).toEqual(left);
    expect(edited(item({ quantity: 3, current_quantity: 1 }))).toEqual(left);
    for (const gone of [item({ quantity: 2 }), item({ quantity: 3, current_quantity: 0 }), item({})])
      expect(edited(item({ quantity: 3 }), gone)).toMatchObject({ retractions: [{ onlyIf: { subjects: ['Chair'] } }] });
  });

  it('names a long product as the event does', () => {
    const title = 'Very '.repeat(100);
    const order = readOrder('orders/paid', { line_items: [{ title, quantity: 1 }] });
    const refund = readRefund({ refund_line_items: [{ line_item: { title } }] });
    const [subject] = 'retractions' in refund ? (refund.retractions[0]?.onlyIf?.subjects ?? []) : [];
    expect(order).toMatchObject({ events: [{ subject: { name: subject } }] });
    expect(subject?.length).toBeLessThanOrEqual(200);
  });
});

describe('customers/redact', () => {
  // In the form of https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance.
  const redact = (body: object) =>
    readShopify(deliveryOf(JSON.stringify(body), { 'x-shopify-topic': 'customers/redact' }), NOW);
  const shop = { shop_id: 954889, shop_domain: 'shop.example' };

  it('retracts all of the person, and their orders', () => {
    const customer = { id: 191167, email: 'mara@buyers.example', phone: '555-625-1199' };
    expect(redact({ ...shop, customer, orders_to_redact: [299938, '280263', null] })).toEqual({
      verdict: 'read',
      events: [],
      retractions: [
        { matches: 'person', value: 'mara@buyers.example', because: 'redacted' },
        { matches: 'reference', value: '299938', because: 'redacted' },
        { matches: 'reference', value: '280263', because: 'redacted' },
      ],
    });
  });

  it('about nobody we could know is ignored', () => {
    expect(redact({ ...shop, customer: { id: 191167 }, orders_to_redact: [] })).toMatchObject({ verdict: 'ignored' });
  });
});
