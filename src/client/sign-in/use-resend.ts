// Sends the email that verifies an address once more, and says in a toast how that went.

import { failureOf, outageOf } from '#client/auth/failures.ts';
import { useSendVerification } from '#client/data/account.ts';
import { toast } from '#client/ui/toast.tsx';
import { MESSAGES, TOASTS, VERIFICATION } from '#shared/messages.ts';

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
  return {
    send,
    isSending: resend.isPending,
    /** Why nothing could be sent, for the page; null unless the latest attempt got no answer, or a server's error. */
    issue: resend.isError ? outageOf(failureOf(resend.error), VERIFICATION.network) : null,
    /** Once something newer is known. */
    forgetIssue: () => resend.isError && resend.reset(),
  };
}
