// What time brings about in the sandbox: renewals, ends, failed renewals and their retries, on the real clock and on test
// clocks, as Stripe does it.
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '#shared/time.ts';
import { makeClock } from './support/app.ts';
import { onBothDatabases } from './support/databases.ts';
import { periodEndOf, startSandbox, type TestSandbox } from './support/sandbox-stripe.ts';

const DAY_SECONDS = DAY / 1000;

onBothDatabases("the sandbox's time", { postgres: 'long' }, (database) => {
  let test: TestSandbox;
  let stripe: Stripe;
  beforeEach(async () => {
    test = await startSandbox(database());
    stripe = test.stripe;
  });
  afterEach(() => test.sandbox.stop());
  const read = (id: string) => stripe.subscriptions.retrieve(id);
  const paid = async (subscription: string) =>
    (await stripe.invoices.list({ subscription, status: 'paid' })).data.map(({ amount_paid }) => amount_paid);

  it('renews at the end of the period: a paid invoice, the next period, and events of that moment', async () => {
    const { subscription, skipTo } = await test.subscribe();
    const end = periodEndOf(subscription);
    await skipTo(end - 1);
    expect(periodEndOf(await read(subscription.id))).toBe(end);
    expect(await paid(subscription.id)).toEqual([1900]);
    await skipTo(end);
    const renewed = await read(subscription.id);
    expect(renewed.status).toBe('active');
    expect(renewed.items.data[0]?.current_period_start).toBe(end);
    expect(new Date(periodEndOf(renewed) * 1000).toISOString()).toBe('2026-05-10T12:00:00.000Z');
    expect(await paid(subscription.id)).toEqual([1900, 1900]);
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(invoice).toMatchObject({ created: end, lines: { data: [{ period: { start: end } }] } });
    expect((await test.eventsOf(subscription.id)).sort()).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.paid',
    ]);
    const { data } = await stripe.events.list({ limit: 100 });
    expect(
      data
        .filter(({ created }) => created === end)
        .map(({ type }) => type as string)
        .sort(),
    ).toEqual(['customer.subscription.updated', 'invoice.paid']);
  });

  it('makes up for every period that went by, once, whoever asks first', async () => {
    const customer = await test.newCustomer({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_starter_monthly' }],
    });
    test.clock.advance(100 * DAY);
    await Promise.all([
      read(id),
      read(id),
      test.sandbox.catchUp(),
      stripe.subscriptions.list({ customer: customer.id }),
    ]);
    expect(await paid(id)).toEqual([1900, 1900, 1900, 1900]);
    expect(periodEndOf(await read(id)) * 1000).toBeGreaterThan(test.clock.now());
  });

  it('keeps the day of the month of the first payment', async () => {
    test.clock.advance(Date.parse('2027-01-31T09:00:00Z') - makeClock().now());
    const customer = await test.newCustomer({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const items = [{ price: 'price_starter_monthly' }];
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items });
    const ends: string[] = [];
    for (let month = 0; month < 4; month++) {
      const end = periodEndOf(await read(id)) * 1000;
      ends.push(new Date(end).toISOString().slice(0, 10));
      test.clock.advance(end - test.clock.now());
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  it('is past due while a renewal fails, active once a better card pays, and ends after the last retry', async () => {
    const { subscription, skipTo } = await test.subscribe();
    const useCard = (card: string) => stripe.subscriptions.update(subscription.id, { default_payment_method: card });
    await useCard('pm_card_chargeCustomerFail');
    const end = periodEndOf(subscription);
    await skipTo(end);
    expect((await read(subscription.id)).status).toBe('past_due');
    expect(await test.eventsOf(subscription.id)).toContain('invoice.payment_failed');
    const [open] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data;
    expect(open).toMatchObject({ total: 1900, amount_paid: 0, attempt_count: 1 });

    await useCard('pm_card_visa');
    await skipTo(open?.next_payment_attempt ?? 0);
    const healed = await read(subscription.id);
    expect(healed.status).toBe('active');
    expect(await paid(subscription.id)).toEqual([1900, 1900]);

    await useCard('pm_card_chargeCustomerFail');
    await skipTo(periodEndOf(healed));
    expect((await read(subscription.id)).status).toBe('past_due');
    await skipTo(periodEndOf(healed) + 30 * DAY_SECONDS);
    const ended = await read(subscription.id);
    expect(ended.status).toBe('canceled');
    expect(await paid(subscription.id)).toEqual([1900, 1900]);
    expect((await test.eventsOf(subscription.id)).at(-1)).toBeTypeOf('string');
    expect((await test.eventsOf(subscription.id)).filter((type) => type.endsWith('.deleted'))).toHaveLength(1);
  });

  it('moves only the customers of a test clock, and never back', async () => {
    const { skipTo, subscription } = await test.subscribe();
    const other = await test.subscribe();
    const end = periodEndOf(subscription);
    expect(await skipTo(end)).toMatchObject({ frozen_time: end, status: 'ready' });
    await expect(skipTo(end - 1)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'frozen_time' });
    expect(periodEndOf(await read(other.subscription.id))).toBe(end);
    expect(await paid(other.subscription.id)).toEqual([1900]);
  });

  it('shares a period among parallel advances: each renewal is made once', async () => {
    const { skipTo, subscription } = await test.subscribe();
    const end = periodEndOf(subscription);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => skipTo(end)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await paid(subscription.id)).toEqual([1900, 1900]);
  });
});
