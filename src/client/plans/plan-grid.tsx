// The plans side by side: one column, two, or four, by the room there is. What they have in common stands below them once.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { money } from '#client/format/numbers.ts';
import { useIsHydrated } from '#client/hooks/use-is-hydrated.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Cycle, PLAN_IDS, type PlanId } from '#shared/pricing.ts';
import { PERIODS, priceNote, type ShownPlan } from './words.ts';

const GRID =
  'grid gap-px overflow-hidden rounded-panel border border-line bg-line @min-[28rem]:grid-cols-2 @min-[56rem]:grid-cols-4';

type PlanGridProps = {
  plans: readonly ShownPlan[];
  cycle: Cycle;
  /** Stands out from the others. */
  marked: PlanId | null;
  /** Beside the name of a plan. */
  badge?: (plan: ShownPlan) => ReactNode;
  action: (plan: ShownPlan) => ReactNode;
};

export function PlanGrid({ plans, cycle, marked, badge, action }: PlanGridProps) {
  // Every plan has them; the first line of each is its number of sites.
  const shared = plans[0]?.features.slice(1) ?? [];
  const locale = useIsHydrated() ? undefined : 'en-US';
  return (
    <div className="@container">
      <ul className={GRID}>
        {plans.map((plan) => (
          <li
            key={plan.id}
            className={classNames('flex flex-col p-5 md:p-6', plan.id === marked ? 'bg-accent-tint' : 'bg-raised')}
          >
            <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
              <h2 className="font-display text-heading">{plan.name}</h2>
              {badge?.(plan)}
            </div>
            <p className="mt-1 font-medium">{plan.features[0]}</p>
            <p className="mt-6 flex flex-wrap items-baseline gap-x-1.5">
              <span className="font-display font-semibold text-4xl tabular-nums tracking-tight">
                {money(plan.price[cycle], locale)}
              </span>{' '}
              <span className="text-muted">{PERIODS[cycle]}</span>
            </p>
            <p className="mt-1 min-h-5 text-muted text-table">{priceNote(plan, cycle, locale)}</p>
            <div className="mt-6 grid grow content-end">{action(plan)}</div>
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <h2 className="font-semibold">In every plan</h2>
        <ul className="mt-3 grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
          {shared.map((line) => (
            <li key={line} className="flex items-start gap-2.5">
              <Check aria-hidden="true" size={16} strokeWidth={2.25} className="mt-0.5 shrink-0 text-accent" />
              {line}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export const PlanGridSkeleton = () => (
  <div role="status" aria-label="Loading the plans" className="@container">
    <div className={GRID}>
      {PLAN_IDS.map((id) => (
        <div key={id} className="bg-raised p-5 md:p-6">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="mt-3 h-4 w-16" />
          <Skeleton className="mt-7 h-9 w-28" />
          <Skeleton className="mt-3 h-4 w-32" />
          <Skeleton className="mt-7 h-9 w-full" />
        </div>
      ))}
    </div>
  </div>
);
