// Makes in a Stripe account what Proofbell needs there: products, prices, the customer portal and the webhook. What is
// there already is found again by its metadata, lookup key or URL, so that it may be run as often as one likes.
import type { Stripe } from 'stripe';
import { PAYMENT_TIMEOUT } from '#shared/limits.ts';
import { type Cycle, PAID_PLAN_IDS, type PaidPlanId, PLANS, type PriceIds } from '#shared/pricing.ts';
import { connectStripe, type StripeServer } from './client.ts';
import { toPaymentsError } from './errors.ts';
import { expectObject, idOf, toPrice } from './objects.ts';

export type SetUp = {
  priceIds: PriceIds;
  /** The signing secret of a webhook that was made now; null when there is none or it was there before. */
  webhookSecret: string | null;
  /** What was made, changed or found, a line for each, for people. */
  report: string[];
};

type Parts = { stripe: Stripe; report: string[] };
type Sold = { plan: PaidPlanId; cycle: Cycle };

const lookupKey = ({ plan, cycle }: Sold) => `proofbell_${plan}_${cycle}`;
const planOf = (id: PaidPlanId) => PLANS.find((plan) => plan.id === id) as (typeof PLANS)[number];

async function setUpProduct({ stripe, report }: Parts, plan: PaidPlanId): Promise<string> {
  const products = await stripe.products.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const found = products.find(({ metadata }) => metadata?.proofbell_plan === plan);
  report.push(`Product ${planOf(plan).name}: ${found ? 'found' : 'created'}`);
  if (found) return found.id;
  const product = await stripe.products.create({
    name: `Proofbell ${planOf(plan).name}`,
    description: planOf(plan).features[0] ?? '',
    metadata: { proofbell_plan: plan },
  });
  return expectObject(product, 'product').id;
}

/** A price can't be changed. One of another amount is replaced: who pays it goes on paying it, nobody else can buy it. */
async function setUpPrice({ stripe, report }: Parts, product: string, sold: Sold): Promise<string> {
  const { plan, cycle } = sold;
  const amount = planOf(plan).price[cycle] * 100;
  const interval = cycle === 'annual' ? 'year' : 'month';
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey(sold)], active: true, limit: 1 });
  const [old] = data.map((price) => ({ ...toPrice(price), product: idOf(price.product) }));
  const isRight =
    old?.amount === amount && old.currency === 'usd' && old.interval === interval && old.product === product;
  const label = `Price ${planOf(plan).name}, ${cycle}`;
  if (isRight) {
    report.push(`${label}: found`);
    return old.id;
  }
  const price = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval },
    nickname: `${planOf(plan).name}, ${cycle}`,
    lookup_key: lookupKey(sold),
    transfer_lookup_key: true,
    // By these a subscription keeps its plan after its price was replaced.
    metadata: { proofbell_plan: plan, proofbell_cycle: cycle },
  });
  const { id } = expectObject(price, 'price');
  if (old) await stripe.prices.update(old.id, { active: false });
  report.push(old ? `${label}: replaced ${old.id}, which is archived` : `${label}: created`);
  return id;
}

async function setUpPortal(
  { stripe, report }: Parts,
  products: { product: string; prices: string[] }[],
): Promise<void> {
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products,
      // A larger plan is paid for when it is chosen, not at the next renewal.
      proration_behavior: 'always_invoice',
    },
  };
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.proofbell === 'portal');
  const { configurations } = stripe.billingPortal;
  const configuration = found
    ? await configurations.update(found.id, { features })
    : await configurations.create({ features, name: 'Proofbell', metadata: { proofbell: 'portal' } });
  expectObject(configuration, 'billing_portal.configuration');
  report.push(`Customer portal: ${found ? 'found, its settings renewed' : 'created'}`);
}

/** @returns the signing secret of a new one: Stripe shows it only then. */
async function setUpWebhook({ stripe, report }: Parts, url: string, events: readonly string[]): Promise<string | null> {
  const enabled_events = [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  const found = endpoints.find((endpoint) => endpoint.url === url);
  if (found) {
    await stripe.webhookEndpoints.update(found.id, { enabled_events, disabled: false });
    report.push(
      `Webhook ${url}: found, its events renewed. Its signing secret stays the same; Stripe's dashboard shows it`,
    );
    return null;
  }
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion,
    description: 'Proofbell',
    metadata: { proofbell: 'webhook' },
  });
  expectObject(endpoint, 'webhook_endpoint');
  report.push(`Webhook ${url}: created`);
  return endpoint.secret ?? null;
}

/**
 * @param input `webhookUrl` is where the webhook shall go; without it none is made. `events` are those it is sent.
 * @param server instead of Stripe's own.
 * @throws PaymentsError, which says what Stripe objects to
 */
export async function setUpStripe(
  input: { secretKey: string; webhookUrl: string | null; events: readonly string[] },
  server?: StripeServer,
): Promise<SetUp> {
  try {
    const parts: Parts = { stripe: await connectStripe(input.secretKey, PAYMENT_TIMEOUT, server), report: [] };
    const priceIds: Partial<PriceIds> = {};
    const products = [];
    for (const plan of PAID_PLAN_IDS) {
      const product = await setUpProduct(parts, plan);
      const monthly = await setUpPrice(parts, product, { plan, cycle: 'monthly' });
      const annual = await setUpPrice(parts, product, { plan, cycle: 'annual' });
      priceIds[plan] = { monthly, annual };
      products.push({ product, prices: [monthly, annual] });
    }
    await setUpPortal(parts, products);
    const webhookSecret = input.webhookUrl ? await setUpWebhook(parts, input.webhookUrl, input.events) : null;
    return { priceIds: priceIds as PriceIds, webhookSecret, report: parts.report };
  } catch (error) {
    throw toPaymentsError('stripe:setup', error);
  }
}
