// The plan: what it is, when it is paid next, how many sites it has room for, and the ways to the provider's portal, where
// the card, the invoices and the subscription are.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useBilling, useBillingCalls } from '#client/data/billing.ts';
import { usePricing } from '#client/data/pricing.ts';
import { count } from '#client/format/numbers.ts';
import { capitalized } from '#client/format/words.ts';
import { roomOf, standingOf } from '#client/plans/standing.ts';
import { useProviderPage } from '#client/plans/use-provider-page.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Billing } from '#shared/contract/billing.ts';
import { PLAN_IDS } from '#shared/pricing.ts';

/** Where the portal leads back to. */
export const BILLING_ANCHOR = 'billing';

export function BillingPanel() {
  const isBack = useLocation().hash === `#${BILLING_ANCHOR}`;
  const query = useBilling(isBack);
  return query.data ? (
    <Plan billing={query.data} />
  ) : (
    <Panel title="Plan and billing">
      <ListFallback noun="plan" query={query} comfort="It stays as it is." />
    </Panel>
  );
}

function Plan({ billing }: { billing: Billing }) {
  const { plan, sites, hasCustomer, offer } = billing;
  const shown = usePricing().data?.plans.find(({ id }) => id === plan);
  const { badge, text, trouble } = standingOf(billing, shown);
  const calls = useBillingCalls();
  const { open, busy, issue } = useProviderPage<'trouble' | 'invoices' | 'portal'>();
  const portalButton = (name: 'trouble' | 'invoices' | 'portal', label: string, variant: 'primary' | 'secondary') => (
    <Button variant={variant} size="sm" isBusy={busy === name} onClick={() => void open(name, () => calls.portal())}>
      {label}
    </Button>
  );
  const isLargest = plan === PLAN_IDS.at(-1);
  return (
    <Panel
      title="Plan and billing"
      description={hasCustomer ? "Your plan, card and invoices are managed on the payment provider's page." : undefined}
      footer={
        (hasCustomer || !isLargest) && (
          <>
            {!isLargest && (
              <ButtonLink
                variant={plan === 'free' && !trouble && offer.buying !== 'off' ? 'primary' : 'secondary'}
                to={screens.upgrade.href()}
              >
                {offer.buying === 'off' ? 'See your plan' : 'Upgrade'}
              </ButtonLink>
            )}
            {hasCustomer && (
              <Button
                variant="secondary"
                isBusy={busy === 'portal'}
                onClick={() => void open('portal', () => calls.portal())}
              >
                Manage plan
              </Button>
            )}
          </>
        )
      }
    >
      {issue !== null && (
        <div className="mb-5">
          <Alert tone="danger">{issue}</Alert>
        </div>
      )}
      {trouble && (
        <div className="mb-5">
          <Alert tone="danger" title={trouble.title} action={portalButton('trouble', trouble.action, 'primary')}>
            {trouble.text}
          </Alert>
        </div>
      )}
      <dl className="-my-5 divide-y divide-line">
        <Row name="Plan">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {capitalized(plan)}
            {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
          </p>
          <p className="mt-1 text-pretty text-muted">{text}</p>
        </Row>
        <Row name="Sites">
          <p className="font-semibold tabular-nums">
            {count(sites.owned)} of {count(sites.allowed)} in use
          </p>
          <Bar share={sites.owned / sites.allowed} hasTrack className="mt-2 max-w-64" />
          <p className="mt-2 text-pretty text-muted">{roomOf(billing)}</p>
        </Row>
        {hasCustomer && (
          <Row name="Invoices">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
              <p className="text-pretty text-muted">Every invoice, and the card that pays them.</p>
              {portalButton('invoices', 'View invoices', 'secondary')}
            </div>
          </Row>
        )}
        {offer.buying === 'off' && (
          <Row name="Larger plans">{<p className="text-pretty text-muted">{offer.reason}</p>}</Row>
        )}
      </dl>
    </Panel>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-1 py-5 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
