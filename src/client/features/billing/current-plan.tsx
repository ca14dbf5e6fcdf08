// The plan that holds now: what it is, how many sites it has room for, and what is wrong with its payment.
import { count } from '#client/format/numbers.ts';
import { capitalized } from '#client/format/words.ts';
import { roomOf, standingOf } from '#client/plans/standing.ts';
import type { ShownPlan } from '#client/plans/words.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Billing } from '#shared/contract/billing.ts';

type CurrentPlanProps = {
  billing: Billing;
  shown: ShownPlan | undefined;
  isBusy: boolean;
  onManage: () => void;
};

export function CurrentPlan({ billing, shown, isBusy, onManage }: CurrentPlanProps) {
  const { plan, sites, hasCustomer } = billing;
  const { badge, text, trouble } = standingOf(billing, shown);
  return (
    <section aria-label="Your plan" className="space-y-5">
      {trouble && (
        <Alert
          tone="danger"
          title={trouble.title}
          action={
            <Button size="sm" isBusy={isBusy} onClick={onManage}>
              {trouble.action}
            </Button>
          }
        >
          {trouble.text}
        </Alert>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5 border-line border-y py-5">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="flex flex-wrap items-center gap-2.5 font-display text-heading">
            Your plan: {capitalized(plan)}
            {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
          </h2>
          <p className="mt-1 max-w-[60ch] text-pretty text-muted">{text}</p>
          {hasCustomer && !trouble && (
            <Button variant="secondary" size="sm" className="mt-4" isBusy={isBusy} onClick={onManage}>
              Manage plan
            </Button>
          )}
        </div>
        <div className="w-full min-w-0 sm:w-64">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">Sites</span>
            <span className="tabular-nums">
              {count(sites.owned)} of {count(sites.allowed)} in use
            </span>
          </p>
          <Bar share={sites.owned / sites.allowed} hasTrack className="mt-2" />
          <p className="mt-2 text-pretty text-muted text-table">{roomOf(billing)}</p>
        </div>
      </div>
    </section>
  );
}
