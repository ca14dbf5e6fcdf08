// Sets a new password, using the code from an emailed link, and logs in. A link that doesn't work says so before anything
// is typed.
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { useResetCheck, useResetPassword } from '#client/data/account.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { RevokeKeys } from '#client/sign-in/revoke-keys.tsx';
import { useLinkCode } from '#client/sign-in/use-link-code.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import { resetPasswordInput } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';

export default function ResetPasswordPage() {
  useTitle('Choose a new password');
  const [code] = useLinkCode('reset');
  const [spent, setSpent] = useState<string | null>(null);
  const check = useResetCheck(code);
  // Once it was used here: the page stays until the next one is there.
  const [isDone, setIsDone] = useState(false);
  const other = useUser();
  if (isDone) return <Navigate to={screens.dashboard.href()} replace />;
  if (code === null || code === spent || check.data?.isValid === false) return <InvalidLink isUsed={code !== null} />;
  return (
    <AuthLayout
      title="Choose a new password"
      description={
        other
          ? `You're logged in here as ${other.email}. Setting a password logs you in to the account this link was sent to instead, and logs that account out everywhere else.`
          : 'This logs you in here and, for your security, out everywhere else.'
      }
      footer={BACK}
    >
      {check.isPending ? (
        // In the form's sizes.
        <Skeletons
          label="Checking the link"
          sizes={['h-22 w-full', 'h-16 w-full', 'h-11 w-full']}
          className="space-y-5"
        />
      ) : (
        <ResetPasswordForm key={code} code={code} onSpent={() => setSpent(code)} onDone={() => setIsDone(true)} />
      )}
    </AuthLayout>
  );
}

function InvalidLink({ isUsed }: { isUsed: boolean }) {
  return (
    <AuthLayout
      title={isUsed ? 'This link is no longer valid' : 'Choose a new password'}
      description={
        isUsed ? (
          <p role="alert">Each link works once, for a limited time. Request a new one.</p>
        ) : (
          'Open the complete link from the email we sent you, or request a new one.'
        )
      }
      footer={BACK}
    >
      <ButtonLink size="lg" className="w-full" to={screens.forgotPassword.href()}>
        Get a new link
      </ButtonLink>
    </AuthLayout>
  );
}

const BACK = (
  <TextLink to={screens.login.href()} className="py-1">
    Back to login
  </TextLink>
);

const schema = resetPasswordInput.pick({ password: true, revokeApiKeys: true }).required();

type ResetPasswordFormProps = { code: string; onSpent: () => void; onDone: () => void };

function ResetPasswordForm({ code, onSpent, onDone }: ResetPasswordFormProps) {
  const reset = useResetPassword();
  const form = useServerForm({
    schema,
    defaultValues: { password: '', revokeApiKeys: true },
    save: (values) => reset.mutateAsync({ token: code, ...values }),
    success: { ...TOASTS.passwordChanged, description: "You're logged in, and logged out everywhere else." },
    failed: TOASTS.passwordResetFailed,
    onSaved: onDone,
    onFailed({ fields }) {
      const isUsed = fields.some(({ field }) => field === 'token');
      if (isUsed) onSpent();
      return isUsed;
    },
  });
  return (
    <ServerForm form={form} className="space-y-5">
      <TextField
        form={form}
        name="password"
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        type="password"
        autoComplete="new-password"
        autoFocus
      />
      <RevokeKeys {...form.register('revokeApiKeys')} />
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Saving...">
        Set password
      </Button>
    </ServerForm>
  );
}
