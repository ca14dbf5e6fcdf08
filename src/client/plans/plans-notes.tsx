// What holds for buying plans on this server: said once, above the plans.
import { Alert } from '#client/ui/alert.tsx';
import type { Offer } from '#shared/contract/billing.ts';
import { pointlessPlans, type ShownPlan } from './words.ts';

/** That nothing is charged here, why nothing can be bought, and that Free is larger here than elsewhere. */
export function PlansNotes({ plans, offer }: { plans: readonly ShownPlan[]; offer: Offer | undefined }) {
  const pointless = pointlessPlans(plans);
  const free = plans.find(({ id }) => id === 'free');
  const names = plans.filter(({ id }) => pointless.includes(id)).map(({ name }) => name);
  if (!offer || (offer.buying === 'live' && names.length === 0)) return null;
  return (
    <div className="mt-6 max-w-3xl space-y-3">
      {offer.buying === 'test' && (
        <Alert tone="info" title="Test mode">
          Payments on this server go to a sandbox: pay with a test card, and nothing is charged.
        </Alert>
      )}
      {offer.buying === 'off' && (
        <Alert tone="info" title="Only Free is available here">
          {offer.reason}
        </Alert>
      )}
      {free && names.length > 0 && (
        <Alert tone="info" title={`Free includes ${free.features[0]} on this server`}>
          {names.length === plans.length - 1
            ? "None of the other plans has more, so there's no reason to buy one."
            : `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'} no more, so there's no reason to buy ${names.length === 1 ? 'it' : 'them'}.`}
        </Alert>
      )}
    </div>
  );
}
