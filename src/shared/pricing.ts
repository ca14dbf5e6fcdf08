// The plans: what they are called, how many sites they allow, and what they cost. Limits count sites only: every feature
// is in every plan, and notifications never stop because of traffic.
import { DEFAULT_SITE_LIMIT } from './limits.ts';

export const PLAN_IDS = ['free', 'starter', 'growth', 'agency'] as const;
export const PAID_PLAN_IDS = ['starter', 'growth', 'agency'] as const;
export const CYCLES = ['monthly', 'annual'] as const;

export type PlanId = (typeof PLAN_IDS)[number];
/** A plan that is paid for. */
export type PaidPlanId = (typeof PAID_PLAN_IDS)[number];
/** How often a plan is paid. */
export type Cycle = (typeof CYCLES)[number];

/** The payment provider's price id for each paid plan and cycle. */
export type PriceIds = Record<PaidPlanId, Record<Cycle, string>>;

export type Plan = {
  id: PlanId;
  name: string;
  /** How many sites it allows. */
  max_sites: number;
  /** Whole US dollars, for a month and for a year. */
  price: Record<Cycle, number>;
  /** Short lines for people: what is in it. */
  features: string[];
};

const planOf = (id: PlanId, name: string, maxSites: number, monthly: number, annual: number): Plan => ({
  id,
  name,
  max_sites: maxSites,
  price: { monthly, annual },
  features: [
    maxSites === 1 ? '1 site' : `${maxSites} sites`,
    'No limit on displays or visitors',
    'Every notification type, template and rule',
    'Statistics, saved reports and a weekly email',
    'API keys for your own scripts',
  ],
});

/**
 * The plans as a server offers them, the smallest first.
 * @param freeSites how many sites its Free plan allows: MAX_SITES.
 */
export const plansFor = (freeSites: number): readonly Plan[] => [
  planOf('free', 'Free', freeSites, 0, 0),
  planOf('starter', 'Starter', 3, 19, 190),
  planOf('growth', 'Growth', 10, 49, 490),
  planOf('agency', 'Agency', 50, 149, 1490),
];

/** The plans of a server without settings of its own. */
export const PLANS = plansFor(DEFAULT_SITE_LIMIT);

/** @returns what paying by the year saves, in whole percent of twelve monthly prices (spec 1); 0 for what is free. */
export function savingPercent({ monthly, annual }: Plan['price']): number {
  const yearly = monthly * 12;
  return yearly === 0 ? 0 : Math.round(((yearly - annual) / yearly) * 100);
}

/** @returns the plans and prices as a server offers them. @param freeSites how many sites its Free plan allows. */
export const pricingOf = (freeSites: number, stripePriceIds: PriceIds) => ({
  plans: plansFor(freeSites).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) })),
  stripePriceIds,
});
