// Bodies are Stripe's own fixtures (github.com/stripe/openapi) with what a purchase fills in.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deliveryOf } from '#tests/support/deliveries.ts';
import { readStripe } from './stripe.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const PAID_AT = NOW / 1_000 - 60;

type Json = Record<string, unknown>;
const FIXTURES = JSON.parse(readFileSync('tests/support/stripe-fixtures.json', 'utf8')) as Record<string, Json>;

const read = (type: string, object: Json, event: Json = {}) =>
  readStripe(
    deliveryOf(
      JSON.stringify({ ...FIXTURES.event, livemode: true, created: PAID_AT, type, data: { object }, ...event }),
    ),
    NOW,
  );

const address = { city: 'Lyon', country: 'FR', line1: '1 rue X', postal_code: '69001', state: null };
const session = {
  ...FIXTURES['checkout.session'],
  livemode: true,
  payment_status: 'paid',
  amount_total: 4900,
  currency: 'eur',
  customer: 'cus_9',
  customer_details: { address, email: 'zoe@buyers.example', name: 'Zoé Marie Dubois', phone: '+33 1', tax_ids: [] },
};
const subscription = { ...session, mode: 'subscription', payment_intent: null, subscription: 'sub_7' };
const invoice = {
  ...FIXTURES.invoice,
  livemode: true,
  billing_reason: 'subscription_create',
  amount_paid: 4900,
  currency: 'eur',
  customer: 'cus_9',
  customer_name: 'Zoé Marie Dubois',
  customer_email: 'zoe@buyers.example',
  customer_address: address,
  parent: { type: 'subscription_details', subscription_details: { metadata: {}, subscription: 'sub_7' } },
  lines: { object: 'list', data: [{ ...FIXTURES.line_item, description: '1 × Growth (at €49.00 / month)' }] },
};
const charge = {
  ...FIXTURES.charge,
  amount: 4900,
  amount_refunded: 4900,
  refunded: true,
  captured: true,
  currency: 'eur',
  payment_intent: 'pi_5',
  customer: 'cus_9',
};
const completed = (change: Json = {}) => read('checkout.session.completed', { ...session, ...change });
const purchase = {
  kind: 'purchase',
  occurredAt: '2026-03-10T13:04:00.000Z',
  actor: { firstName: 'Zoé', lastName: 'Marie Dubois', city: 'Lyon', country: 'FR', email: 'zoe@buyers.example' },
  amount: 49,
  currency: 'EUR',
  customer: 'cus_9',
};

describe('a checkout of Stripe', () => {
  it('is one purchase, named by its payment', () => {
    const id = FIXTURES['checkout.session']?.payment_intent;
    expect(completed()).toEqual({ verdict: 'read', retractions: [], events: [{ ...purchase, id, reference: id }] });
    expect(read('checkout.session.async_payment_succeeded', session)).toEqual(completed());
    expect(completed({ payment_intent: { id: 'pi_5', object: 'payment_intent' } })).toMatchObject({
      events: [{ id: 'pi_5' }],
    });
    expect(completed({ payment_intent: null })).toMatchObject({ events: [{ id: FIXTURES['checkout.session']?.id }] });
  });

  it('names its product where the body has it', () => {
    const items = { object: 'list', data: [{ ...FIXTURES.item, quantity: 3 }] };
    expect(completed({ line_items: items })).toMatchObject({ events: [{ subject: { name: 'T-shirt' }, quantity: 3 }] });
    expect(completed({ metadata: { product: 'Poster' }, line_items: items })).toMatchObject({
      events: [{ subject: { name: 'Poster' } }],
    });
  });

  it('waits for its payment; one without a payment is none', () => {
    expect(completed({ payment_status: 'unpaid' })).toMatchObject({ verdict: 'ignored' });
    expect(completed({ payment_status: 'no_payment_required' })).toMatchObject({ verdict: 'ignored' });
    expect(completed({ mode: 'setup' })).toMatchObject({ verdict: 'ignored' });
    expect(completed({ amount_total: 0 })).toMatchObject({ verdict: 'ignored' });
  });

  it("has its price in the currency's own units", () => {
    const priceIn = (currency: string) => completed({ amount_total: 1500, currency });
    expect(priceIn('usd')).toMatchObject({ events: [{ amount: 15, currency: 'USD' }] });
    expect(priceIn('jpy')).toMatchObject({ events: [{ amount: 1500, currency: 'JPY' }] });
    expect(priceIn('kwd')).toMatchObject({ events: [{ amount: 1.5, currency: 'KWD' }] });
    // Written with two digits, although it has none: https://docs.stripe.com/currencies#special-cases
    expect(priceIn('isk')).toMatchObject({ events: [{ amount: 15, currency: 'ISK' }] });
  });

  it("takes no family name for a first name where the family's comes first", () => {
    const named = (name: string | null) => completed({ customer_details: { ...session.customer_details, name } });
    for (const name of ['山田 太郎', '김민준', 'さくら'])
      expect(named(name)).toMatchObject({ events: [{ actor: { lastName: name, city: 'Lyon' } }] });
    expect(JSON.stringify(named('山田 太郎'))).not.toContain('firstName');
    expect(named('Mrs Mary Ann Lee')).toMatchObject({ events: [{ actor: { firstName: 'Mary' } }] });
    expect(named('Björk')).toMatchObject({ events: [{ actor: { firstName: 'Björk' } }] });
    expect(named(null)).toMatchObject({ events: [{ actor: { city: 'Lyon' } }] });
    // A company, by its form or because the buyer gave it as one.
    const company = (name: string, more: object) =>
      completed({ customer_details: { ...session.customer_details, name, ...more } });
    for (const one of [company('Acme Holdings GmbH', {}), company('Oak Works', { business_name: 'Oak Works' })])
      expect(JSON.stringify(one)).not.toContain('firstName');
    expect(company('Oak Works', { business_name: 'Oak Works', individual_name: 'Zoé Dubois' })).toMatchObject({
      events: [{ actor: { firstName: 'Zoé' } }],
    });
  });
});

