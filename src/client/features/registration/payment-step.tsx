// The payment of a chosen plan, before and after the visit to the provider's page.
import { useState } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { usePricing } from '#client/data/pricing.ts';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { priceOf } from '#client/plans/words.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Registration } from '#shared/contract/registration.ts';

type PaymentStepProps = {
  registration: Registration;
  /** Whether the buyer has just left the provider's page without paying. */
  isBack: boolean;
  onPaid: (registration: Registration) => void;
  onChangePlan: () => void;
};

export function PaymentStep({ registration, isBack, onPaid, onChangePlan }: PaymentStepProps) {
  const { pay, isBusy, issue } = useCheckout(onPaid);
  const plan = usePricing().data?.plans.find(({ id }) => id === registration.plan);
  return (
    <div className="space-y-5">
      {issue !== null ? (
        <Alert tone="danger">{issue}</Alert>
      ) : (
        isBack && (
          <Alert tone="info" title="The payment was canceled">
            Nothing was charged. Your registration waits here for you.
          </Alert>
        )
      )}
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Plan">{plan?.name ?? registration.plan}</Fact>
        <Fact name="Price">{plan && registration.cycle ? priceOf(plan, registration.cycle) : ''}</Fact>
        <Fact name="Email">{registration.email}</Fact>
      </dl>
      <Button size="lg" className="w-full" isBusy={isBusy} onClick={() => void pay(registration.id)}>
        Continue to payment
      </Button>
      <Button variant="ghost" size="lg" className="w-full" disabled={isBusy} onClick={onChangePlan}>
        Change plan
      </Button>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex min-h-10 items-baseline justify-between gap-4 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere text-right font-medium">{children}</dd>
  </div>
);

/** Opens the provider's page. @param onPaid gets the registration when there is nothing left to pay there. */
function useCheckout(onPaid: (registration: Registration) => void) {
  const calls = useRegistrationCalls();
  const [isBusy, setIsBusy] = useState(false);
  const [issue, setIssue] = useState<string | null>(null);
  const pay = async (id: string) => {
    setIsBusy(true);
    setIssue(null);
    try {
      const { registration, checkout } = await calls.pay(id);
      // It stays busy until the page is gone.
      if (checkout) return window.location.assign(checkout.url);
      onPaid(registration);
    } catch (error) {
      const { fields, message } = failureOf(error);
      setIssue(fields[0]?.message ?? message);
    }
    setIsBusy(false);
  };
  return { pay, isBusy, issue };
}
