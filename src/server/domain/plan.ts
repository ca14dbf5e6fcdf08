// The plan that holds for an account: the larger of what its operator granted and what its subscription pays for.
// docs/billing.md says what each status of a subscription means.
import { PLANS, type PlanId } from '#shared/pricing.ts';
import { ENDED_STATUSES } from '../db/subscriptions.ts';
import type { StoredUser } from '../db/users.ts';

/** What decides an account's plan; plans and statuses are as stored, and an unknown plan counts as none. */
type Held = Pick<StoredUser, 'grantedPlan' | 'subscriptionType' | 'subscriptionStatus'>;

export type EffectivePlan = {
  plan: PlanId;
  /** How many sites it allows. */
  maxSites: number;
  /** `none` on Free, `active` by a grant, otherwise the subscription's own. */
  status: string;
  /** Whether it was granted, rather than paid for. */
  isGranted: boolean;
  /** Below how many sites another may be created: `maxSites`, unless a payment is overdue. */
  mayCreateBelow: number;
};

const HOLDS_PLAN = new Set(['active', 'trialing', 'past_due']);
/** @returns whether a subscription with this status gives its plan. */
export const holdsPlan = (status: string): boolean => HOLDS_PLAN.has(status);

/** Whether nothing of the subscription is left to say: it has ended, or its price is none of ours. */
const isNothing = (status: string, paid: PlanId) =>
  ENDED_STATUSES.includes(status) || (holdsPlan(status) && paid === 'free');

/** @returns the plan with this id; Free for none. */
export const planById = (id: string | null): (typeof PLANS)[number] => {
  const [free] = PLANS;
  const found = PLANS.find((plan) => plan.id === id) ?? free;
  if (!found) throw new Error('There is no plan');
  return found;
};

/** @param freeSites how many sites the Free plan of this server allows: `deps.config.freeSites`. */
export function effectivePlan(held: Held, freeSites: number): EffectivePlan {
  const { subscriptionStatus: status } = held;
  const sitesOf = (id: PlanId) => Math.max(freeSites, id === 'free' ? 0 : planById(id).max_sites);
  const granted = planById(held.grantedPlan).id;
  const paid = planById(holdsPlan(status) ? held.subscriptionType : null).id;
  // PLANS is in the order of their size.
  const isGranted = granted !== 'free' && planById(granted).max_sites >= planById(paid).max_sites;
  const plan = isGranted ? granted : paid;
  const maxSites = sitesOf(plan);
  const isOverdue = !isGranted && status === 'past_due' && maxSites > freeSites;
  return {
    plan,
    maxSites,
    status: isGranted ? 'active' : isNothing(status, paid) ? 'none' : status,
    isGranted,
    mayCreateBelow: !isOverdue ? maxSites : granted === 'free' ? 0 : sitesOf(granted),
  };
}
