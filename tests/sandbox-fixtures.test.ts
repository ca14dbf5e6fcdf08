// The shapes of the sandbox's answers against the example objects of Stripe's published OpenAPI description
// (stripe-fixtures.json, github.com/stripe/openapi): every key is there, and holds the same type, or null.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { freshSqlite } from './support/databases.ts';
import { CHECKOUT, startSandbox, type TestSandbox } from './support/sandbox-stripe.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const FIXTURES = JSON.parse(readFileSync('tests/support/stripe-fixtures.json', 'utf8')) as Record<string, Json>;

/** What the examples have and version `Stripe.API_VERSION` doesn't, or only on request. */
const NOT_ANSWERED = [
  // Answered when they are expanded.
  'charge.refunds',
  // Replaced by parent.subscription_details.
  'invoice.subscription',
];

/**
 * Nobody disputes test money, and nobody but us gets its webhooks; who reads these compares them by itself. Products and the
 * lines of a checkout are never asked for.
 */
const NOT_MADE = ['dispute', 'webhook_endpoint', 'product', 'item'];

const isGroup = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns what is missing, or of another type than in the example. */
function differences(path: string, example: Json, ours: Json | undefined): string[] {
  if (NOT_ANSWERED.includes(path)) return ours === undefined ? [] : [`${path}: answered after all`];
  if (ours === undefined) return [`${path}: missing`];
  if (example === null || ours === null) return [];
  if (Array.isArray(example) || Array.isArray(ours)) {
    if (!Array.isArray(example) || !Array.isArray(ours)) return [`${path}: a list in one only`];
    return example[0] === undefined || ours[0] === undefined ? [] : differences(`${path}[]`, example[0], ours[0]);
  }
  if (isGroup(example) && isGroup(ours)) {
    // Metadata has whatever keys its maker gave it.
    if (path.endsWith('.metadata')) return [];
    const isUnion = 'type' in example && 'type' in ours && example.type !== ours.type;
    return Object.entries(example).flatMap(([key, value]) =>
      isUnion && key !== 'type' ? [] : differences(`${path}.${key}`, value, ours[key]),
    );
  }
  return typeof example === typeof ours ? [] : [`${path}: ${typeof ours} instead of ${typeof example}`];
}

/** @returns one of each kind, as the API answers it. */
async function makeOneOfEach({ stripe, pay, url, apiKey }: TestSandbox): Promise<Record<string, Json>> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_773_144_000 });
  const customer = await stripe.customers.create({ email: 'mia@shop.example', test_clock: clock.id });
  const checkout = await stripe.checkout.sessions.create({ ...CHECKOUT, customer: customer.id });
  await pay(checkout.id);
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })).data;
  const intent = String(payment?.payment.payment_intent);
  const refund = await stripe.refunds.create({ payment_intent: intent });
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://localhost/' });
  // As it is sent, not as the SDK gives it: that turns decimals into objects of its own.
  const get = async (path: string) => {
    const response = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(response.status, path).toBe(200);
    return (await response.json()) as { [key: string]: Json };
  };
  const first = async (path: string) => ((await get(path)).data as Json[])[0] ?? null;
  const whole = (await get(`invoices/${invoice?.id}`)) as { lines: { data: Json[] } };
  const ours = await get(`subscriptions/${subscription?.id}`);
  return {
    customer: await get(`customers/${customer.id}`),
    price: await get('prices/price_growth_annual'),
    'checkout.session': await get(`checkout/sessions/${checkout.id}`),
    subscription: ours,
    subscription_item: (ours.items as { data: Json[] }).data[0] ?? null,
    invoice: whole,
    line_item: whole.lines.data[0] ?? null,
    invoice_payment: await first(`invoice_payments?invoice=${invoice?.id}`),
    charge: await get(`charges/${refund.charge}`),
    refund: await first(`refunds?payment_intent=${intent}`),
    payment_method: await get(`payment_methods/${subscription?.default_payment_method}`),
    'billing_portal.configuration': await first('billing_portal/configurations'),
    'billing_portal.session': JSON.parse(JSON.stringify(portal)),
    'test_helpers.test_clock': await get(`test_helpers/test_clocks/${clock.id}`),
    event: await first('events'),
  };
}

describe("the sandbox's objects and Stripe's examples", () => {
  let database: Database;
  let test: TestSandbox;
  let ours: Record<string, Json>;
  beforeAll(async () => {
    database = await freshSqlite();
    test = await startSandbox(database);
    ours = await makeOneOfEach(test);
  });
  afterAll(async () => {
    await test.sandbox.stop();
    await database.close();
  });

  it.each(Object.keys(FIXTURES).filter((kind) => !NOT_MADE.includes(kind)))('%s', (kind) => {
    const own = ours[kind];
    expect(own, 'none was made').toBeTruthy();
    // The example of an event is about a plan, which the sandbox has none of.
    const example = FIXTURES[kind] as { [key: string]: Json };
    expect(differences(kind, kind === 'event' ? { ...example, data: { object: {} } } : example, own)).toEqual([]);
  });

  it('has nothing of its own in them', () => {
    expect(JSON.stringify(ours)).not.toMatch(/"_?sandbox[^"]*":/);
  });

  it('finds what is missing and of another type', () => {
    const example = { id: 'a', amount: 1, lines: [{ id: 'b' }], group: { inner: 'c' } };
    expect(differences('x', example, { id: 'a', amount: '1', lines: [{}], group: {} })).toEqual([
      'x.amount: string instead of number',
      'x.lines[].id: missing',
      'x.group.inner: missing',
    ]);
  });
});
