// Changes the password. Accounts that never had one, or whose owner forgot it, get a link by mail.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { faultOf } from '#client/api/faults.ts';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { PasswordInput } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type ChangePasswordInput, changePasswordInput, type User } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { PasswordLink } from './password-link.tsx';
import { useChangePassword } from './queries.ts';

const FIELDS = ['currentPassword', 'newPassword'] as const;

export function PasswordPanel({ user }: { user: User }) {
  const change = useChangePassword();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<ChangePasswordInput>({
    resolver: zodResolver(changePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const submit = handleSubmit((values) => {
    setFailure(null);
    change.mutate(values, {
      onSuccess() {
        reset();
        toast({ ...TOASTS.passwordChanged, tone: 'success' });
      },
      onError(error) {
        toast({ ...TOASTS.updateFailed, description: headline(error), tone: 'danger' });
        setFailure(showFaults(error, setError, FIELDS));
      },
    });
  });
  const { errors } = formState;
  // The account has none yet: only a mailed link helps.
  const isWithout = change.isError && faultOf(change.error).code === 'conflict';
  return (
    <Panel title="Password" description="Changing it signs you out everywhere else. This browser stays signed in.">
      <form onSubmit={submit} noValidate className="space-y-6">
        {failure && <Alert tone={isWithout ? 'info' : 'danger'}>{failure}</Alert>}
        {/* For password managers: whose password this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Current password" error={errors.currentPassword?.message}>
            {(a) => <PasswordInput {...a} {...register('currentPassword')} autoComplete="current-password" />}
          </Field>
          <Field label="New password" hint={`At least ${PASSWORD_MIN} characters.`} error={errors.newPassword?.message}>
            {(a) => <PasswordInput {...a} {...register('newPassword')} autoComplete="new-password" />}
          </Field>
        </div>
        <Button type="submit" variant="secondary" isBusy={change.isPending} busyLabel="Changing...">
          Change password
        </Button>
      </form>
      <PasswordLink email={user.email} />
    </Panel>
  );
}
