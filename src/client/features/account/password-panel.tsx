// Changes the password. Users who have none, or forgot it, can request a reset link by email.
import { headline } from '#client/auth/failures.ts';
import { OutboxHint } from '#client/auth/screens/auth-layout.tsx';
import { useChangePassword, useForgotPassword } from '#client/data/account.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { PasswordInput } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { changePasswordInput, type User } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';

export function PasswordPanel({ user }: { user: User }) {
  const change = useChangePassword();
  const form = useServerForm({
    schema: changePasswordInput,
    defaultValues: { currentPassword: '', newPassword: '' },
    save: (values) => change.mutateAsync(values),
    valuesOf: () => ({ currentPassword: '', newPassword: '' }),
    success: TOASTS.passwordChanged,
    failed: TOASTS.updateFailed,
    onFailed({ fields }) {
      // The session had to be confirmed first, with the current password.
      if (!fields.some(({ field }) => field === 'password')) return false;
      form.setError(
        'currentPassword',
        { type: 'server', message: MESSAGES.currentPasswordWrong },
        { shouldFocus: true },
      );
      return true;
    },
  });
  const { errors } = form.formState;
  // The account has no password yet, so only an emailed link helps.
  const hasNoPassword = form.failure?.code === 'conflict' || form.failure?.code === 'confirm-required';
  return (
    <Panel title="Password" description="Changing it logs you out everywhere else. This browser stays logged in.">
      <ServerForm
        form={form}
        className="space-y-6"
        alert={hasNoPassword ? <Alert tone="info">{MESSAGES.noPasswordYet}</Alert> : undefined}
      >
        {/* Tells password managers which account this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Current password" error={errors.currentPassword?.message}>
            {(a) => <PasswordInput {...a} {...form.register('currentPassword')} autoComplete="current-password" />}
          </Field>
          <Field label="New password" hint={`At least ${PASSWORD_MIN} characters.`} error={errors.newPassword?.message}>
            {(a) => <PasswordInput {...a} {...form.register('newPassword')} autoComplete="new-password" />}
          </Field>
        </div>
        <Button type="submit" variant="secondary" isBusy={form.isBusy} busyLabel="Changing...">
          Change password
        </Button>
      </ServerForm>
      <PasswordLink email={user.email} />
    </Panel>
  );
}

/** Emails the signed-in user a reset link. */
function PasswordLink({ email }: { email: string }) {
  const send = useForgotPassword();
  const ask = () =>
    send.mutate(
      { email },
      {
        onSuccess: () =>
          toast({
            ...TOASTS.resetLinkSent,
            description: `Check the inbox of ${email}. We send at most one link every 10 minutes.`,
            tone: 'success',
          }),
        onError: (error) => toast({ ...TOASTS.passwordResetFailed, description: headline(error), tone: 'danger' }),
      },
    );
  return (
    <div className="mt-6 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          Forgot it, or never set one? We'll email you a reset link. Using it logs you out everywhere.
        </p>
        <Button variant="secondary" isBusy={send.isPending} onClick={ask}>
          {send.isSuccess ? 'Email it again' : 'Email me a reset link'}
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
