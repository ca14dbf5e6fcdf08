// The payment of a chosen plan, before and after the visit to the provider's page.
import { usePricing } from '#client/data/pricing.ts';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { useProviderPage } from '#client/plans/use-provider-page.ts';
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
  const calls = useRegistrationCalls();
  const { open, busy, issue } = useProviderPage<'pay'>();
  const pay = async () => {
    const { registration: now, checkout } = await calls.pay(registration.id);
    if (!checkout) onPaid(now);
    return checkout?.url ?? null;
  };
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
      <Button size="lg" className="w-full" isBusy={busy !== null} onClick={() => void open('pay', pay)}>
        Continue to payment
      </Button>
      <Button variant="ghost" size="lg" className="w-full" disabled={busy !== null} onClick={onChangePlan}>
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
