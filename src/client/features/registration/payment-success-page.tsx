// Where the payment provider sends a buyer back to. What was paid is read from the provider; the address proves nothing.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Failure, failureOf, isTransient } from '#client/auth/failures.ts';
import { AuthLayout } from '#client/auth/screens/auth-layout.tsx';
import { useAuth } from '#client/auth/session-context.tsx';
import { useCurrentRegistration, useRegistrationCalls } from '#client/data/registration.ts';
import { capitalized } from '#client/format/words.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import type { Registration } from '#shared/contract/registration.ts';
import { SECOND } from '#shared/time.ts';
import { useIsLate } from './use-is-late.ts';

/** How often the payment is read back while it is on its way, in ms. */
const POLL = 3 * SECOND;
/** How long it may take before waiting is optional, in ms. */
const PATIENCE = 20 * SECOND;

export default function PaymentSuccessPage() {
  useTitle('Payment');
  const [query] = useSearchParams();
  const sessionId = query.get('session_id');
  const auth = useAuth();
  const current = useCurrentRegistration();
  if (auth.status === 'loading' || current.isPending) return <PageSpinner />;
  const registration = current.data?.registration;
  if (sessionId && registration) return <Paying registration={registration} sessionId={sessionId} />;
  if (current.isError) {
    return (
      <Trouble title="Couldn't check your payment" onRetry={() => void current.refetch()} isBusy={current.isFetching}>
        {failureOf(current.error).message} Nothing is charged twice.
      </Trouble>
    );
  }
  const isIn = auth.status === 'in';
  return (
    <AuthLayout
      title="Nothing to confirm here"
      description="This browser has no registration that waits for this payment. What was paid isn't lost: it belongs to the account or registration it was made for."
    >
      <Button asChild size="lg" className="w-full">
        <Link to={isIn ? screens.upgrade.href() : screens.login.href()}>{isIn ? 'See your plan' : 'Log in'}</Link>
      </Button>
    </AuthLayout>
  );
}

function Paying({ registration: before, sessionId }: { registration: Registration; sessionId: string }) {
  const { registration, failure, isReading, read } = useReadBack(before, sessionId);
  const calls = useRegistrationCalls();
  const navigate = useNavigate();
  const isLate = useIsLate(PATIENCE);
  const [forceIssue, setForceIssue] = useState<string | null>(null);
  if (registration.isPaid) return <Paid registration={registration} />;
  const force = () =>
    calls
      .forceFinish(registration.id)
      .then(() => navigate(screens.register.href()))
      .catch((error: unknown) => setForceIssue(failureOf(error).message));
  if (failure && !failure.isTransient) {
    return (
      <Trouble title="This payment isn't yours to confirm" onRetry={read} isBusy={isReading}>
        {failure.fields[0]?.message ?? failure.message}
      </Trouble>
    );
  }
  return (
    <AuthLayout
      title="Waiting for your payment"
      description="The payment provider hasn't confirmed it yet. This page looks again every few seconds; you don't need to pay again."
    >
      <div className="space-y-3">
        {failure && <Alert tone="danger">{failure.message}</Alert>}
        {forceIssue !== null && <Alert tone="danger">{forceIssue}</Alert>}
        <PageSpinner />
        {isLate && (
          <>
            <p className="text-pretty text-muted text-table">
              You can create your account now. It starts on Free, and {capitalized(registration.plan)} begins by itself
              once your payment is confirmed.
            </p>
            <Button size="lg" className="w-full" onClick={force}>
              Finish without waiting
            </Button>
          </>
        )}
        <Button asChild variant="ghost" size="lg" className="w-full">
          <Link to={screens.register.href()}>Back to the payment</Link>
        </Button>
      </div>
    </AuthLayout>
  );
}

const Paid = ({ registration: { plan } }: { registration: Registration }) => (
  <AuthLayout title="Payment received">
    <Alert tone="proof" title={`${capitalized(plan)} is paid`} isNews>
      Thank you. One thing is left: a password for your account.
    </Alert>
    <Button asChild size="lg" className="mt-5 w-full">
      <Link to={screens.register.href()}>Continue</Link>
    </Button>
  </AuthLayout>
);

type ReadFailure = Failure & { isTransient: boolean };

/** Reads the payment back until it is paid, or can't be by this registration. */
function useReadBack(before: Registration, sessionId: string) {
  const calls = useRegistrationCalls();
  const [registration, setRegistration] = useState(before);
  const [failure, setFailure] = useState<ReadFailure | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  const { id } = before;
  const read = useCallback(async () => {
    setIsReading(true);
    try {
      setRegistration((await latest.current.pay(id, sessionId)).registration);
      setFailure(null);
    } catch (error) {
      setFailure({ ...failureOf(error), isTransient: isTransient(error) || failureOf(error).code === 'rate-limited' });
    }
    setIsReading(false);
  }, [id, sessionId]);
  useEffect(() => void read(), [read]);
  const isOver = registration.isPaid || (failure !== null && !failure.isTransient);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => void read(), POLL);
    return () => clearInterval(timer);
  }, [isOver, read]);
  return { registration, failure, isReading, read: () => void read() };
}

type TroubleProps = { title: string; children: ReactNode; onRetry: () => void; isBusy: boolean };

const Trouble = ({ title, children, onRetry, isBusy }: TroubleProps) => (
  <AuthLayout title={title}>
    <Alert tone="danger">{children}</Alert>
    <div className="mt-5 space-y-3">
      <Button size="lg" className="w-full" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
      <Button asChild variant="secondary" size="lg" className="w-full">
        <Link to={screens.register.href()}>Go to your registration</Link>
      </Button>
    </div>
  </AuthLayout>
);