describe('a charge of Stripe', () => {
  const taken = {
    ...FIXTURES.charge,
    ...{ status: 'succeeded', captured: true, refunded: false, amount: 4900, amount_captured: 4900, currency: 'eur' },
    ...{ payment_intent: 'pi_5', customer: 'cus_9', description: null, invoice: null, metadata: {}, receipt_url: null },
    billing_details: { address, email: 'zoe@buyers.example', name: 'Zoé Marie Dubois', phone: null },
  };
  const succeeded = (change: Json = {}) => read('charge.succeeded', { ...taken, ...change });
  const named = (change: Json) => {
    const said = succeeded(change);
    return said.verdict === 'read' ? said.events[0]?.subject?.name : said;
  };

  it('is the same purchase as the checkout that it paid', () => {
    expect(succeeded()).toEqual(completed({ payment_intent: 'pi_5' }));
    expect(succeeded({ payment_intent: null })).toMatchObject({ events: [{ id: FIXTURES.charge?.id }] });
    expect(read('charge.captured', { ...taken, amount_captured: 3000 })).toMatchObject({ events: [{ amount: 30 }] });
  });

  it('brings the arm that its metadata have', () => {
    const arm = 'pb-k3j7x2ab-0';
    expect(succeeded({ metadata: { proofbell_arm: arm } })).toMatchObject({ events: [{ arm }] });
  });

  it('is named by the metadata, or by a description that reads like a product', () => {
    expect(named({ description: 'Oak Desk' })).toBe('Oak Desk');
    expect(named({ metadata: { product: 'Poster' }, description: 'Oak Desk' })).toBe('Poster');
    expect(named({ metadata: { product: 'prod_NffrFeUfNV2Hib', product_name: 'Poster' } })).toBe('Poster');
    for (const description of ['Order 1042', 'Zoé Marie Dubois', 'Payment for Zoé', 'Shipping'])
      expect(named({ description }), description).toBeUndefined();
  });

  it.each([
    ['a renewal', { description: 'Subscription update' }],
    ["a subscription's first payment", { description: 'Subscription creation' }],
    ['an invoice', { description: 'Payment for Invoice' }],
    ['an invoice with its number', { description: 'Payment for invoice 6DF0F7E2-0001' }],
    ["a renewal by the shop's own code", { description: 'Pro plan renewal' }],
    ['an invoice, by its receipt', { receipt_url: 'https://pay.stripe.com/receipts/invoices/CAcQ?s=ap' }],
    ['an invoice, as the API before 2025 has it', { invoice: 'in_5' }],
    ['only authorized', { captured: false }],
    ['pending', { status: 'pending' }],
    ['refunded already', { refunded: true }],
    ['nothing', { amount: 0, amount_captured: 0 }],
    ["another Stripe account's", { source_transfer: 'tr_5' }],
    ["a WooCommerce shop's", { metadata: { order_id: '1042', site_url: 'https://shop.example' } }],
  ])('is no purchase that is %s', (_case, change) => {
    expect(succeeded(change)).toMatchObject({ verdict: 'ignored' });
  });

  it('takes nothing else of its buyer along when its authorization is canceled', () => {
    expect(read('charge.refunded', { ...charge, captured: false, amount_captured: 0 })).toEqual({
      verdict: 'read',
      events: [],
      retractions: [{ matches: 'reference', value: 'pi_5', because: 'refunded' }],
    });
  });

  it('is found by its refund, its dispute and its redaction where it has no payment intent', () => {
    const old = { ...charge, payment_intent: null };
    const meant = { matches: 'reference', value: FIXTURES.charge?.id };
    expect(read('charge.refunded', old)).toMatchObject({ retractions: [meant] });
    const dispute = {
      ...FIXTURES.dispute,
      payment_intent: null,
      charge: FIXTURES.charge?.id,
      status: 'needs_response',
    };
    expect(read('charge.dispute.created', dispute)).toMatchObject({ retractions: [meant] });
    const redacted = { ...old, customer: null, redaction: { status: 'redacted' } };
    expect(read('charge.updated', redacted)).toMatchObject({ retractions: [{ ...meant, because: 'redacted' }] });
  });
});

