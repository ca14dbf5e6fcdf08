// What the sandbox sells: a price for each cycle of each paid plan, with ids that anybody can read.
import type { Stripe } from 'stripe';
import { CYCLES, type Cycle, PAID_PLAN_IDS, type PaidPlanId, PLANS, type PriceIds } from '#shared/pricing.ts';
import { missing } from './wire.ts';

/** When the catalog was made, in seconds: the first of January 2026. */
const CREATED = 1_767_225_600;
export const CURRENCY = 'usd';

const priceId = (plan: PaidPlanId, cycle: Cycle) => `price_${plan}_${cycle}`;

export const SANDBOX_PRICE_IDS = Object.fromEntries(
  PAID_PLAN_IDS.map((plan) => [plan, { monthly: priceId(plan, 'monthly'), annual: priceId(plan, 'annual') }]),
) as PriceIds;

/** The API writes decimals as text; the SDK makes numbers of its own of them. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal;

const planOf = (id: PaidPlanId) => {
  const plan = PLANS.find((one) => one.id === id);
  if (!plan) throw new Error(`No plan ${id}`);
  return plan;
};

const toPrice = (plan: PaidPlanId, cycle: Cycle): Stripe.Price => ({
  id: priceId(plan, cycle),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: CREATED,
  currency: CURRENCY,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: `proofbell_${plan}_${cycle}`,
  metadata: { proofbell_plan: plan, proofbell_cycle: cycle },
  nickname: null,
  product: `prod_${plan}`,
  recurring: {
    interval: cycle === 'annual' ? 'year' : 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: planOf(plan).price[cycle] * 100,
  unit_amount_decimal: decimal(planOf(plan).price[cycle] * 100),
});

export const PRICES = PAID_PLAN_IDS.flatMap((plan) => CYCLES.map((cycle) => toPrice(plan, cycle)));

/** @throws StripeFault 404 */
export function priceOf(id: string, param = 'price'): Stripe.Price {
  const price = PRICES.find((one) => one.id === id);
  if (!price) throw missing('price', id, param);
  return price;
}

/** @returns the plan and cycle that a price buys, as people read them. */
export function nameOfPrice(price: Stripe.Price): { plan: string; cycle: Cycle } {
  const cycle = price.recurring?.interval === 'year' ? 'annual' : 'monthly';
  return { plan: PLANS.find(({ id }) => id === price.metadata.proofbell_plan)?.name ?? '', cycle };
}
