// Plans and prices for everyone, by the month or by the year. The plans come from the server; what holds there (test mode,
// nothing for sale, a larger Free) is said above them. Below are their numbers in one table, and questions about paying.
import { useSearchParams } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { DocumentPage } from '#client/content/document-page.tsx';
import { usePlanOffer } from '#client/data/billing.ts';
import { usePricing } from '#client/data/pricing.ts';
import { count, money } from '#client/format/numbers.ts';
import { useIsHydrated } from '#client/hooks/use-is-hydrated.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { CycleSwitch } from '#client/plans/cycle-switch.tsx';
import { InEveryPlan, PlanGrid, PlanGridSkeleton } from '#client/plans/plan-grid.tsx';
import { PlansNotes } from '#client/plans/plans-notes.tsx';
import { bestSaving, pointlessPlans, type ShownPlan, withChoice } from '#client/plans/words.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { type Cycle, PLAN_IDS } from '#shared/pricing.ts';

export default function PricingPage() {
  useTitle('Pricing');
  const pricing = usePricing();
  const { data: offer } = usePlanOffer();
  const [query, setQuery] = useSearchParams();
  const cycle: Cycle = query.get('cycle') === 'annual' ? 'annual' : 'monthly';
  const choose = (next: Cycle) =>
    setQuery(next === 'annual' ? { cycle: next } : {}, { replace: true, preventScrollReset: true });
  const plans = pricing.data?.plans;
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <header className="flex flex-col items-center text-center">
        <h1 className="font-display text-title md:text-display">Pricing</h1>
        <p className="mt-1 max-w-[52ch] text-pretty text-muted">
          Plans differ only in the number of sites. Every plan has every feature, and traffic costs nothing extra.
        </p>
        <CycleSwitch
          cycle={cycle}
          onChange={choose}
          saving={plans ? bestSaving(plans) : 0}
          className="mt-6 justify-center"
        />
      </header>
      {plans && (
        <div className="mx-auto max-w-3xl">
          <PlansNotes plans={plans} offer={offer} />
        </div>
      )}
      <div className="mt-8">
        {plans ? (
          <Plans plans={plans} cycle={cycle} />
        ) : pricing.isError ? (
          <LoadError query={pricing} title="Couldn't load the plans" />
        ) : (
          <PlanGridSkeleton />
        )}
      </div>
      {plans && (
        <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <WhatDiffers plans={plans} />
          <InEveryPlan plans={plans} />
        </div>
      )}
      <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-6 border-line border-t pt-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)]">
        <p className="font-display text-title max-lg:hidden">Questions</p>
        <DocumentPage name="pages/pricing" />
      </div>
    </div>
  );
}

/** The numbers of all plans in one table: what a site costs falls from plan to plan. */
function WhatDiffers({ plans }: { plans: readonly ShownPlan[] }) {
  const locale = useIsHydrated() ? undefined : 'en-US';
  const rows: [string, (plan: ShownPlan) => string][] = [
    ['Sites', ({ max_sites }) => count(max_sites)],
    ['Monthly', ({ price }) => money(price.monthly, locale)],
    ['Annual', ({ price }) => money(price.annual, locale)],
    [
      'A site, a month',
      ({ price, max_sites }) => (price.monthly > 0 ? money(price.monthly / max_sites, locale) : money(0, locale)),
    ],
  ];
  return (
    <section>
      <h2 className="font-display text-heading">What differs</h2>
      <div className="mt-4 overflow-x-auto">
        <table className="w-full border-collapse text-right text-table tabular-nums md:text-body">
          <thead className="border-ink border-b-2 text-meta text-muted">
            <tr>
              <th scope="col" className="pb-2 text-left font-medium">
                <span className="sr-only">What</span>
              </th>
              {plans.map(({ id, name }) => (
                <th key={id} scope="col" className="pb-2 pl-2 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, tell]) => (
              <tr key={name} className="border-line border-b">
                <th scope="row" className="py-3 text-left font-medium">
                  {name}
                </th>
                {plans.map((plan) => (
                  <td key={plan.id} className="py-3 pl-2">
                    {tell(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Plans({ plans, cycle }: { plans: readonly ShownPlan[]; cycle: Cycle }) {
  const { data: offer } = usePlanOffer();
  const user = useUser();
  const current = user && (PLAN_IDS.find((id) => id === user.subscription.type) ?? 'free');
  const pointless = pointlessPlans(plans);
  const action = ({ id, name }: ShownPlan) => {
    if (id === current) return <p className="flex h-9 items-center font-medium">Your plan</p>;
    if (id === 'free') return user ? null : <PlanLink label="Get Started" name={name} to={screens.register.href()} />;
    if (pointless.includes(id)) return <p className="text-muted">No more sites than Free</p>;
    if (offer?.buying === 'off') return <p className="text-muted">Not for sale here</p>;
    const choice = { plan: id, cycle };
    const isSmaller = current !== null && PLAN_IDS.indexOf(id) < PLAN_IDS.indexOf(current);
    return user ? (
      <PlanLink label={isSmaller ? 'Switch' : 'Upgrade'} name={name} to={withChoice(screens.upgrade.href(), choice)} />
    ) : (
      <PlanLink label="Get Started" name={name} to={withChoice(screens.register.href(), choice)} />
    );
  };
  return <PlanGrid plans={plans} cycle={cycle} marked={current ?? 'free'} action={action} />;
}

type PlanLinkProps = { label: 'Get Started' | 'Upgrade' | 'Switch'; name: string; to: string };

const PlanLink = ({ label, name, to }: PlanLinkProps) => (
  <ButtonLink
    variant={name === 'Free' ? 'primary' : 'secondary'}
    className="w-full"
    to={to}
    aria-label={`${label} ${label === 'Get Started' ? 'with' : 'to'} ${name}`}
  >
    {label}
  </ButtonLink>
);
