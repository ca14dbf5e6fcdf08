// A payment provider for tests that hold for either: the sandbox, or Stripe when STRIPE_SECRET_KEY names a test account.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { setUpStripe } from '#server/adapters/stripe/setup.ts';
import { makeStripe } from '#server/adapters/stripe/stripe.ts';
import { type Payments, PaymentsError } from '#server/domain/billing/payments.ts';
import type { Clock } from '#server/domain/ports.ts';
import { parseEnv } from '#server/env.ts';
import type { Cycle, PaidPlanId } from '#shared/pricing.ts';
import { freshSqlite } from './databases.ts';
import { startSandbox } from './sandbox-stripe.ts';

const KEY = process.env.STRIPE_SECRET_KEY;
if (KEY && !/^[sr]k_test_/.test(KEY)) {
  throw new Error('STRIPE_SECRET_KEY: the tests need the key of a test account, which starts with sk_test_');
}

type Buyer = { clock: Stripe.TestHelpers.TestClock; customerId: string; reference: string };

export type TestProvider = {
  /** As the server uses it. */
  payments: Payments;
  /** Its SDK, for what buyers and time do. */
  stripe: Stripe;
  clock: Clock;
  webhookSecret: string;
  /** Text that nothing else has, so that runs against one account don't meet. */
  unique(text: string): string;
  /** @returns a customer whose time the test moves, with a test card that pays unless it says otherwise. */
  newBuyer(card?: string): Promise<Buyer>;
  /** @returns a subscription that is bought without a page. */
  buy(buyer: Buyer, plan: PaidPlanId, cycle: Cycle): Promise<Stripe.Subscription>;
  changeCard(subscriptionId: string, buyer: Buyer, card: string): Promise<void>;
  /** Moves a customer's time, and waits until the provider has done what it brings about. @param to milliseconds. */
  advance(testClock: Stripe.TestHelpers.TestClock, to: number): Promise<void>;
  stop(): Promise<void>;
};

/** How long a test may take: Stripe moves its clocks slowly. */
export const PROVIDER_TIMEOUT = KEY ? 180_000 : 15_000;
export const PROVIDER_NAME = KEY ? 'Stripe' : 'the sandbox';

/** @returns why a call failed; null when it didn't. */
export const kindOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof PaymentsError ? error.kind : String(error)),
  );

export async function startProvider(): Promise<TestProvider> {
  const base = KEY ? await atStripe(KEY) : await inSandbox();
  const { stripe, clock, payments } = base;
  const run = randomUUID();
  let count = 0;
  const unique = (text: string) => `${text}-${run}-${++count}`;
  return {
    ...base,
    unique,
    async newBuyer(card = 'pm_card_visa') {
      const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(clock.now() / 1000) });
      const customer = await stripe.customers.create({
        email: 'ana@shop.example',
        test_clock: testClock.id,
        payment_method: card,
        invoice_settings: { default_payment_method: card },
      });
      return { clock: testClock, customerId: customer.id, reference: unique('reference') };
    },
    buy: ({ customerId, reference }, plan, cycle) =>
      stripe.subscriptions.create({
        customer: customerId,
        items: [{ price: payments.priceIds[plan][cycle] }],
        metadata: { reference },
      }),
    async changeCard(id, { customerId }, card) {
      const attached = await stripe.paymentMethods.attach(card, { customer: customerId });
      await stripe.subscriptions.update(id, { default_payment_method: attached.id });
    },
    async advance({ id }, to) {
      let { status } = await stripe.testHelpers.testClocks.advance(id, { frozen_time: Math.floor(to / 1000) });
      while (status === 'advancing') {
        await sleep(1_000);
        ({ status } = await stripe.testHelpers.testClocks.retrieve(id));
      }
      if (status !== 'ready') throw new Error(`the clock is ${status}`);
    },
  };
}

type Base = Pick<TestProvider, 'payments' | 'stripe' | 'clock' | 'webhookSecret' | 'stop'>;

async function atStripe(secretKey: string): Promise<Base> {
  const clock = { now: () => Date.now() };
  const webhookSecret = 'whsec_of_the_tests';
  const { priceIds } = await setUpStripe({ secretKey, webhookUrl: null, events: [] });
  const payments = makeStripe({ secretKey, webhookSecret, priceIds, mode: 'live', clock });
  return { payments, stripe: new Stripe(secretKey, { telemetry: false }), clock, webhookSecret, stop: async () => {} };
}

async function inSandbox(): Promise<Base> {
  const database = await freshSqlite();
  const { sandbox, stripe, clock, apiKey, webhookSecret } = await startSandbox(database);
  const { priceIds } = parseEnv({});
  const { server } = sandbox;
  const payments = makeStripe({ secretKey: apiKey, webhookSecret, priceIds, mode: 'test', clock, server });
  return {
    payments,
    stripe,
    clock,
    webhookSecret,
    async stop() {
      await sandbox.stop();
      await database.close();
    },
  };
}
