// Sets a new password, using the code from an emailed link. The code is removed from the address at once and held in
// memory only.
import { useId, useLayoutEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useResetPassword } from '#client/data/account.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { PasswordInput } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { resetPasswordInput } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { AuthLayout } from './auth-layout.tsx';

/** @param hash a location's fragment, including `#`. @returns the code in it, or null. */
const codeInFragment = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('reset') || null;

/** @returns the code from the link, including one opened later in the same tab. */
function useResetCode(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState(() => codeInFragment(hash));
  useLayoutEffect(() => {
    const found = codeInFragment(hash);
    if (found === null) return;
    setCode(found);
    // Change the address at once, then the router's own record of it.
    window.history.replaceState(window.history.state, '', pathname);
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return code;
}

export default function ResetPasswordPage() {
  useTitle('Choose a new password');
  const code = useResetCode();
  const [spent, setSpent] = useState<string | null>(null);
  if (code === null || code === spent) return <InvalidLink isUsed={code !== null} />;
  return (
    <AuthLayout
      title="Choose a new password"
      description="For your security this logs you out everywhere."
      footer={<TextLink to={screens.login.href()}>Back to login</TextLink>}
    >
      <ResetPasswordForm key={code} code={code} onSpent={() => setSpent(code)} />
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
      footer={<TextLink to={screens.login.href()}>Back to login</TextLink>}
    >
      <Button asChild size="lg" className="w-full">
        <Link to={screens.forgotPassword.href()}>Get a new link</Link>
      </Button>
    </AuthLayout>
  );
}

const schema = resetPasswordInput.pick({ password: true, revokeApiKeys: true }).required();

function ResetPasswordForm({ code, onSpent }: { code: string; onSpent: () => void }) {
  const reset = useResetPassword();
  const navigate = useNavigate();
  const keysHint = useId();
  const form = useServerForm({
    schema,
    defaultValues: { password: '', revokeApiKeys: true },
    save: (values) => reset.mutateAsync({ token: code, ...values }),
    success: { ...TOASTS.passwordChanged, description: 'Log in with your new password.' },
    failed: TOASTS.passwordResetFailed,
    onSaved: () => void navigate(screens.login.href(), { replace: true }),
    onFailed({ fields }) {
      const isUsed = fields.some(({ field }) => field === 'token');
      if (isUsed) onSpent();
      return isUsed;
    },
  });
  return (
    <ServerForm form={form} className="space-y-5">
      <Field
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={form.formState.errors.password?.message}
      >
        {(a) => <PasswordInput {...a} {...form.register('password')} autoComplete="new-password" autoFocus />}
      </Field>
      <label className="flex cursor-pointer gap-3">
        <input
          type="checkbox"
          {...form.register('revokeApiKeys')}
          aria-describedby={keysHint}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">Revoke my API keys</span>
          <span id={keysHint} className="mt-0.5 block text-muted text-table">
            Scripts that use one stop working. Keep your keys only if you're sure that nobody else has them.
          </span>
        </span>
      </label>
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Saving...">
        Set password
      </Button>
    </ServerForm>
  );
}
