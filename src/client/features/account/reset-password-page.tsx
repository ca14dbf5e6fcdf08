// Where the mailed link leads to choose a password. The code leaves the address at once and is kept in memory only.
import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { faultOf } from '#client/api/faults.ts';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { PasswordInput } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type ResetPasswordInput, resetPasswordInput } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { Door } from './door.tsx';
import { useResetPassword } from './queries.ts';
import { codeInFragment } from './reset-code.ts';

/** @returns the code of the link one came by, also of one that is opened in the same tab later. */
function useResetCode(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState(() => codeInFragment(hash));
  useLayoutEffect(() => {
    const found = codeInFragment(hash);
    if (found === null) return;
    setCode(found);
    // At once, and in the router's own record of where one is right after.
    window.history.replaceState(window.history.state, '', pathname);
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return code;
}

export function ResetPasswordPage() {
  useTitle('Choose a new password');
  const code = useResetCode();
  const [spent, setSpent] = useState<string | null>(null);
  if (code === null || code === spent) return <NoCode isSpent={code !== null} />;
  return (
    <Door
      title="Choose a new password"
      description="It ends every session of the account and revokes its API keys, so that nobody else stays in."
      footer={<TextLink to={paths.login.href()}>Back to login</TextLink>}
    >
      <ResetPasswordForm key={code} code={code} onSpent={() => setSpent(code)} />
    </Door>
  );
}

function NoCode({ isSpent }: { isSpent: boolean }) {
  return (
    <Door
      title={isSpent ? 'This link has had its day' : 'Choose a new password'}
      description={
        isSpent ? (
          <p role="alert">{MESSAGES.resetLinkNotValid}. Each works once, and for a limited time.</p>
        ) : (
          'For this you need the link that we mail to you: open it from the mail, in full. If you have reloaded this page, open it once more.'
        )
      }
      footer={<TextLink to={paths.login.href()}>Back to login</TextLink>}
    >
      <Button asChild size="lg" className="w-full">
        <Link to={paths.forgotPassword.href()}>Ask for a link</Link>
      </Button>
    </Door>
  );
}

const schema = resetPasswordInput.pick({ password: true });

function ResetPasswordForm({ code, onSpent }: { code: string; onSpent: () => void }) {
  const reset = useResetPassword();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Pick<ResetPasswordInput, 'password'>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await reset.mutateAsync({ token: code, password });
      toast({ ...TOASTS.passwordChanged, description: 'Log in with your new password.', tone: 'success' });
      void navigate(paths.login.href(), { replace: true });
    } catch (error) {
      toast({ ...TOASTS.passwordResetFailed, description: headline(error), tone: 'danger' });
      if (faultOf(error).fields.some(({ field }) => field === 'token')) onSpent();
      else setFailure(showFaults(error, setError, ['password']));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={formState.errors.password?.message}
      >
        {(a) => <PasswordInput {...a} {...register('password')} autoComplete="new-password" autoFocus />}
      </Field>
      <Button type="submit" size="lg" className="w-full" isBusy={reset.isPending} busyLabel="Saving...">
        Set the password
      </Button>
    </form>
  );
}
