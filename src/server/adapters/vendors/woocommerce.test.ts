import { describe, expect, it } from 'vitest';
import { parseBody } from '#shared/lossless-json.ts';
import { deliveryOf, vendorBody } from '#tests/support/deliveries.ts';
import { isWooPing, readWooCommerce } from './woocommerce.ts';

const NOW = Date.parse('2026-03-10T13:30:00Z');

type Json = Record<string, unknown>;
const order = parseBody(vendorBody('woocommerce-order')) as Json;
const read = (body: unknown, topic = 'order.updated') =>
  readWooCommerce(deliveryOf(JSON.stringify(body), { 'x-wc-webhook-topic': topic }), NOW);
const retracting = (because: string) => ({
  verdict: 'read',
  events: [],
  retractions: [{ matches: 'reference', value: '727', because }],
});

describe('an order of WooCommerce', () => {
  it('is a purchase of its first product, at the time of its payment, which is UTC', () => {
    const reading = readWooCommerce(
      deliveryOf(vendorBody('woocommerce-order'), { 'x-wc-webhook-topic': 'order.created' }),
      NOW,
    );
    expect(reading).toEqual({
      verdict: 'read',
      retractions: [],
      events: [
        {
          id: '727',
          kind: 'purchase',
          occurredAt: '2026-03-10T13:28:08.000Z',
          // 'CA' is no name of a place.
          actor: {
            firstName: 'Tomás',
            lastName: 'Ferreira',
            city: 'San Francisco',
            country: 'US',
            email: 'tomas@buyers.example',
          },
          subject: { name: 'Album #1', image: 'https://shop.example/wp-content/uploads/album.jpg' },
          quantity: 2,
          amount: 29.35,
          currency: 'USD',
          reference: '727',
          paidAt: Date.parse('2026-03-10T13:28:08Z'),
        },
      ],
    });
    expect(JSON.stringify(reading)).not.toMatch(/order-pay|wc_order/);
  });

  it('is the same event however often it changes', () => {
    expect(read({ ...order, status: 'completed', date_completed_gmt: '2026-03-12T08:00:00' })).toEqual(
      read(order, 'order.created'),
    );
    expect(read(order, 'order.restored')).toEqual(read(order));
  });

  it('to be paid on delivery happened when it was made', () => {
    expect(read({ ...order, date_paid_gmt: null })).toMatchObject({
      events: [{ occurredAt: '2026-03-10T13:28:02.000Z' }],
    });
  });

  it('of a variation shows the product, and a region that is spelled out', () => {
    const [, variation] = order.line_items as Json[];
    const billing = { ...(order.billing as Json), state: 'Kerala', country: 'IN' };
    expect(read({ ...order, line_items: [variation], billing })).toMatchObject({
      events: [{ subject: { name: 'Ship Your Idea' }, quantity: 1, actor: { region: 'Kerala', country: 'IN' } }],
    });
    for (const state of ['DE-BE', 'JP13', 'TR34', 'NSW', 'M'])
      expect(JSON.stringify(read({ ...order, billing: { ...billing, state } }))).not.toContain(`"${state}"`);
  });

  it('waits while it is not paid', () => {
    for (const status of ['checkout-draft', 'auto-draft', 'refund-requested'])
      expect(read({ ...order, status })).toEqual({ verdict: 'ignored', reason: 'The order is not paid yet' });
    for (const status of ['pending', 'failed'])
      expect(read({ ...order, status, date_paid_gmt: null })).toMatchObject({ verdict: 'ignored' });
  });

  it("in a status of the shop's own counts when it was paid", () => {
    for (const status of ['shipped', 'wc-shipped', 'packing', 'partial-refunded', 'toString', '__proto__']) {
      expect(read({ ...order, status })).toEqual(read(order));
      expect(read({ ...order, status, date_paid_gmt: null })).toMatchObject({ verdict: 'ignored' });
    }
  });

  it('that cost nothing was not bought, and one that was paid back bit by bit is over', () => {
    expect(read({ ...order, total: '0.00', status: 'completed' })).toEqual({
      verdict: 'ignored',
      reason: 'Nothing was paid: a trial, or a free order',
    });
    const refunds = (...totals: string[]) => ({ ...order, refunds: totals.map((total, id) => ({ id, total })) });
    expect(read(refunds('-10.00'))).toMatchObject({ events: [{ amount: 19.35 }] });
    expect(read(refunds('-10.00', '-19.35'))).toEqual(retracting('refunded'));
  });

  it('that a subscription made by itself is none', () => {
    const reason = 'A renewal of a subscription';
    expect(read({ ...order, created_via: 'subscription' })).toEqual({ verdict: 'ignored', reason });
    const meta_data = [{ key: '_subscription_renewal', value: '700' }];
    expect(read({ ...order, meta_data })).toEqual({ verdict: 'ignored', reason });
    expect(read({ ...order, meta_data, status: 'refunded' })).toEqual(retracting('refunded'));
  });

  it('shows its first real product, and whose name and place are real', () => {
    const [album] = order.line_items as Json[];
    const lines = [
      { ...album, name: 'Gift card - $25.00' },
      { ...album, quantity: 0 },
      { ...album, name: 'Sample' },
    ];
    expect(read({ ...order, line_items: lines })).toMatchObject({ events: [{ subject: { name: 'Sample' } }] });
    const billing = { ...(order.billing as Json), first_name: 'Guest', city: 'N/A' };
    const shipping = { ...(order.shipping as Json), first_name: 'Rui', city: 'Porto' };
    expect(read({ ...order, billing, shipping })).toMatchObject({
      events: [{ actor: { firstName: 'Rui', city: 'Porto' } }],
    });
    const company = { ...(order.billing as Json), first_name: 'Acme', last_name: 'GmbH' };
    expect(read({ ...order, billing: company })).toMatchObject({ events: [{ actor: { lastName: 'Acme GmbH' } }] });
  });

  it('is on hold when it is no longer paid, or never was by its time, as of its last change', () => {
    const asOf = Date.parse('2026-03-10T13:30:00Z');
    const changed = { date_modified_gmt: '2026-03-10T13:30:00' };
    const held = {
      verdict: 'read',
      events: [],
      retractions: [{ matches: 'reference', value: '727', because: 'on-hold', asOf }],
    };
    for (const status of ['on-hold', 'pending', 'failed', 'fraud-review', 'disputed'])
      expect(read({ ...order, ...changed, status })).toEqual(held);
    expect(read({ ...order, ...changed, status: 'on-hold', date_paid_gmt: null })).toEqual(held);
    expect(read({ ...order, ...changed })).toMatchObject({ events: [{ paidAt: asOf }] });
    expect(read({ ...order, status: 'on-hold', date_modified_gmt: null })).toMatchObject({
      retractions: [{ asOf: NOW }],
    });
  });

  it('has the number that its customer knows, where that is another than its id', () => {
    expect(read({ ...order, number: 'ORD-1001' })).toMatchObject({
      events: [{ reference: '727', orderNumber: 'ORD-1001' }],
    });
    expect(JSON.stringify(read({ ...order, number: '727' }))).not.toContain('orderNumber');
  });

  it.each<[name: string, meta: unknown, arm: string | undefined]>([
    ['its own', [{ id: 1, key: 'proofbell_arm', value: 'pb-k3j7x2ab-0' }], 'pb-k3j7x2ab-0'],
    [
      'others beside it',
      [
        { id: 1, key: '_wc_order_attribution_utm_source', value: 'pb-k3j7x2ab-1' },
        { id: 2, key: 'proofbell_arm', value: 'pb-k3j7x2ab-0' },
        { id: 3, key: 'proofbell_arm', value: 'pb-k3j7x2ab-1' },
      ],
      'pb-k3j7x2ab-0',
    ],
    ['an empty one', [{ id: 1, key: 'proofbell_arm', value: '' }], undefined],
    ['no text', [{ id: 1, key: 'proofbell_arm', value: ['pb-k3j7x2ab-0'] }], undefined],
    ['another name', [{ id: 1, name: 'proofbell_arm', value: 'pb-k3j7x2ab-0' }], undefined],
    ['none', [], undefined],
    ['no list', { proofbell_arm: 'pb-k3j7x2ab-0' }, undefined],
  ])('counts for the arm of its meta data: %s', (_name, meta_data, arm) => {
    const reading = read({ ...order, meta_data });
    expect(reading).toMatchObject({ events: [{ id: '727' }] });
    expect('events' in reading && reading.events[0]?.arm).toBe(arm);
  });

  it('is retracted when it is refunded, cancelled, in the trash or deleted', () => {
    expect(read({ ...order, status: 'refunded' })).toEqual(retracting('refunded'));
    expect(read({ ...order, status: 'cancelled' })).toEqual(retracting('cancelled'));
    expect(read({ ...order, status: 'trash' })).toEqual(retracting('deleted'));
    expect(read({ id: 727 }, 'order.deleted')).toEqual(retracting('deleted'));
    expect(read({ id: 727, note: "of a plugin's" }, 'order.deleted')).toEqual(retracting('deleted'));
  });

  it('is not deleted while its signed body has all of it, whatever the topic', () => {
    expect(read(order, 'order.deleted')).toEqual({
      verdict: 'refused',
      reason: 'The topic says deleted, the body does not. Only the body is signed',
    });
  });

  it('is refused without a topic, an id, a status or a time; what is about something else is ignored', () => {
    expect(readWooCommerce(deliveryOf(vendorBody('woocommerce-order')), NOW)).toMatchObject({ verdict: 'refused' });
    for (const missing of [{ id: null }, { status: null }, { date_paid_gmt: '', date_created_gmt: 'soon' }])
      expect(read({ ...order, ...missing })).toMatchObject({ verdict: 'refused' });
    for (const topic of ['product.updated', 'customer.created', 'action.woocommerce_add_to_cart'])
      expect(read(order, topic)).toEqual({ verdict: 'ignored', reason: 'Not about an order' });
  });
});

describe("WooCommerce's ping", () => {
  it('is the form that saving a webhook posts, and nothing else', () => {
    const form = 'application/x-www-form-urlencoded';
    expect(isWooPing(form, 'webhook_id=7')).toBe(true);
    expect(isWooPing(`${form}; charset=UTF-8`, 'webhook_id=123456')).toBe(true);
    for (const text of ['', 'webhook_id=', 'webhook_id=7&id=727', ' webhook_id=7', 'webhook_id=7\n', 'webhook_id=-1'])
      expect(isWooPing(form, text)).toBe(false);
    expect(isWooPing('application/json', 'webhook_id=7')).toBe(false);
    expect(isWooPing(undefined, 'webhook_id=7')).toBe(false);
    expect(isWooPing(`${form}x`, 'webhook_id=7')).toBe(false);
  });
});
