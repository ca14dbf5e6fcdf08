// The plans side by side: one column, two, or four, by the room there is; and, once, what they have in common.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { money } from '#client/format/numbers.ts';
import { useIsHydrated } from '#client/hooks/use-is-hydrated.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Cycle, PLAN_IDS, type PlanId } from '#shared/pricing.ts';
import { PERIODS, priceNote, type ShownPlan } from './words.ts';

const GRID = 'grid grid-cols-1 gap-3 @min-[28rem]:grid-cols-2 @min-[56rem]:grid-cols-4 @min-[56rem]:gap-4';
const CARD = 'flex flex-col rounded-panel border p-5 @min-[56rem]:p-6';

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
  const locale = useIsHydrated() ? undefined : 'en-US';
  return (
    <div className="@container">
      <ul className={GRID}>
        {plans.map((plan) => (
          <li
            key={plan.id}
            className={classNames(CARD, plan.id === marked ? 'border-accent bg-accent-tint' : 'border-line bg-raised')}
          >
            <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
              <h2 className="font-display text-heading">{plan.name}</h2>
              {badge?.(plan)}
            </div>
            <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
              <span className="font-display font-semibold text-4xl tabular-nums tracking-tight">
                {money(plan.price[cycle], locale)}
              </span>{' '}
              <span className="text-muted">{PERIODS[cycle]}</span>
            </p>
            <p className="mt-1 min-h-5 text-muted text-table">{priceNote(plan, cycle, locale)}</p>
            <div className="mt-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
              <p className="font-medium">{plan.features[0]}</p>
              <SiteSquares count={plan.max_sites} />
            </div>
            <div className="mt-5 grid grow content-end empty:hidden">{action(plan)}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}

const [COLUMNS, ROWS] = [10, 5];
/** One square a site, as one path. */
const squares = (count: number) =>
  Array.from({ length: count }, (_, at) => `M${(at % COLUMNS) * 9} ${Math.floor(at / COLUMNS) * 9}h7v7h-7z`).join('');

/** What plans differ in, as a picture: so many of the largest plan's sites. */
const SiteSquares = ({ count }: { count: number }) => (
  <svg aria-hidden="true" viewBox={`0 0 ${COLUMNS * 9 - 2} ${ROWS * 9 - 2}`} className="w-22 shrink-0">
    <path d={squares(COLUMNS * ROWS)} className="fill-ink/8" />
    <path d={squares(Math.min(count, COLUMNS * ROWS))} className="fill-accent" />
  </svg>
);

/** What is in every plan: all but the first line of each, which is its number of sites. */
export const InEveryPlan = ({ plans }: { plans: readonly ShownPlan[] }) => (
  <section>
    <h2 className="font-display text-heading">In every plan</h2>
    <ul className="mt-4 space-y-2.5">
      {plans[0]?.features.slice(1).map((line) => (
        <li key={line} className="flex items-start gap-2.5">
          <Check aria-hidden="true" size={16} strokeWidth={2.25} className="mt-0.5 shrink-0 text-accent" />
          {line}
        </li>
      ))}
    </ul>
  </section>
);

export const PlanGridSkeleton = () => (
  <div role="status" aria-label="Loading the plans" className="@container">
    <div className={GRID}>
      {PLAN_IDS.map((id) => (
        <div key={id} className={`${CARD} border-line bg-raised`}>
          <Skeleton className="h-6 w-20" />
          <Skeleton className="mt-4 h-9 w-28" />
          <Skeleton className="mt-2 h-4 w-32" />
          <Skeleton className="mt-10 h-8 w-full" />
          <Skeleton className="mt-5 h-9 w-full" />
        </div>
      ))}
    </div>
  </div>
);
