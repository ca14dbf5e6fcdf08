// Login. The address may say why one is here (error), where to go afterwards (from), and that the mailed link has just
// been used (verify_email).
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useSearchParams } from 'react-router';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { useAuth } from '#client/api/session-context.tsx';
import { markVerified } from '#client/api/verified.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths, safeReturnPath } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input, PasswordInput } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type LoginInput, loginInput, type User } from '#shared/contract/account.ts';
import { AUTH_ERRORS, type AuthErrorType, TOASTS } from '#shared/messages.ts';
import { Door } from './door.tsx';
import { useLogin } from './queries.ts';

const isAuthError = (value: string | null): value is AuthErrorType =>
  value !== null && Object.hasOwn(AUTH_ERRORS, value);

export function LoginPage() {
  useTitle('Log in');
  const auth = useAuth();
  const [query] = useSearchParams();
  const target = safeReturnPath(query.get('from'), window.location.origin) ?? paths.dashboard.href();
  const isVerifyReturn = query.get('verify_email') === 'true';
  if (auth.status === 'in') return <SignedIn user={auth.user} target={target} isVerifyReturn={isVerifyReturn} />;
  const error = query.get('error');
  return (
    <Door
      title="Log in"
      description="Use the e-mail you registered with."
      footer={
        <>
          New to Proofbell? <TextLink to={paths.register.href()}>Create an account</TextLink>
        </>
      }
    >
      {isAuthError(error) && (
        <div className="mb-6">
          <Alert tone={error === 'token-expired' ? 'info' : 'danger'}>{AUTH_ERRORS[error]}</Alert>
        </div>
      )}
      {isVerifyReturn && auth.status !== 'loading' && (
        <div className="mb-6">
          <Alert tone="success" title={TOASTS.emailVerified.title}>
            {TOASTS.emailVerified.description} Log in to go on.
          </Alert>
        </div>
      )}
      <LoginForm />
    </Door>
  );
}

/** Goes on to where the user wanted to be, with a greeting when the mailed link brought them. */
function SignedIn({ user, target, isVerifyReturn }: { user: User; target: string; isVerifyReturn: boolean }) {
  useEffect(() => {
    if (!isVerifyReturn || !user.emailVerified) return;
    markVerified(user);
    toast({ ...TOASTS.emailVerified, tone: 'success' });
  }, [isVerifyReturn, user]);
  return <Navigate to={target} replace />;
}

function LoginForm() {
  const login = useLogin();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, watch } = useForm<LoginInput>({
    resolver: zodResolver(loginInput),
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await login.mutateAsync(values);
      // The form is gone by now: the page went on when the session began.
      toast({ ...TOASTS.loginSuccessful, tone: 'success' });
    } catch (error) {
      toast({ ...TOASTS.loginFailed, description: headline(error), tone: 'danger' });
      setFailure(showFaults(error, setError, ['email', 'password']));
    }
  });
  const { errors } = formState;
  const email = watch('email');
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="E-mail" error={errors.email?.message}>
        {(a) => (
          <Input {...a} {...register('email')} type="email" autoComplete="username" inputMode="email" autoFocus />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(a) => <PasswordInput {...a} {...register('password')} autoComplete="current-password" />}
      </Field>
      {/* Below the password, so that Tab goes from the address to it. */}
      <p className="text-table">
        <TextLink to={paths.forgotPassword.href()} state={{ email }}>
          Forgot your password?
        </TextLink>
      </p>
      <Button type="submit" size="lg" className="w-full" isBusy={login.isPending} busyLabel="Logging in...">
        Log in
      </Button>
    </form>
  );
}
