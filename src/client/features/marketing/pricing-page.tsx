// Plans and prices. Nothing can be bought yet, so the page says so and offers only what there is.
import { Link } from 'react-router';
import { useAuth } from '#client/auth/session-context.tsx';
import { DocumentPage } from '#client/content/document-page.tsx';
import { count } from '#client/format/numbers.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { PLANS, savingPercent } from '#shared/pricing.ts';

export default function PricingPage() {
  useTitle('Pricing');
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <PageHeader
        title="Pricing"
        description="Plans differ in the number of sites, and in nothing else. Every feature is in every plan, and traffic costs nothing extra."
      />
      <div className="mt-6 max-w-3xl">
        <Alert tone="info" title="Only Free is available today">
          Payment isn't built yet, so the other plans can't be bought. Their prices are shown so that you know what to
          expect.
        </Alert>
      </div>
      <Plans />
      <div className="mt-14">
        <DocumentPage name="pages/pricing" />
      </div>
    </div>
  );
}

const Plans = () => (
  <ul className="mt-10 grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
    {PLANS.map((plan, at) => (
      <li key={plan.id} className={`flex flex-col p-6 ${at === 0 ? 'bg-accent-tint' : 'bg-raised'}`}>
        <h2 className="font-display text-heading">{plan.name}</h2>
        <p className="mt-1 text-muted">{plan.features[0]}</p>
        <p className="mt-6 font-display font-semibold text-4xl tabular-nums tracking-tight">
          ${count(plan.price.monthly)}
          <span className="font-medium text-base text-muted tracking-normal"> a month</span>
        </p>
        <p className="mt-1 text-muted text-table">
          {plan.price.annual === 0
            ? 'For as long as you like'
            : `or $${count(plan.price.annual)} a year, which saves ${savingPercent(plan.price)}%`}
        </p>
        <div className="mt-6 grow content-end">
          {at === 0 ? <FreeAction /> : <p className="text-muted">Not yet available</p>}
        </div>
      </li>
    ))}
  </ul>
);

function FreeAction() {
  const isSignedIn = useAuth().status === 'in';
  if (isSignedIn) return <p className="font-medium">Yours already</p>;
  return (
    <Button asChild className="w-full">
      <Link to={screens.register.href()}>Get Started</Link>
    </Button>
  );
}
