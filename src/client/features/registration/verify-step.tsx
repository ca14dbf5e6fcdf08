// Waits until the address is verified, and then finishes the registration. Whoever doesn't want to wait for the email can
// finish without it; the app itself opens once the address is verified.
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { useAuth } from '#client/auth/session-context.tsx';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { useIsLate } from '#client/hooks/use-is-late.ts';
import { screens } from '#client/screens.ts';
import { VerificationGate } from '#client/sign-in/verification-gate.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import type { Registration } from '#shared/contract/registration.ts';
import { SECOND } from '#shared/time.ts';

/** How long the email may take before waiting is optional, in ms. */
const PATIENCE = 20 * SECOND;

type VerifyStepProps = { registration: Registration; onFinished: (registration: Registration) => void };

export function VerifyStep({ registration, onFinished }: VerifyStepProps) {
  const auth = useAuth();
  const calls = useRegistrationCalls();
  const isLate = useIsLate(PATIENCE);
  const isVerified = auth.status === 'in' && auth.user.emailVerified;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isForced: boolean) => (isForced ? calls.forceFinish : calls.finish)(registration.id),
    onSuccess: (finished) => onFinished(finished),
  });
  useEffect(() => {
    if (isVerified) mutate(false);
  }, [isVerified, mutate]);

  if (auth.status !== 'in') {
    return (
      <div className="mx-auto w-full max-w-[25rem] px-4 pt-8">
        <Alert tone="info" title="Your account is there">
          Log in as {registration.email} to go on. <TextLink to={screens.login.href()}>Log in</TextLink>
        </Alert>
      </div>
    );
  }
  if (isVerified && !error) return <PageSpinner />;
  return (
    <>
      {!isVerified && <VerificationGate user={auth.user} />}
      {(isLate || error) && (
        <div className="mx-auto -mt-6 w-full max-w-[25rem] space-y-3 px-4 pb-12">
          {error && <Alert tone="danger">{failureOf(error).message}</Alert>}
          <p className="text-pretty text-muted text-table">
            The email is taking a while? You can finish now and confirm your address later. Your dashboard opens once
            it's confirmed.
          </p>
          <Button variant="secondary" isBusy={isPending} onClick={() => mutate(!isVerified)}>
            Finish without waiting
          </Button>
        </div>
      )}
    </>
  );
}
