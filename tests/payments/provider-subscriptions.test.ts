// Subscriptions that are bought with test cards, and what time does to them, asked of the sandbox or of Stripe
// (provider-checkouts.test.ts).
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import {
  kindOf,
  PROVIDER_NAME,
  PROVIDER_TIMEOUT,
  startProvider,
  type TestProvider,
} from '../support/payment-provider.ts';

describe(`subscriptions, with ${PROVIDER_NAME}`, { timeout: PROVIDER_TIMEOUT }, () => {
  let provider: TestProvider;
  let payments: TestProvider['payments'];
  let stripe: Stripe;
  beforeAll(async () => {
    provider = await startProvider();
    ({ payments, stripe } = provider);
  }, PROVIDER_TIMEOUT);
  afterAll(() => provider.stop());

  const read = async (id: string) => {
    const subscription = await payments.readSubscription(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  };

  describe('a subscription', () => {
    it('says what it buys, for whom, and when it renews', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'growth', 'annual');
      const subscription = await read(id);
      expect(subscription).toEqual({
        id,
        customerId: buyer.customerId,
        status: 'active',
        plan: 'growth',
        cycle: 'annual',
        periodEnd: expect.any(Number),
        cancelsAt: null,
        reference: buyer.reference,
        createdAt: expect.any(Number),
      });
      const days = ((subscription.periodEnd ?? 0) - subscription.createdAt) / DAY;
      expect([365, 366]).toContain(Math.round(days));
      expect(Math.abs(subscription.createdAt - provider.clock.now())).toBeLessThan(5 * MINUTE);
      expect(await payments.listSubscriptions(buyer.customerId)).toEqual([subscription]);
    });

    it('is null when there is none', async () => {
      expect(await payments.readSubscription('sub_none')).toBeNull();
      const { customerId } = await provider.newBuyer();
      expect(await payments.listSubscriptions(customerId)).toEqual([]);
    });

    it('is incomplete while its first payment fails', async () => {
      const buyer = await provider.newBuyer('pm_card_chargeCustomerFail');
      const { id } = await provider.buy(buyer, 'starter', 'monthly');
      expect(await read(id)).toMatchObject({ status: 'incomplete', plan: 'starter', cycle: 'monthly' });
    });

    it('is cancelled at once, as often as one asks', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'starter', 'monthly');
      await payments.cancelSubscription(id, `cancel:${id}`);
      expect(await read(id)).toMatchObject({ status: 'canceled', plan: 'starter' });
      await payments.cancelSubscription(id, `cancel:${id}`);
      await payments.cancelSubscription(id, `cancel:${id}:again`);
      expect((await payments.listSubscriptions(buyer.customerId)).map(({ status }) => status)).toEqual(['canceled']);
      expect(await kindOf(payments.cancelSubscription('sub_none', `cancel:none:${buyer.reference}`))).toBe('not-found');
    });

    it('is paid back once, however often one asks', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'growth', 'monthly');
      expect(await payments.refundSubscription(id, `refund:${id}`)).toBe(4_900);
      expect(await payments.refundSubscription(id, `refund:${id}`)).toBe(4_900);
      expect(await payments.refundSubscription(id, `refund:${id}:again`)).toBe(4_900);
      const { data: invoices } = await stripe.invoices.list({ subscription: id });
      const { data: paid } = await stripe.invoicePayments.list({ invoice: invoices[0]?.id ?? '' });
      const payment_intent = String(paid[0]?.payment.payment_intent);
      const { data: refunds } = await stripe.refunds.list({ payment_intent });
      expect(refunds.map(({ amount }) => amount)).toEqual([4_900]);
      // A dispute names the charge alone.
      expect(await payments.readChargedCustomer(String(refunds[0]?.charge))).toBe(buyer.customerId);
      expect(await payments.readChargedCustomer('ch_none')).toBeNull();
    });

    it('is paid back for the part that is left', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'starter', 'monthly');
      const { data: invoices } = await stripe.invoices.list({ subscription: id });
      const { data: paid } = await stripe.invoicePayments.list({ invoice: invoices[0]?.id ?? '' });
      await stripe.refunds.create({ payment_intent: String(paid[0]?.payment.payment_intent), amount: 400 });
      expect(await payments.refundSubscription(id, `refund:${id}`)).toBe(1_900);
    });

    it('that took nothing pays nothing back', async () => {
      const { id } = await provider.buy(await provider.newBuyer('pm_card_chargeCustomerFail'), 'starter', 'monthly');
      expect(await payments.refundSubscription(id, `refund:${id}`)).toBe(0);
    });
  });

  describe('with time, a subscription', () => {
    it('renews for another period', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'starter', 'monthly');
      const before = await read(id);
      await provider.advance(buyer.clock, (before.periodEnd ?? 0) + 3 * HOUR);
      const after = await read(id);
      expect(after.status).toBe('active');
      expect([28, 29, 30, 31]).toContain(Math.round(((after.periodEnd ?? 0) - (before.periodEnd ?? 0)) / DAY));
      expect(await payments.refundSubscription(id, `refund:${id}`)).toBe(2 * 1_900);
    });

    it('that was cancelled says when it ends, and ends then', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'starter', 'monthly');
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      const ending = await read(id);
      expect(ending).toMatchObject({ status: 'active', cancelsAt: ending.periodEnd });
      await provider.advance(buyer.clock, (ending.periodEnd ?? 0) + HOUR);
      expect(await read(id)).toMatchObject({ status: 'canceled' });
    });

    it('is past due once a renewal fails', async () => {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'agency', 'monthly');
      await provider.changeCard(id, buyer, 'pm_card_chargeCustomerFail');
      const { periodEnd } = await read(id);
      await provider.advance(buyer.clock, (periodEnd ?? 0) + 3 * HOUR);
      expect(await read(id)).toMatchObject({ status: 'past_due', plan: 'agency' });
    });

    it('has the plan that it was switched to', async () => {
      const buyer = await provider.newBuyer();
      const { id, items } = await provider.buy(buyer, 'starter', 'monthly');
      const item = { id: items.data[0]?.id ?? '', price: payments.priceIds.agency.monthly };
      await stripe.subscriptions.update(id, { items: [item], proration_behavior: 'always_invoice' });
      expect(await read(id)).toMatchObject({ status: 'active', plan: 'agency', cycle: 'monthly' });
    });
  });
});
