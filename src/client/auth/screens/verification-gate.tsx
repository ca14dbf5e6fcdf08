// The verification gate (spec 4): replaces every protected screen until the email is verified.
import { MailCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReloadUser, useSendVerification } from '#client/data/account.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { User } from '#shared/contract/account.ts';
import { VERIFICATION_AUTO_CHECK, VERIFICATION_RETRIES } from '#shared/limits.ts';
import { MESSAGES, TOASTS, VERIFICATION } from '#shared/messages.ts';
import { markVerified } from '../access.ts';
import { failureOf } from '../failures.ts';
import { AuthLayout, OutboxHint } from './auth-layout.tsx';

export function VerificationGate({ user }: { user: User }) {
  useTitle('Verify Your Email');
  const resend = useSendVerification();
  const { check, isChecking, networkErrors } = useVerificationCheck(() =>
    toast({ ...TOASTS.emailVerified, tone: 'success' }),
  );

  const checkNow = async () => {
    toast(TOASTS.checkingVerification);
    const result = await check();
    if (result === 'not-yet') toast(TOASTS.notVerifiedYet);
    if (result === 'network') toast({ ...TOASTS.verificationNetworkError, tone: 'danger' });
    if (result === 'failed') toast({ ...TOASTS.verificationCheckFailed, tone: 'danger' });
  };
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => toast({ ...TOASTS.verificationSent(user.email), tone: 'success' }),
      onError(error) {
        const { code, message } = failureOf(error);
        // After many emails the wait is longer than a minute.
        const isLong = message === MESSAGES.tooManyCalls;
        if (code === 'rate-limited') toast({ ...TOASTS.pleaseWait, ...(isLong && { description: message }) });
        else toast({ ...TOASTS.verificationSendFailed, tone: 'danger' });
      },
    });

  const isOffline = resend.isError && failureOf(resend.error).code === 'network';
  const issue = isOffline ? VERIFICATION.network : networkIssue(networkErrors);
  return (
    <AuthLayout
      title="Verify Your Email"
      description={
        <>
          We sent a confirmation link to <strong className="font-semibold text-ink">{user.email}</strong>. Click it to
          continue.
        </>
      }
      footer="Didn't get it? Check your spam folder. The link works for 24 hours."
    >
      <div className="space-y-3">
        {issue && <Alert tone="danger">{issue}</Alert>}
        <OutboxHint />
        <Button
          size="lg"
          className="w-full"
          icon={<MailCheck aria-hidden="true" size={17} />}
          isBusy={isChecking}
          onClick={checkNow}
        >
          Check verification status
        </Button>
        <Button variant="secondary" size="lg" className="w-full" isBusy={resend.isPending} onClick={send}>
          Resend verification email
        </Button>
      </div>
    </AuthLayout>
  );
}

export type CheckResult = 'verified' | 'not-yet' | 'network' | 'failed';

/** @returns the number of consecutive checks failed by the network, given the latest `result`. */
export const countNetworkErrors = (before: number, result: CheckResult): number =>
  result === 'network' ? before + 1 : 0;

/** @returns the message above the buttons, or null. After 3 retries it says to try again later. */
export function networkIssue(networkErrors: number): string | null {
  if (networkErrors === 0) return null;
  return networkErrors > VERIFICATION_RETRIES ? VERIFICATION.tooMany : VERIFICATION.checkNetwork;
}

/** Checks after a second, whenever the tab is shown again, and on demand. */
function useVerificationCheck(onVerified: () => void) {
  const reload = useReloadUser();
  const [networkErrors, setNetworkErrors] = useState(0);
  const [isChecking, setIsChecking] = useState(false);

  const ask = async (): Promise<CheckResult> => {
    try {
      const user = await reload();
      if (!user.emailVerified) return 'not-yet';
      markVerified(user);
      onVerified();
      return 'verified';
    } catch (error) {
      return failureOf(error).code === 'network' ? 'network' : 'failed';
    }
  };
  const askAndCount = async (): Promise<CheckResult> => {
    const result = await ask();
    setNetworkErrors((before) => countNetworkErrors(before, result));
    return result;
  };
  const check = async (): Promise<CheckResult> => {
    setIsChecking(true);
    const result = await askAndCount();
    setIsChecking(false);
    return result;
  };

  const latest = useRef(askAndCount);
  useEffect(() => {
    latest.current = askAndCount;
  });
  const checkQuietly = useCallback(() => void latest.current(), []);
  useEffect(() => {
    const timer = setTimeout(checkQuietly, VERIFICATION_AUTO_CHECK);
    const onShown = () => {
      if (document.visibilityState === 'visible') checkQuietly();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [checkQuietly]);

  return { check, isChecking, networkErrors };
}
