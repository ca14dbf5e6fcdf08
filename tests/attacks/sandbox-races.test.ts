// Attack: let a customer's portal, the API, a test clock and the passing of time change the same subscriptions at once, so
// that calls block each other, a period is paid twice, or more is paid back than was paid.
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { skipPeriod } from '#server/adapters/sandbox-stripe/portal.ts';
import { currentSubscription } from '#server/adapters/sandbox-stripe/subscriptions.ts';
import { onBothDatabases } from '../support/databases.ts';
import { periodEndOf, startSandbox, type TestSandbox } from '../support/sandbox-stripe.ts';

const ROUNDS = 5;

/** @returns what went wrong although the sandbox could have answered. */
const faultsOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as { status?: number; statusCode?: number; message: string })
    .filter(({ status, statusCode }) => (statusCode ?? status ?? 500) >= 500)
    .map(({ message }) => message);

async function changeAllAtOnce({ stripe, sandbox, subscribe, another }: TestSandbox) {
  const { customer, subscription, skipTo } = await subscribe();
  const items = [{ price: 'price_growth_monthly' }];
  const second = await stripe.subscriptions.create({ customer: customer.id, items });
  const end = periodEndOf(subscription);
  const other = await another();
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id });
  const skip = (id: string) =>
    sandbox.transact(async (store) => skipPeriod(store, await currentSubscription(store, id)));
  const refund = async () => {
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id ?? '' });
    return stripe.refunds.create({ payment_intent: String(payments.data[0]?.payment.payment_intent) });
  };
  const results = await Promise.allSettled([
    skip(subscription.id),
    skip(second.id),
    skip(subscription.id),
    skipTo(end + 40 * 86_400),
    skipTo(end + 80 * 86_400),
    sandbox.catchUp(),
    other.catchUp(),
    refund(),
    refund(),
    stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
    stripe.subscriptions.list({ customer: customer.id }),
    stripe.subscriptions.cancel(second.id),
    sandbox.desk.act(portal.id, { kind: 'change-card', card: 'pays' }),
  ]);
  await other.stop();
  return { faults: faultsOf(results), customer: customer.id };
}

/** @returns a text for each period that was paid. */
const paidPeriods = (invoices: Stripe.Invoice[]) =>
  invoices
    .filter(({ status }) => status === 'paid')
    .map(({ parent, period_start }) => `${parent?.subscription_details?.subscription} ${period_start}`);

onBothDatabases("the sandbox's races", { postgres: 'long', turns: 'forced' }, (database) => {
  it('answers all of it, and takes the money for each period once', async () => {
    const test = await startSandbox(database());
    for (let round = 0; round < ROUNDS; round++) {
      const { faults, customer } = await changeAllAtOnce(test);
      expect(faults).toEqual([]);
      const invoices = await test.stripe.invoices.list({ customer, limit: 100 });
      const periods = paidPeriods(invoices.data);
      expect(periods).toEqual([...new Set(periods)]);
      for (const { id } of invoices.data) {
        const { data: payments } = await test.stripe.invoicePayments.list({ invoice: id });
        expect(payments.length).toBeLessThanOrEqual(1);
        for (const { payment, amount_paid } of payments) {
          const { data: refunds } = await test.stripe.refunds.list({ payment_intent: String(payment.payment_intent) });
          expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(amount_paid ?? 0);
        }
      }
    }
    await test.sandbox.stop();
  });
});
