// Back from the checkout of an account. The plan holds once the provider says that it is paid; nobody has to wait here.
import type { ReactNode } from 'react';
import { useUser } from '#client/auth/session-context.tsx';
import { useBillingCalls } from '#client/data/billing.ts';
import { capitalized } from '#client/format/words.ts';
import { useIsLate } from '#client/hooks/use-is-late.ts';
import { sitesOf } from '#client/plans/words.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import type { ConfirmedCheckout } from '#shared/contract/billing.ts';
import type { Registration } from '#shared/contract/registration.ts';
import { Checking, RegistrationPayment } from './registration-payment.tsx';
import { Trouble } from './trouble.tsx';
import { PATIENCE, useReadBack } from './use-read-back.ts';
import { Waiting } from './waiting.tsx';

const isSettled = (status: ConfirmedCheckout['status']) => status === 'paid' || status === 'expired';

type AccountPaymentProps = {
  sessionId: string;
  /** That this browser holds, too: the payment may be its own. */
  registration: Registration | null;
};

export function AccountPayment({ sessionId, registration }: AccountPaymentProps) {
  const calls = useBillingCalls();
  const { answer, failure, isReading, read } = useReadBack(() => calls.confirm(sessionId), isSettled);
  const isLate = useIsLate(PATIENCE);
  if (answer === 'paid') return <Paid />;
  if (answer === 'expired') {
    return (
      <Message title="This checkout has expired" text="Nothing was charged, and your plan is unchanged.">
        <Way to={screens.upgrade.href()} label="Choose a plan" />
      </Message>
    );
  }
  if (failure?.isFinal && registration)
    return <RegistrationPayment registration={registration} sessionId={sessionId} />;
  if (failure?.isFinal) {
    const back = { label: 'See your plan', to: screens.upgrade.href() };
    return (
      <Trouble title="This payment isn't yours to confirm" onRetry={read} isBusy={isReading} back={back}>
        {failure.fields[0]?.message ?? failure.message}
      </Trouble>
    );
  }
  if (answer === 'open' && !failure) {
    return (
      <Message
        title="This payment isn't finished"
        text="Nothing has been charged so far. If you have just paid, wait a moment: this page checks again."
      >
        <Waiting onLook={isLate ? read : undefined} />
        <Way to={screens.upgrade.href()} label="Back to the plans" />
      </Message>
    );
  }
  if (answer === null && failure === null) return <Checking />;
  return (
    <Message
      title="Waiting for your payment"
      text="The payment provider hasn't confirmed it yet. This page keeps checking; you don't need to pay again."
    >
      {failure && <Alert tone="danger">{failure.message} Nothing is charged twice.</Alert>}
      <Waiting onLook={isLate ? read : undefined} />
      {isLate && (
        <p role="status" className="text-pretty text-muted text-table">
          You don't have to wait here: your plan starts once your payment is confirmed. Some payment methods take a few
          days.
        </p>
      )}
      <Way to={screens.dashboard.href()} label="Go to your dashboard" isQuiet={!isLate} />
    </Message>
  );
}

function Paid() {
  const subscription = useUser()?.subscription;
  const plan = capitalized(subscription?.type ?? 'free');
  return (
    <AuthLayout title="Payment received">
      <Alert tone="proof" title={`${plan} is paid`} isNews>
        Thank you. {subscription && `You can have ${sitesOf(subscription.max_sites)} now.`}
      </Alert>
      <div className="mt-5 space-y-3">
        <Way to={screens.createSite.href()} label="Create a site" />
        <Way to={screens.settings.href()} label="See your plan" isQuiet />
      </div>
    </AuthLayout>
  );
}

const Message = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <AuthLayout title={title} description={text}>
    <div className="space-y-3">{children}</div>
  </AuthLayout>
);

const Way = ({ to, label, isQuiet = false }: { to: string; label: string; isQuiet?: boolean }) => (
  <ButtonLink variant={isQuiet ? 'ghost' : 'primary'} size="lg" className="w-full" to={to}>
    {label}
  </ButtonLink>
);
