// The sandbox's objects against the example objects of Stripe's published OpenAPI description (stripe-fixtures.json,
// github.com/stripe/openapi): every field of theirs is one of Stripe's, and holds the same type, or null.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { freshSqlite } from './support/databases.ts';
import { CHECKOUT, startSandbox, type TestSandbox } from './support/sandbox-stripe.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const FIXTURES = JSON.parse(readFileSync('tests/support/stripe-fixtures.json', 'utf8')) as Record<string, Json>;

/** Of the current version of the API, but not in the examples. */
const NOT_IN_EXAMPLES = ['invoice_payment.payment.payment_intent'];

const isGroup = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns what the example hasn't, or has with another type. */
function differences(path: string, example: Json | undefined, ours: Json): string[] {
  if (NOT_IN_EXAMPLES.includes(path)) return example === undefined ? [] : [`${path}: is there after all`];
  if (example === undefined) return [`${path}: no field of Stripe's`];
  if (example === null || ours === null) return [];
  if (Array.isArray(example) || Array.isArray(ours)) {
    if (!Array.isArray(example) || !Array.isArray(ours)) return [`${path}: a list in one only`];
    return example[0] === undefined || ours[0] === undefined ? [] : differences(`${path}[]`, example[0], ours[0]);
  }
  if (isGroup(example) && isGroup(ours)) {
    // Metadata has whatever keys its maker gave it.
    if (path.endsWith('.metadata')) return [];
    return Object.entries(ours).flatMap(([key, value]) => differences(`${path}.${key}`, example[key], value));
  }
  return typeof example === typeof ours ? [] : [`${path}: ${typeof ours} instead of ${typeof example}`];
}

/** @returns one of each kind, as the API answers it or sends it. */
async function makeOneOfEach({ stripe, pay, url, apiKey, sandbox, newCustomer }: TestSandbox) {
  const customer = await newCustomer();
  const checkout = await stripe.checkout.sessions.create({ ...CHECKOUT, customer: customer.id });
  await pay(checkout.id);
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })).data;
  const refund = await stripe.refunds.create({ payment_intent: String(payment?.payment.payment_intent) });
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://localhost/' });
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const [event] = (await stripe.events.list()).data;
  const [method] = await sandbox.transact((store) => store.list('payment_method'));
  const answer = await fetch(`${url}/v1/checkout/sessions/${checkout.id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const made = {
    customer,
    price: await stripe.prices.retrieve('price_growth_annual'),
    'checkout.session': await answer.json(),
    subscription,
    subscription_item: subscription?.items.data[0],
    invoice,
    line_item: invoice?.lines.data[0],
    invoice_payment: payment,
    charge: await stripe.charges.retrieve(String(refund.charge)),
    refund,
    payment_method: method,
    'billing_portal.configuration': configuration,
    'billing_portal.session': portal,
    event,
  };
  return JSON.parse(JSON.stringify(made)) as Record<string, Json>;
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

  it('differ in nothing that the sandbox has', () => {
    expect(Object.keys(ours)).toHaveLength(14);
    const found = Object.entries(ours).flatMap(([kind, own]) => {
      // The example of an event is about a plan, which the sandbox has none of.
      const example = FIXTURES[kind] as { [key: string]: Json };
      return differences(kind, kind === 'event' ? { ...example, data: { object: null } } : example, own);
    });
    expect(found).toEqual([]);
  });

  it('finds what Stripe has not, and what is of another type', () => {
    const example = { id: 'a', amount: 1, lines: [{ id: 'b' }], group: { inner: 'c' } };
    expect(differences('x', example, { id: 'a', amount: '1', lines: [{ ib: '' }], group: { outer: 1 } })).toEqual([
      'x.amount: string instead of number',
      "x.lines[].ib: no field of Stripe's",
      "x.group.outer: no field of Stripe's",
    ]);
  });
});