describe('a subscription of Stripe', () => {
  const started = read('checkout.session.completed', subscription);
  it('is one purchase, whether the checkout or the first invoice tells of it', () => {
    expect(started).toEqual({
      verdict: 'read',
      retractions: [],
      events: [{ ...purchase, id: 'sub_7', reference: 'sub_7' }],
    });
    expect(read('invoice.paid', invoice)).toEqual({
      verdict: 'read',
      retractions: [],
      events: [{ ...purchase, id: 'sub_7', reference: 'sub_7', subject: { name: 'Growth' } }],
    });
  });

  it('is found in an invoice of the API before 2025, too', () => {
    const old = { ...invoice, parent: undefined, subscription: 'sub_7' };
    expect(read('invoice.paid', old)).toEqual(read('invoice.paid', invoice));
  });

  it('does not show again when it is renewed, nor while it is on trial', () => {
    for (const reason of ['subscription_cycle', 'subscription_update', 'manual', null])
      expect(read('invoice.paid', { ...invoice, billing_reason: reason })).toMatchObject({ verdict: 'ignored' });
    expect(read('invoice.paid', { ...invoice, amount_paid: 0 })).toMatchObject({ verdict: 'ignored' });
  });
});

describe('the arm of a purchase by Stripe', () => {
  const arm = 'pb-k3j7x2ab-0';
  const armOfReading = (reading: ReturnType<typeof read>) => {
    expect(reading).toMatchObject({ verdict: 'read', events: [{ kind: 'purchase' }] });
    return 'events' in reading && reading.events[0]?.arm;
  };

  it.each<[name: string, change: Json, arm: string | undefined]>([
    ['in the metadata', { metadata: { proofbell_arm: arm, product: 'Poster' } }, arm],
    ['as the reference', { client_reference_id: arm }, arm],
    ['in both', { metadata: { proofbell_arm: arm }, client_reference_id: 'pb-k3j7x2ab-1' }, arm],
    ["beside the shop's own reference", { metadata: { proofbell_arm: arm }, client_reference_id: 'user-7' }, arm],
    ['as the reference, beside an empty one', { metadata: { proofbell_arm: '' }, client_reference_id: arm }, arm],
    ['as the reference, beside another text', { metadata: { proofbell_arm: 'B' }, client_reference_id: arm }, arm],
    ["not in the shop's own reference", { client_reference_id: 'ana@buyers.example' }, undefined],
    ['not in what is no text', { metadata: { proofbell_arm: 7 }, client_reference_id: { arm } }, undefined],
    ['nowhere', { metadata: null, client_reference_id: null }, undefined],
  ])('is told by its checkout: %s', (_name, change, expected) => {
    expect(armOfReading(completed(change))).toBe(expected);
  });
});

