// The sandbox provider by itself, and the SDK that talks to it as it would to Stripe.
import { pino } from 'pino';
import Stripe from 'stripe';
import { makeIds } from '#server/adapters/clock-ids.ts';
import { payCheckout } from '#server/adapters/sandbox-stripe/checkout.ts';
import {
  attemptDelivery,
  claimDelivery,
  type Deliver,
  type DeliveryParts,
} from '#server/adapters/sandbox-stripe/deliveries.ts';
import { makeSandbox } from '#server/adapters/sandbox-stripe/sandbox.ts';
import type { Database } from '#server/db/open.ts';
import type { TestCard } from '#server/domain/billing/sandbox-desk.ts';
import { makeClock, SECRET, START } from './app.ts';
import { TEST_CALLS } from './sandbox-calls.ts';

const PUBLIC_URL = 'http://localhost:3000';
/** Both URLs of a checkout, and what is bought unless a test says otherwise. */
export const CHECKOUT = {
  mode: 'subscription',
  line_items: [{ price: 'price_growth_annual', quantity: 1 }],
  success_url: `${PUBLIC_URL}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${PUBLIC_URL}/upgrade?checkout=cancelled`,
} satisfies Stripe.Checkout.SessionCreateParams;

/** Makes the deliveries of a sandbox that are due, one after the other. @returns how many attempts were made. */
export async function deliverDue(parts: DeliveryParts, deliver: Deliver): Promise<number> {
  for (let attempts = 0; ; attempts++) {
    const delivery = await claimDelivery(parts);
    if (!delivery) return attempts;
    const settle = await attemptDelivery(parts, deliver, delivery);
    await settle();
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts a sandbox at `START`; its webhooks are kept in `received` and answered by `answer`. */
export async function startSandbox(database: Database) {
  const clock = makeClock();
  const logged: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => logged.push(line) });
  const parts = {
    db: database.db,
    clock,
    ids: makeIds(clock),
    log,
    secretKey: SECRET,
    publicUrl: PUBLIC_URL,
    calls: TEST_CALLS,
  };
  const sandbox = makeSandbox(parts);
  const { host, port, protocol } = await sandbox.server();
  const { apiKey, webhookSecret } = sandbox;
  const connect = (key: string, more: Stripe.StripeConfig = {}) =>
    new Stripe(key, { host, port, protocol, maxNetworkRetries: 0, telemetry: false, ...more });
  const stripe = connect(apiKey);
  const received: { body: string; signature: string; event: Stripe.Event }[] = [];
  /** What our side answers to a webhook; tests replace it. */
  const side = { answer: (_event: Stripe.Event): number => 200 };
  const take = async (request: Request) => {
    const body = await request.text();
    const event = JSON.parse(body) as Stripe.Event;
    received.push({ body, signature: request.headers.get('stripe-signature') ?? '', event });
    return new Response(null, { status: side.answer(event) });
  };
  sandbox.connect(take);
  return {
    sandbox,
    stripe,
    connect,
    clock,
    logged,
    received,
    side,
    take,
    deliverDue: () =>
      deliverDue({ db: database.db, clock, log, webhookSecret, url: `${PUBLIC_URL}/api/webhooks/stripe` }, take),
    /** @returns a second process on the same database, which sends nothing by itself. */
    another: async () => makeSandbox(parts),
    apiKey,
    webhookSecret,
    stop: () => sandbox.stop(),
    url: `${protocol}://${host}:${port}`,
    /** Pays on a checkout's page with a test card. */
    pay: (id: string, card: TestCard = 'pays', by = sandbox) => by.transact((store) => payCheckout(store, id, card)),
    /** @returns a new customer, on a clock of their own if wanted. */
    newCustomer: (more: Stripe.CustomerCreateParams = {}) =>
      stripe.customers.create({ email: 'mia@shop.example', ...more }),
    /** @returns a customer whose time a test moves, that clock, and their subscription. */
    async subscribe(card = 'pm_card_visa', price = 'price_starter_monthly') {
      const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: START / 1000 });
      const customer = await stripe.customers.create({
        email: 'mia@shop.example',
        test_clock: testClock.id,
        payment_method: card,
        invoice_settings: { default_payment_method: card },
      });
      const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
      const skipTo = (seconds: number) => stripe.testHelpers.testClocks.advance(testClock.id, { frozen_time: seconds });
      return { customer, subscription, testClock, skipTo };
    },
    /** @returns the types of the events about an object, the oldest first. */
    async eventsOf(id: string) {
      const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
      return events
        .filter(({ data }) => JSON.stringify(data.object).includes(id))
        .map(({ type }) => type as string)
        .reverse();
    },
  };
}

/** @returns when a subscription's period ends, in seconds. */
export const periodEndOf = ({ items }: Stripe.Subscription): number => items.data[0]?.current_period_end ?? 0;
