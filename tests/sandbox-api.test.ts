// The sandbox's API as the SDK calls it: what it takes, and what it refuses and how. Attacks on it: attacks/sandbox-api.test.ts.
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { onBothDatabases } from './support/databases.ts';
import { CHECKOUT, startSandbox, type TestSandbox } from './support/sandbox-stripe.ts';

const REFUSED = 'StripeInvalidRequestError';

onBothDatabases("the sandbox's API", { postgres: 'long' }, (database) => {
  let test: TestSandbox;
  let stripe: Stripe;
  beforeEach(async () => {
    test = await startSandbox(database());
    stripe = test.stripe;
  });
  afterEach(() => test.sandbox.stop());
  const seconds = (ms: number) => Math.floor((test.clock.now() + ms) / 1000);

  it('keeps customers as they were made, finds them by no other id, and their cards that can be charged', async () => {
    const made = await stripe.customers.create({
      email: 'ana@shop.example',
      metadata: { a: 'Ana & Bob = 100 % [ok]' },
    });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({
      email: 'ana@shop.example',
      metadata: { a: 'Ana & Bob = 100 % [ok]' },
    });
    const missing = { type: REFUSED, statusCode: 404, code: 'resource_missing' };
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject(missing);
    const attach = (card: string) => stripe.paymentMethods.attach(card, { customer: made.id });
    expect(await attach('pm_card_visa')).toMatchObject({ customer: made.id, card: { last4: '4242' } });
    const declined = { type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' };
    await expect(attach('pm_card_visa_chargeDeclined')).rejects.toMatchObject(declined);
  });

  describe('checkout sessions', () => {
    it('are refused with the parameter that is wrong', async () => {
      const { id: customer } = await test.newCustomer();
      const attempt = (more: object) =>
        stripe.checkout.sessions.create({ ...CHECKOUT, customer, ...more } as Stripe.Checkout.SessionCreateParams);
      const cases: [object, string, number][] = [
        [{ success_url: '' }, 'success_url', 400],
        [{ line_items: [{ price: 'price_of_another', quantity: 1 }] }, 'line_items[0][price]', 404],
        [{ line_items: [] }, 'line_items', 400],
        [{ mode: 'payment' }, 'mode', 400],
        [{ customer: 'cus_nobody' }, 'customer', 404],
        [{ expires_at: seconds(29 * MINUTE - MINUTE) }, 'expires_at', 400],
        [{ expires_at: seconds(25 * HOUR) }, 'expires_at', 400],
        [{ expires_at: 'soon' }, 'expires_at', 400],
        [{ subscription_data: { metadata: {}, no_such: '1' } }, 'subscription_data[no_such]', 400],
        [{ no_such: '1' }, 'no_such', 400],
      ];
      for (const [more, param, statusCode] of cases) {
        await expect(attempt(more), param).rejects.toMatchObject({ type: REFUSED, param, statusCode });
      }
      expect(await test.eventsOf(customer)).toEqual([]);
    });

    it('expire when they are told to, or when their time is over, and are never paid afterwards', async () => {
      const customer = await test.newCustomer();
      const create = () => stripe.checkout.sessions.create({ ...CHECKOUT, customer: customer.id });
      const [first, second] = [await create(), await create()];
      expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
      test.clock.advance(DAY);
      await test.pay(first.id);
      await test.pay(second.id);
      expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired');
      expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
      expect(await test.eventsOf(customer.id)).toEqual(['checkout.session.expired', 'checkout.session.expired']);
      expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2);
      expect((await stripe.events.list({ type: 'invoice.paid' })).data).toEqual([]);
    });

    it('are paid or expired, never both, whichever comes first', async () => {
      const customer = await test.newCustomer();
      for (let round = 0; round < 5; round++) {
        const { id } = await stripe.checkout.sessions.create({ ...CHECKOUT, customer: customer.id });
        const [, expired] = await Promise.allSettled([test.pay(id), stripe.checkout.sessions.expire(id)]);
        const { status } = await stripe.checkout.sessions.retrieve(id);
        expect(status).toBe(expired.status === 'fulfilled' ? 'expired' : 'complete');
      }
    });
  });

  describe('subscriptions', () => {
    it('change to a larger plan for what is left of the period, and to a smaller one for nothing', async () => {
      const { subscription, testClock, customer } = await test.subscribe();
      const item = subscription.items.data[0];
      const half = ((item?.current_period_start ?? 0) + (item?.current_period_end ?? 0)) / 2;
      await stripe.testHelpers.testClocks.advance(testClock.id, { frozen_time: half });
      const change = (price: string) =>
        stripe.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', price }] });
      const larger = await change('price_growth_monthly');
      expect(larger.items.data[0]).toMatchObject({ id: item?.id, price: { id: 'price_growth_monthly' } });
      const smaller = await change('price_starter_monthly');
      expect(smaller.items.data[0]?.current_period_end).toBe(item?.current_period_end);
      const invoices = await stripe.invoices.list({ customer: customer.id });
      expect(invoices.data.map(({ amount_paid }) => amount_paid).sort((a, b) => a - b)).toEqual([1500, 1900]);
    });

    it('keep their plan when the card does not pay for a larger one', async () => {
      const { subscription } = await test.subscribe();
      const [item] = subscription.items.data;
      await stripe.subscriptions.update(subscription.id, { default_payment_method: 'pm_card_chargeCustomerFail' });
      await expect(
        stripe.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', price: 'price_agency_annual' }] }),
      ).rejects.toMatchObject({ type: 'StripeCardError' });
      const kept = await stripe.subscriptions.retrieve(subscription.id);
      expect(kept).toMatchObject({ status: 'active', items: { data: [{ price: { id: 'price_starter_monthly' } }] } });
    });
  });

  it('refuses every parameter that it would ignore, also of reading and cancelling calls', async () => {
    const { subscription, customer } = await test.subscribe();
    const { id } = subscription;
    const items = [{ price: 'price_starter_monthly' }];
    const calls = {
      price: () => stripe.subscriptions.list({ customer: customer.id, price: 'price_starter_monthly' }),
      ending_before: () => stripe.invoices.list({ ending_before: 'in_1' }),
      prorate: () => stripe.subscriptions.cancel(id, { prorate: true }),
      balance: () => stripe.customers.create({ balance: -100 }),
      coupon: () => stripe.rawRequest('POST', '/v1/subscriptions', { customer: customer.id, items, coupon: 'free' }),
    };
    for (const [param, call] of Object.entries(calls)) {
      await expect(call(), param).rejects.toMatchObject({ type: REFUSED, code: 'parameter_unknown', param });
    }
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });

  it('pays back what was paid, in parts, and never more', async () => {
    const { subscription } = await test.subscribe();
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    const [payment] = (await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })).data;
    const payment_intent = String(payment?.payment.payment_intent);
    expect(payment).toMatchObject({ status: 'paid', amount_paid: 1900 });
    const part = await stripe.refunds.create({ payment_intent, amount: 400 });
    await expect(stripe.refunds.create({ payment_intent, amount: 1501 })).rejects.toMatchObject({ param: 'amount' });
    await expect(stripe.refunds.create({ payment_intent, amount: 0 })).rejects.toMatchObject({ param: 'amount' });
    const rest = await Promise.allSettled(Array.from({ length: 4 }, () => stripe.refunds.create({ payment_intent })));
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { data } = await stripe.refunds.list({ payment_intent });
    expect(data.map(({ amount }) => amount).sort()).toEqual([1500, 400]);
    expect(await stripe.charges.retrieve(String(part.charge))).toMatchObject({ amount_refunded: 1900 });
    await expect(stripe.refunds.create({ payment_intent: 'pi_nothing' })).rejects.toMatchObject({ statusCode: 404 });
  });

  it('lists in pages, the newest first', async () => {
    const { id: customer } = await test.newCustomer();
    const made: string[] = [];
    for (let count = 0; count < 12; count++) {
      test.clock.advance(1000);
      made.unshift((await stripe.subscriptions.create({ customer, items: [{ price: 'price_starter_annual' }] })).id);
    }
    const page = await stripe.subscriptions.list({ customer, status: 'all' });
    expect([page.data.length, page.has_more]).toEqual([10, true]);
    const all = await stripe.subscriptions
      .list({ customer, status: 'all', limit: 5 })
      .autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
  });
});
