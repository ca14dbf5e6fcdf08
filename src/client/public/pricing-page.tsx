// Plans and prices for everyone, by the month or by the year. The plans come from the server; what holds there (test mode,
// nothing for sale, a larger Free) is said above them.
import { useSearchParams } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { DocumentPage } from '#client/content/document-page.tsx';
import { usePlanOffer } from '#client/data/billing.ts';
import { usePricing } from '#client/data/pricing.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { CycleSwitch } from '#client/plans/cycle-switch.tsx';
import { PlanGrid, PlanGridSkeleton } from '#client/plans/plan-grid.tsx';
import { PlansNotes } from '#client/plans/plans-notes.tsx';
import { bestSaving, pointlessPlans, type ShownPlan, withChoice } from '#client/plans/words.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
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
      <PageHeader
        title="Pricing"
        description="Plans differ only in the number of sites. Every plan has every feature, and traffic costs nothing extra."
        action={<CycleSwitch cycle={cycle} onChange={choose} saving={plans ? bestSaving(plans) : 0} />}
      />
      {plans && <PlansNotes plans={plans} offer={offer} />}
      <div className="mt-8">
        {plans ? (
          <Plans plans={plans} cycle={cycle} />
        ) : pricing.isError ? (
          <LoadError query={pricing} title="Couldn't load the plans" />
        ) : (
          <PlanGridSkeleton />
        )}
      </div>
      <div className="mt-14">
        <DocumentPage name="pages/pricing" />
      </div>
    </div>
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
