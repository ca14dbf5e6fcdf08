// Stripe's objects in our terms: what a price buys, what a status is, and what an event is about.
import { readFileSync } from 'node:fs';
import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { idOf, toCheckout, toEvent, toPrice, toSubscription } from './objects.ts';

/** Stripe's published example objects, whose fields a test replaces. */
const FIXTURES = JSON.parse(readFileSync('tests/support/stripe-fixtures.json', 'utf8'));
const IDS = {
  starter: { monthly: 'price_sm', annual: 'price_sa' },
  growth: { monthly: 'price_gm', annual: 'price_ga' },
  agency: { monthly: 'price_am', annual: 'price_aa' },
};
const price = (id: string, metadata = {}): Stripe.Price => ({ ...FIXTURES.price, id, metadata });
const item = (of: Stripe.Price, end = 1_800_000_000) => ({
  ...FIXTURES.subscription.items.data[0],
  price: of,
  current_period_end: end,
});
const subscription = (items: unknown[], change = {}): Stripe.Subscription => ({
  ...FIXTURES.subscription,
  cancel_at: null,
  cancel_at_period_end: false,
  items: { object: 'list', data: items },
  ...change,
});

describe('a subscription buys', () => {
  const boughtBy = (...items: unknown[]) => {
    const { plan, cycle } = toSubscription(subscription(items), IDS);
    return [plan, cycle];
  };

  it('what its price is for', () => {
    expect(boughtBy(item(price('price_ga')))).toEqual(['growth', 'annual']);
    expect(boughtBy(item(price('price_sm')))).toEqual(['starter', 'monthly']);
  });

  it('nothing by the price of another product', () => {
    expect(boughtBy(item(price('price_other')))).toEqual([null, null]);
    expect(boughtBy(item(price('price_ga2')))).toEqual([null, null]);
    expect(boughtBy()).toEqual([null, null]);
  });

  it('the same after its price was replaced, by what the price says of itself', () => {
    const replaced = price('price_old', { proofbell_plan: 'agency', proofbell_cycle: 'monthly' });
    expect(boughtBy(item(replaced))).toEqual(['agency', 'monthly']);
    expect(boughtBy(item(price('price_x', { proofbell_plan: 'enterprise', proofbell_cycle: 'monthly' })))).toEqual([
      null,
      null,
    ]);
    expect(boughtBy(item(price('price_x', { proofbell_plan: 'agency' })))).toEqual([null, null]);
  });

  it('what the configured id says, whatever the price says of itself', () => {
    const lying = price('price_sm', { proofbell_plan: 'agency', proofbell_cycle: 'annual' });
    expect(boughtBy(item(lying))).toEqual(['starter', 'monthly']);
  });

  it('our plan, beside something else', () => {
    const read = toSubscription(subscription([item(price('price_other'), 1), item(price('price_gm'), 2_000)]), IDS);
    expect(read).toMatchObject({ plan: 'growth', cycle: 'monthly', periodEnd: 2_000_000 });
  });
});

describe('a subscription ends', () => {
  const endOf = (change: object) =>
    toSubscription(subscription([item(price('price_gm'), 5_000)], change), IDS).cancelsAt;

  it('never, at the end of its period, or at a time of its own', () => {
    expect(endOf({})).toBeNull();
    expect(endOf({ cancel_at_period_end: true })).toBe(5_000_000);
    expect(endOf({ cancel_at: 4_000, cancel_at_period_end: true })).toBe(4_000_000);
  });
});

it('a status that we do not know is no answer', () => {
  expect(() => toSubscription(subscription([], { status: 'enchanted' }), IDS)).toThrow(TypeError);
  expect(() => toCheckout({ ...FIXTURES['checkout.session'], status: 'enchanted' })).toThrow(TypeError);
});

it.each([
  ['open', 'unpaid', false],
  // Nothing is due, but nobody has agreed yet.
  ['open', 'no_payment_required', false],
  ['complete', 'unpaid', false],
  ['complete', 'paid', true],
  ['complete', 'no_payment_required', true],
  ['expired', 'unpaid', false],
])('a checkout that is %s and %s is paid: %s', (status, payment_status, isPaid) => {
  const session = { ...FIXTURES['checkout.session'], status, payment_status, url: 'https://checkout.stripe.com/c/1' };
  const checkout = toCheckout({ ...session, expires_at: 1_000 });
  expect(checkout).toMatchObject({ status, isPaid, url: status === 'open' ? session.url : null, expiresAt: 1_000_000 });
});

it.each([
  [{ interval: 'month', interval_count: 1, usage_type: 'licensed' }, 'month'],
  [{ interval: 'year', interval_count: 1, usage_type: 'licensed' }, 'year'],
  [{ interval: 'month', interval_count: 12, usage_type: 'licensed' }, null],
  [{ interval: 'month', interval_count: 1, usage_type: 'metered' }, null],
  [null, null],
])('a price that recurs as %j has the interval %s', (recurring, interval) => {
  expect(toPrice({ ...FIXTURES.price, recurring }).interval).toBe(interval);
});

describe('an event is about', () => {
  const about = (type: string, object: object) => {
    const { customerId, subscriptionId, checkoutId, chargeId } = toEvent({
      ...FIXTURES.event,
      type,
      data: { object },
    });
    return { customerId, subscriptionId, checkoutId, chargeId };
  };
  const nothing = { customerId: null, subscriptionId: null, checkoutId: null, chargeId: null };

  it('the subscription of an invoice, in this version of the API and in older ones', () => {
    const expected = { ...nothing, customerId: 'cus_1', subscriptionId: 'sub_1' };
    const invoice = { object: 'invoice', id: 'in_1', customer: 'cus_1' };
    const parent = { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } };
    expect(about('invoice.paid', { ...invoice, parent })).toEqual(expected);
    expect(about('invoice.paid', { ...invoice, subscription: 'sub_1' })).toEqual(expected);
    expect(about('invoice.paid', { ...invoice, parent: null })).toEqual({ ...nothing, customerId: 'cus_1' });
  });

  it('the charge of a dispute', () => {
    const { charge } = FIXTURES.dispute;
    expect(charge).toMatch(/^ch_/);
    expect(about('charge.dispute.created', FIXTURES.dispute)).toEqual({ ...nothing, chargeId: charge });
  });

  it('a checkout, its customer and what it bought', () => {
    const session = { object: 'checkout.session', id: 'cs_1', customer: 'cus_1', subscription: 'sub_1' };
    expect(about('checkout.session.completed', session)).toEqual({
      ...nothing,
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      checkoutId: 'cs_1',
    });
  });

  it('nothing, when it is of a kind that we do not handle', () => {
    expect(about('plan.created', FIXTURES.event.data.object)).toEqual(nothing);
    expect(about('x', {})).toEqual(nothing);
  });
});

it('an id is the same whether or not its object was sent along', () => {
  expect([idOf('cus_1'), idOf({ id: 'cus_1' }), idOf(null), idOf(undefined), idOf('')]).toEqual([
    'cus_1',
    'cus_1',
    null,
    null,
    null,
  ]);
});
