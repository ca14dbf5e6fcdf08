// Changes the password. Users who have none, or forgot it, can request a link by email.
import { failureToast } from '#client/auth/failures.ts';
import { useChangePassword, useForgotPassword, usePasswordState } from '#client/data/account.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { OutboxHint } from '#client/sign-in/auth-layout.tsx';
import { RevokeKeys } from '#client/sign-in/revoke-keys.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toast } from '#client/ui/toast.tsx';
import { changePasswordInput, type User } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';

const DESCRIPTION = 'Changing it logs you out everywhere else.';

export function PasswordPanel({ user }: { user: User }) {
  const { data, isError } = usePasswordState();
  if (data?.isSet === false) {
    return (
      <Panel title="Password" description="You have no password yet: you log in by single sign-on.">
        <PasswordLink email={user.email} isFirst />
      </Panel>
    );
  }
  // What can't be told now is found out as it is changed.
  if (data || isError) return <ChangePassword user={user} />;
  return (
    <Panel title="Password" description={DESCRIPTION}>
      <Skeleton className="h-120 w-full sm:h-75" />
    </Panel>
  );
}

const EMPTY = { currentPassword: '', newPassword: '', revokeApiKeys: true };

function ChangePassword({ user }: { user: User }) {
  const change = useChangePassword();
  const form = useServerForm({
    schema: changePasswordInput.required(),
    defaultValues: EMPTY,
    save: (values) => change.mutateAsync(values),
    valuesOf: () => EMPTY,
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
  return (
    <Panel title="Password" description={DESCRIPTION}>
      <ServerForm form={form} className="space-y-6">
        {/* Tells password managers which account this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            form={form}
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
          <TextField
            form={form}
            name="newPassword"
            label="New password"
            hint={`At least ${PASSWORD_MIN} characters.`}
            type="password"
            autoComplete="new-password"
          />
        </div>
        <RevokeKeys {...form.register('revokeApiKeys')} />
        <div className="flex sm:justify-end">
          <Button type="submit" variant="secondary" isBusy={form.isBusy} busyLabel="Changing...">
            Change password
          </Button>
        </div>
      </ServerForm>
      <PasswordLink email={user.email} />
    </Panel>
  );
}

/** Emails the signed-in user a link to set a password. @param isFirst whether there is none yet. */
function PasswordLink({ email, isFirst = false }: { email: string; isFirst?: boolean }) {
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
        onError: (error) => toast(failureToast(error, TOASTS.passwordResetFailed)),
      },
    );
  return (
    <div className={isFirst ? undefined : 'mt-6 border-line border-t pt-5'}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          {isFirst
            ? "Set one to log in without single sign-on, too. We'll email you a link. Using it logs you out everywhere else."
            : "Forgot it? We'll email you a reset link. Using it logs you out everywhere else."}
        </p>
        <Button variant="secondary" isBusy={send.isPending} onClick={ask}>
          {send.isSuccess ? 'Email it again' : isFirst ? 'Email me a link' : 'Email me a reset link'}
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
