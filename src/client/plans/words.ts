// What the pages say about plans, wherever they are shown. Pure.
import { count, money } from '#client/format/numbers.ts';
import type { Pricing } from '#shared/contract/billing.ts';
import { CYCLES, type Cycle, PLAN_IDS, type PlanId } from '#shared/pricing.ts';

export type ShownPlan = Pricing['plans'][number];

/** @returns '1 site', '10 sites'. */
export const sitesOf = (sites: number): string => `${count(sites)} ${sites === 1 ? 'site' : 'sites'}`;

/** What a price is for. */
export const PERIODS = { monthly: 'a month', annual: 'a year' } as const satisfies Record<Cycle, string>;

/** @returns '$490 a year'. */
export const priceOf = ({ price }: Pick<ShownPlan, 'price'>, cycle: Cycle, locale?: string): string =>
  `${money(price[cycle], locale)} ${PERIODS[cycle]}`;

/** @returns the line under a plan's price: what the other cycle would mean. */
export function priceNote({ price, savingPercent }: ShownPlan, cycle: Cycle, locale?: string): string {
  if (price.annual === 0) return 'For as long as you like';
  if (cycle === 'monthly') return `or ${priceOf({ price }, 'annual', locale)}`;
  return `${money(price.annual / 12, locale)} a month, saves ${savingPercent}%`;
}

/** @returns the most that paying by the year saves with any plan, in whole percent. */
export const bestSaving = (plans: readonly ShownPlan[]): number =>
  Math.max(0, ...plans.map(({ savingPercent }) => savingPercent));

/** @returns the paid plans that allow no more sites than Free does on this server. */
export function pointlessPlans(plans: readonly ShownPlan[]): readonly PlanId[] {
  const free = plans.find(({ id }) => id === 'free');
  return plans.flatMap(({ id, max_sites }) => (id !== 'free' && free && max_sites <= free.max_sites ? [id] : []));
}

/** A plan and cycle as an address names them, such as `?plan=growth&cycle=annual`. */
export type PlanChoice = { plan: PlanId; cycle: Cycle };

/** @returns what the address names; null without a plan that we have. Without a cycle of ours it is by the month. */
export function choiceIn(query: URLSearchParams): PlanChoice | null {
  const plan = PLAN_IDS.find((id) => id === query.get('plan'));
  const cycle = CYCLES.find((one) => one === query.get('cycle')) ?? 'monthly';
  return plan ? { plan, cycle } : null;
}

/** @returns `path` with the choice in its query. */
export const withChoice = (path: string, { plan, cycle }: PlanChoice): string => `${path}?plan=${plan}&cycle=${cycle}`;
