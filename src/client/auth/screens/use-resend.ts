// Sends the email that verifies an address once more, and says in a toast how that went.
import { useSendVerification } from '#client/data/account.ts';
import { toast } from '#client/ui/toast.tsx';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { failureOf } from '../failures.ts';

/** @param email the address that gets it. */
export function useResend(email: string) {
  const resend = useSendVerification();
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => toast({ ...TOASTS.verificationSent(email), tone: 'success' }),
      onError(error) {
        const { code, message } = failureOf(error);
        // After many emails the wait is longer than a minute.
        const isLong = message === MESSAGES.tooManyCalls;
        if (code === 'rate-limited') toast({ ...TOASTS.pleaseWait, ...(isLong && { description: message }) });
        else toast({ ...TOASTS.verificationSendFailed, tone: 'danger' });
      },
    });
  const isOffline = resend.isError && failureOf(resend.error).code === 'network';
  return { send, isSending: resend.isPending, isOffline };
}
