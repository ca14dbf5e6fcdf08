// Where the payment provider sends a buyer back to. What was paid is read from the provider; the address proves nothing.
import { useSearchParams } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useAuth } from '#client/auth/session-context.tsx';
import { useCurrentRegistration } from '#client/data/registration.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import { AccountPayment } from './account-payment.tsx';
import { RegistrationPayment } from './registration-payment.tsx';
import { Trouble } from './trouble.tsx';

export default function PaymentSuccessPage() {
  useTitle('Payment');
  const [query] = useSearchParams();
  const sessionId = query.get('session_id');
  const auth = useAuth();
  const current = useCurrentRegistration();
  if (auth.status === 'loading' || current.isPending) return <PageSpinner />;
  const registration = current.data?.registration ?? null;
  const isIn = auth.status === 'in';
  if (sessionId && isIn) return <AccountPayment sessionId={sessionId} registration={registration} />;
  if (sessionId && registration) return <RegistrationPayment registration={registration} sessionId={sessionId} />;
  if (sessionId && current.isError) {
    return (
      <Trouble title="Couldn't check your payment" onRetry={() => void current.refetch()} isBusy={current.isFetching}>
        {failureOf(current.error).message} Nothing is charged twice.
      </Trouble>
    );
  }
  return (
    <AuthLayout
      title="Nothing to confirm here"
      description={
        isIn
          ? 'This address names no payment. Nothing you paid is lost: it belongs to the account or registration you paid for.'
          : 'No registration in this browser waits for this payment. Nothing you paid is lost: it belongs to the account or registration you paid for.'
      }
    >
      <ButtonLink size="lg" className="w-full" to={isIn ? screens.upgrade.href() : screens.login.href()}>
        {isIn ? 'See your plan' : 'Log in'}
      </ButtonLink>
    </AuthLayout>
  );
}
