// The email address: changed once it is confirmed from the new one. Until then it can be sent again, or canceled.
import { useId } from 'react';
import { useCancelEmailChange, useChangeEmail, useEmailChange } from '#client/data/account.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { OutboxHint } from '#client/sign-in/auth-layout.tsx';
import { useResend } from '#client/sign-in/use-resend.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import { changeEmailInput, type User } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';

export function EmailPanel({ user }: { user: User }) {
  const { pendingEmail } = useEmailChange();
  const change = useChangeEmail();
  const id = useId();
  const form = useServerForm({
    schema: changeEmailInput,
    defaultValues: { email: '' },
    save: (values) => change.mutateAsync(values),
    valuesOf: () => ({ email: '' }),
    success: (saved) => TOASTS.verificationSent(saved.pendingEmail ?? saved.user.email),
    failed: TOASTS.updateFailed,
    keptAt: { name: 'email' },
  });
  return (
    <Panel
      title="Email"
      description={
        <>
          You log in with <strong className="wrap-anywhere font-semibold text-ink">{user.email}</strong>. A new address
          replaces it once you confirm it.
        </>
      }
    >
      {pendingEmail !== null && <Pending email={pendingEmail} />}
      <ServerForm form={form} id={id} className={pendingEmail === null ? '' : 'mt-6'}>
        <div className="flex flex-wrap items-start gap-4">
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              form={form}
              name="email"
              label={pendingEmail === null ? 'New email' : 'Another new email'}
              type="email"
              autoComplete="email"
            />
          </div>
          <Button type="submit" variant="secondary" className="sm:mt-7" isBusy={form.isBusy} busyLabel="Changing...">
            Change email
          </Button>
        </div>
      </ServerForm>
    </Panel>
  );
}

function Pending({ email }: { email: string }) {
  const resend = useResend(email);
  const cancel = useCancelEmailChange();
  const stop = () =>
    cancel.mutate(undefined, {
      onSuccess: () => toast({ ...TOASTS.emailChangeCanceled, tone: 'success' }),
      onError: toastFailed(TOASTS.updateFailed),
    });
  return (
    <div className="space-y-4">
      <Alert
        tone="info"
        isNews
        title="Waiting for your confirmation"
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" isBusy={resend.isSending} onClick={resend.send}>
              Send it again
            </Button>
            <Button variant="ghost" size="sm" isBusy={cancel.isPending} onClick={stop}>
              Keep my address
            </Button>
          </div>
        }
      >
        <span className="wrap-anywhere">
          We sent a link to <strong className="font-semibold">{email}</strong>. It works for 24 hours.
        </span>
      </Alert>
      <OutboxHint />
    </div>
  );
}
