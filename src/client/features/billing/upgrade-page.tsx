// The account's plan, and the ones that can be bought: at the provider's checkout, or with a subscription at its portal.
import { useSearchParams } from 'react-router';
import { useBilling, useBillingCalls } from '#client/data/billing.ts';
import { usePricing } from '#client/data/pricing.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { CycleSwitch } from '#client/plans/cycle-switch.tsx';
import { InEveryPlan, PlanGrid, PlanGridSkeleton } from '#client/plans/plan-grid.tsx';
import { PlansNotes } from '#client/plans/plans-notes.tsx';
import { useProviderPage } from '#client/plans/use-provider-page.ts';
import { bestSaving, choiceIn, type ShownPlan } from '#client/plans/words.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Billing } from '#shared/contract/billing.ts';
import { type Cycle, PAID_PLAN_IDS, PLAN_IDS, type PlanId } from '#shared/pricing.ts';
import { CurrentPlan } from './current-plan.tsx';
import { noteOn, wayTo } from './ways.ts';

export default function UpgradePage() {
  useTitle('Upgrade to Premium');
  const billing = useBilling();
  const pricing = usePricing();
  const plans = pricing.data?.plans;
  return (
    <div className="max-w-5xl space-y-8">
      <PageHeader title="Upgrade to Premium" description="Plans differ only in the number of sites." />
      {billing.isError && !billing.data ? (
        <LoadError query={billing} title="Couldn't load your plan" comfort="It stays as it is." />
      ) : pricing.isError && !plans ? (
        <LoadError query={pricing} title="Couldn't load the plans" />
      ) : billing.data && plans ? (
        <Choose billing={billing.data} plans={plans} />
      ) : (
        <div className="space-y-8">
          <Skeleton className="h-28 w-full" />
          <PlanGridSkeleton />
        </div>
      )}
    </div>
  );
}

function Choose({ billing, plans }: { billing: Billing; plans: readonly ShownPlan[] }) {
  const [query, setQuery] = useSearchParams();
  const wanted = choiceIn(query);
  const cycle: Cycle = query.get('cycle') === 'annual' ? 'annual' : 'monthly';
  const calls = useBillingCalls();
  const { open, busy, issue, issueAt } = useProviderPage<PlanId | 'portal'>();
  const choose = (next: Cycle) => {
    const changed = new URLSearchParams({
      ...(wanted && { plan: wanted.plan }),
      ...(next === 'annual' && { cycle: next }),
    });
    setQuery(changed, { replace: true, preventScrollReset: true });
  };
  const manage = () => void open('portal', () => calls.portal());
  const ways = new Map(plans.map(({ id }) => [id, wayTo(id, cycle, billing, plans)]));
  const isOpen = (id: PlanId | undefined) => id !== undefined && (ways.get(id)?.kind ?? 'none') !== 'none';
  const larger = PLAN_IDS.slice(PLAN_IDS.indexOf(billing.plan) + 1);
  const suggested = isOpen(wanted?.plan) ? wanted?.plan : larger.find(isOpen);
  const action = ({ id, name }: ShownPlan) => {
    const way = ways.get(id);
    if (!way || (way.kind === 'none' && way.why === null)) return null;
    if (way.kind === 'none') return <p className="flex min-h-9 items-center text-pretty text-muted">{way.why}</p>;
    const paid = PAID_PLAN_IDS.find((one) => one === id);
    const go =
      way.kind === 'portal' || !paid
        ? () => calls.portal({ plan: id, cycle })
        : () => calls.checkout({ plan: paid, cycle });
    const note = noteOn(id, billing, plans);
    return (
      <>
        <Button
          variant={id === suggested ? 'primary' : 'secondary'}
          className="w-full"
          aria-label={way.label === 'Upgrade' || way.label === 'Switch' ? `${way.label} to ${name}` : way.label}
          isBusy={busy === id}
          onClick={() => void open(id, go)}
        >
          {way.label}
        </Button>
        {note !== null && <p className="mt-2 text-pretty text-muted text-table">{note}</p>}
        {issue !== null && issueAt === id && (
          <p role="alert" className="mt-2 text-pretty text-danger">
            {issue}
          </p>
        )}
      </>
    );
  };
  return (
    <>
      {query.get('checkout') === 'cancelled' && (
        <Alert tone="info" title="The payment was canceled">
          Nothing was charged, and your plan is unchanged.
        </Alert>
      )}
      {issue !== null && issueAt === 'portal' && <Alert tone="danger">{issue}</Alert>}
      <CurrentPlan
        billing={billing}
        shown={plans.find(({ id }) => id === billing.plan)}
        isBusy={busy === 'portal'}
        onManage={manage}
      />
      <section aria-labelledby="all-plans">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="all-plans" className="font-display text-heading">
            All plans
          </h2>
          <CycleSwitch cycle={cycle} onChange={choose} saving={bestSaving(plans)} />
        </div>
        <PlansNotes plans={plans} offer={billing.offer} />
        <div className="mt-6">
          <PlanGrid
            plans={plans}
            cycle={cycle}
            marked={billing.plan}
            badge={({ id }) => id === billing.plan && <Badge tone="accent">Your plan</Badge>}
            action={action}
          />
        </div>
        <div className="mt-8">
          <InEveryPlan plans={plans} />
        </div>
      </section>
    </>
  );
}
