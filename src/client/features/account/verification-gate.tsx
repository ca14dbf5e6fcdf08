// Stands before every protected screen until the e-mail address is verified.
import { MailCheck } from 'lucide-react';
import { faultOf } from '#client/api/faults.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { User } from '#shared/contract/account.ts';
import { TOASTS, VERIFICATION } from '#shared/messages.ts';
import { Door } from './door.tsx';
import { OutboxHint } from './outbox-hint.tsx';
import { useSendVerification } from './queries.ts';
import { useVerificationCheck } from './use-verification-check.ts';
import { networkNotice } from './verification.ts';

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
      onError: (error) =>
        faultOf(error).code === 'rate-limited'
          ? toast(TOASTS.pleaseWait)
          : toast({ ...TOASTS.verificationSendFailed, tone: 'danger' }),
    });

  const isOffline = resend.isError && faultOf(resend.error).code === 'network';
  const notice = isOffline ? VERIFICATION.network : networkNotice(networkErrors);
  return (
    <Door
      title="Verify Your Email"
      description={
        <>
          We sent a link to <strong className="font-semibold text-ink">{user.email}</strong>. Open it, and you can go on
          here.
        </>
      }
      footer="Nothing in the inbox? It may be in the spam folder. The link is good for 24 hours."
    >
      <div className="space-y-3">
        {notice && <Alert tone="danger">{notice}</Alert>}
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
    </Door>
  );
}
