// Back from the checkout of a registration: paid, or still waiting, which nobody has to.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { capitalized } from '#client/format/words.ts';
import { useIsLate } from '#client/hooks/use-is-late.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import type { Registration } from '#shared/contract/registration.ts';
import { Trouble } from './trouble.tsx';
import { PATIENCE, useReadBack } from './use-read-back.ts';
import { Waiting } from './waiting.tsx';

type RegistrationPaymentProps = { registration: Registration; sessionId: string };

export function RegistrationPayment({ registration: { id, plan, isPaid }, sessionId }: RegistrationPaymentProps) {
  const calls = useRegistrationCalls();
  const { answer, failure, isReading, read } = useReadBack(
    async () => (await calls.pay(id, sessionId)).registration,
    (registration) => registration.isPaid,
  );
  const navigate = useNavigate();
  const isLate = useIsLate(PATIENCE);
  const force = useMutation({
    mutationFn: () => calls.forceFinish(id),
    onSuccess: () => navigate(screens.register.href()),
  });
  if (isPaid || answer?.isPaid) return <Paid plan={plan} />;
  if (failure?.isFinal) {
    return (
      <Trouble title="This payment isn't yours to confirm" onRetry={read} isBusy={isReading}>
        {failure.fields[0]?.message ?? failure.message}
      </Trouble>
    );
  }
  if (answer === null && failure === null) return <Checking />;
  return (
    <AuthLayout
      title="Waiting for your payment"
      description="The payment provider hasn't confirmed it yet. This page keeps checking; you don't need to pay again."
    >
      <div className="space-y-3">
        {failure && <Alert tone="danger">{failure.message} Nothing is charged twice.</Alert>}
        {force.isError && <Alert tone="danger">{failureOf(force.error).message}</Alert>}
        <Waiting onLook={isLate ? read : undefined} />
        {isLate && (
          <>
            <p role="status" className="text-pretty text-muted text-table">
              You can create your account now. It starts on Free, and {capitalized(plan)} starts once your payment is
              confirmed.
            </p>
            <Button size="lg" className="w-full" isBusy={force.isPending} onClick={() => force.mutate()}>
              Finish without waiting
            </Button>
          </>
        )}
        <ButtonLink variant="ghost" size="lg" className="w-full" to={screens.register.href()}>
          Back to the payment
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

export const Checking = () => (
  <AuthLayout title="Checking your payment">
    <Waiting text="This takes a moment..." />
  </AuthLayout>
);

const Paid = ({ plan }: Pick<Registration, 'plan'>) => (
  <AuthLayout title="Payment received">
    <Alert tone="proof" title={`${capitalized(plan)} is paid`} isNews>
      Thank you. Now choose a password for your account.
    </Alert>
    <ButtonLink size="lg" className="mt-5 w-full" to={screens.register.href()}>
      Continue
    </ButtonLink>
  </AuthLayout>
);