describe('a charge of Stripe that is paid back or disputed', () => {
  const price = { amount: 49, currency: 'EUR' };
  const because = 'refunded';
  it('is tied by its payment, else by customer and price, else to all of that customer', () => {
    const ofAddress = { matches: 'person', value: 'cus_9', because };
    expect(read('charge.refunded', charge)).toEqual({
      verdict: 'read',
      events: [],
      retractions: [
        {
          matches: 'reference',
          value: 'pi_5',
          because,
          otherwise: { ...ofAddress, onlyIf: { price }, otherwise: ofAddress },
        },
      ],
    });
  });

  it('without a customer goes by the email address', () => {
    const billing_details = { ...(FIXTURES.charge?.billing_details as Json), email: 'zoe@buyers.example' };
    const guest = { matches: 'person', value: 'zoe@buyers.example', because };
    expect(read('charge.refunded', { ...charge, customer: null, billing_details })).toMatchObject({
      retractions: [{ value: 'pi_5', otherwise: { ...guest, onlyIf: { price }, otherwise: guest } }],
    });
    const nobody = { ...charge, customer: null, payment_intent: null, id: null };
    expect(read('charge.refunded', nobody)).toMatchObject({ verdict: 'refused' });
  });

  it('in part leaves the purchase as it is', () => {
    expect(read('charge.refunded', { ...charge, refunded: false, amount_refunded: 100 })).toMatchObject({
      verdict: 'ignored',
    });
  });

  it('is on hold while it is disputed, retracted when that is lost, and back when it is won', () => {
    const evidence = { ...(FIXTURES.dispute?.evidence as Json), customer_email_address: 'zoe@buyers.example' };
    const dispute = { ...FIXTURES.dispute, amount: 4900, currency: 'eur', payment_intent: 'pi_5', evidence };
    const asOf = expect.any(Number);
    expect(read('charge.dispute.created', dispute)).toMatchObject({
      retractions: [
        {
          matches: 'reference',
          value: 'pi_5',
          because: 'in-dispute',
          asOf,
          otherwise: { value: 'zoe@buyers.example', onlyIf: { price }, otherwise: { value: 'zoe@buyers.example' } },
        },
      ],
    });
    expect(read('charge.dispute.closed', { ...dispute, status: 'lost' })).toMatchObject({
      retractions: [{ value: 'pi_5', because: 'disputed', otherwise: { because: 'disputed' } }],
    });
    const paid = { because: 'paid', asOf };
    for (const status of ['won', 'warning_closed'])
      expect(read('charge.dispute.closed', { ...dispute, status })).toEqual({
        verdict: 'read',
        events: [],
        retractions: [
          { matches: 'reference', value: 'pi_5', ...paid },
          { matches: 'person', value: 'zoe@buyers.example', ...paid, onlyIf: { price } },
          { matches: 'person', value: 'zoe@buyers.example', ...paid },
        ],
      });
  });

  it('by a dispute without a customer says that it may be tied to nothing', () => {
    // As Stripe sends it: the charge is an id, and the evidence is empty (https://docs.stripe.com/api/disputes/object).
    const dispute = { ...FIXTURES.dispute, payment_intent: 'pi_5' };
    expect(read('charge.dispute.created', dispute)).toMatchObject({
      retractions: [{ matches: 'reference', value: 'pi_5', untied: expect.stringContaining('names no customer') }],
    });
    expect(read('charge.dispute.created', { ...FIXTURES.dispute, charge: null })).toEqual({
      verdict: 'refused',
      reason: 'It names neither a payment nor a customer',
    });
  });
});

describe('a delivery of Stripe', () => {
  it('of the test mode is only a test', () => {
    for (const livemode of [false, null, 'true'])
      expect(read('charge.refunded', charge, { livemode })).toEqual({ verdict: 'test' });
  });

  it('of another type is ignored; what is no event is refused', () => {
    expect(read('price.created', FIXTURES.price ?? {})).toMatchObject({ verdict: 'ignored' });
    expect(read('invoice.paid', invoice, { object: 'v2.core.event' })).toEqual({
      verdict: 'refused',
      reason: "A thin event: choose 'Snapshot' as the payload style",
    });
    for (const body of ['{}', '[]', 'null', '"event"', 'not JSON'])
      expect(readStripe(deliveryOf(body), NOW)).toMatchObject({ verdict: 'refused' });
    for (const created of [null, -1, 1e15, 'today'])
      expect(read('checkout.session.completed', session, { created })).toMatchObject({ verdict: 'refused' });
  });
});
