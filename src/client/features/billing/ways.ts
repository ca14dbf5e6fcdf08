// How an account gets to a plan: by buying it, by switching at the provider's portal, or not at all, and why. Pure.
import { pointlessPlans, type ShownPlan } from '#client/plans/words.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { type Cycle, PLAN_IDS, type PlanId } from '#shared/pricing.ts';

export type Way = { kind: 'buy' | 'portal'; label: string } | { kind: 'none'; why: string | null };

type Read = Pick<Billing, 'plan' | 'cycle' | 'status' | 'isGranted' | 'offer'>;

const rank = (id: PlanId) => PLAN_IDS.indexOf(id);
const none = (why: string | null): Way => ({ kind: 'none', why });

/** @returns the way from the plan that holds to `id`, paid by `shown`, as the server would allow it. */
export function wayTo(id: PlanId, shown: Cycle, billing: Read, plans: readonly ShownPlan[]): Way {
  const { plan, cycle, status, isGranted, offer } = billing;
  // An incomplete one was never paid: another can be bought.
  const isSubscribed = cycle !== null && status !== 'incomplete';
  if (id === plan) {
    const isOtherCycle = isSubscribed && !isGranted && id !== 'free' && cycle !== shown;
    return isOtherCycle
      ? { kind: 'portal', label: shown === 'annual' ? 'Pay by the year' : 'Pay by the month' }
      : none(null);
  }
  if (isGranted && rank(id) < rank(plan)) return none('You have more without paying');
  if (isSubscribed && !isGranted && id === 'free') return { kind: 'portal', label: 'Cancel plan' };
  if (id === 'free') return none(null);
  if (pointlessPlans(plans).includes(id)) return none('No more sites than Free');
  if (isSubscribed) return { kind: 'portal', label: rank(id) > rank(plan) ? 'Upgrade' : 'Switch' };
  return offer.buying === 'off' ? none('Not for sale here') : { kind: 'buy', label: 'Upgrade' };
}

/** @returns what a plan with less room than the account has sites means for them, before it is chosen; null otherwise. */
export function noteOn(
  id: PlanId,
  { plan, sites: { owned } }: Pick<Billing, 'plan' | 'sites'>,
  plans: readonly ShownPlan[],
): string | null {
  const room = plans.find((one) => one.id === id)?.max_sites;
  if (room === undefined || rank(id) >= rank(plan) || owned <= room) return null;
  return `Your ${owned} sites keep running. You can create another once you have fewer than ${room}.`;
}
