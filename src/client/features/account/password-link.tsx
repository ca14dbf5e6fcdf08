// Mails the signed-in user a link to choose a password, for whoever has none or forgot it.
import { headline } from '#client/api/form-faults.ts';
import { Button } from '#client/ui/button.tsx';
import { toast } from '#client/ui/toast.tsx';
import { TOASTS } from '#shared/messages.ts';
import { OutboxHint } from './outbox-hint.tsx';
import { useForgotPassword } from './queries.ts';

export function PasswordLink({ email }: { email: string }) {
  const send = useForgotPassword();
  const ask = () =>
    send.mutate(
      { email },
      {
        onSuccess: () =>
          toast({ ...TOASTS.resetLinkSent, description: `A mail to ${email} is on its way.`, tone: 'success' }),
        onError: (error) => toast({ ...TOASTS.passwordResetFailed, description: headline(error), tone: 'danger' }),
      },
    );
  return (
    <div className="mt-6 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          No password yet, or forgotten? Choose one by a mailed link. Using it also ends this session and revokes your
          API keys.
        </p>
        <Button variant="secondary" isBusy={send.isPending} onClick={ask}>
          {send.isSuccess ? 'Mail it again' : 'Mail me a link'}
        </Button>
      </div>
      {send.isSuccess && (
        <div className="mt-4">
          <OutboxHint />
        </div>
      )}
    </div>
  );
}
