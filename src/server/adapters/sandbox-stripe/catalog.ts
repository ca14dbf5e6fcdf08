// What the sandbox sells: a price for each cycle of each paid plan, with ids that anybody can read.
import { CYCLES, type Cycle, PLANS, type Plan } from '#shared/pricing.ts';
import type { Price } from './objects.ts';
import { missing } from './wire.ts';

export const CURRENCY = 'usd';

const toPrice = ({ id, price }: Plan, cycle: Cycle): Price => ({
  id: `price_${id}_${cycle}`,
  object: 'price',
  active: true,
  currency: CURRENCY,
  metadata: { proofbell_plan: id, proofbell_cycle: cycle },
  recurring: { interval: cycle === 'annual' ? 'year' : 'month', interval_count: 1, usage_type: 'licensed' },
  unit_amount: price[cycle] * 100,
});

export const PRICES = PLANS.filter(({ id }) => id !== 'free').flatMap((plan) =>
  CYCLES.map((cycle) => toPrice(plan, cycle)),
);

/** @throws StripeFault 404 */
export function priceOf(id: string, param = 'price'): Price {
  const price = PRICES.find((one) => one.id === id);
  if (!price) throw missing('price', id, param);
  return price;
}

/** @returns the plan and cycle that a price buys, as people read them. */
export function nameOfPrice({ recurring, metadata }: Price): { plan: string; cycle: Cycle } {
  const cycle = recurring.interval === 'year' ? 'annual' : 'monthly';
  return { plan: PLANS.find(({ id }) => id === metadata.proofbell_plan)?.name ?? '', cycle };
}
