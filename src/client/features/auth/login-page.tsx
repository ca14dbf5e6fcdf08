// Login. The query may carry the reason for the redirect (error), the path to return to (from), and a marker for users
// whose email has just been verified (verify_email): they are greeted, and nobody who only opens that address.
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { markVerified } from '#client/auth/access.ts';
import { dropVerifiedMark, readVerifiedMark } from '#client/auth/browser.ts';
import { failureOf } from '#client/auth/failures.ts';
import { useAuth } from '#client/auth/session-context.tsx';
import { useLogin } from '#client/data/account.ts';
import { useCurrentRegistration, useMailResumeLink } from '#client/data/registration.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { safeReturnPath } from '#client/links.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { loginInput, type User } from '#shared/contract/account.ts';
import { AUTH_ERRORS, type AuthErrorType, TOASTS } from '#shared/messages.ts';
import { VERIFIED_BEFORE } from '#shared/verified-cookie.ts';

const isAuthError = (value: string | null): value is AuthErrorType =>
  value !== null && Object.hasOwn(AUTH_ERRORS, value);

export default function LoginPage() {
  useTitle('Log in');
  const auth = useAuth();
  const [query] = useSearchParams();
  const target = safeReturnPath(query.get('from'), window.location.origin) ?? screens.dashboard.href();
  const mark = useVerifiedMark(query.get('verify_email') === 'true');
  if (auth.status === 'in') return <SignedIn user={auth.user} target={target} mark={mark} />;
  const error = query.get('error');
  const greeting = mark === VERIFIED_BEFORE ? TOASTS.linkUsed : TOASTS.emailVerified;
  return (
    <AuthLayout
      title="Log in"
      footer={
        <>
          New to Proofbell? <TextLink to={screens.register.href()}>Create an account</TextLink>
        </>
      }
    >
      {isAuthError(error) && (
        <div className="mb-6">
          <Alert tone={error === 'token-expired' ? 'info' : 'danger'}>{AUTH_ERRORS[error]}</Alert>
        </div>
      )}
      {mark !== null && auth.status !== 'loading' && (
        <div className="mb-6">
          <Alert tone={mark === VERIFIED_BEFORE ? 'info' : 'success'} title={greeting.title} isNews>
            {greeting.description} Log in to continue.
          </Alert>
        </div>
      )}
      <LoginForm />
    </AuthLayout>
  );
}

/** @returns what a verification link left in this browser a moment ago; opening the address alone tells nothing. */
function useVerifiedMark(isVerifyReturn: boolean): string | null {
  const [mark] = useState(() => (isVerifyReturn ? readVerifiedMark(document) : null));
  useEffect(() => dropVerifiedMark(document), []);
  return mark;
}

/** Redirects to `target`, with a toast if the user followed a verification link. */
function SignedIn({ user, target, mark }: { user: User; target: string; mark: string | null }) {
  useEffect(() => {
    if (mark === null || !user.emailVerified) return;
    if (mark === VERIFIED_BEFORE) toast({ ...TOASTS.linkUsed, outlivesPage: true });
    if (mark !== user._id) return;
    markVerified(user);
    toast({ ...TOASTS.emailVerified, tone: 'success' });
  }, [mark, user]);
  return <Navigate to={target} replace />;
}

function LoginForm() {
  const login = useLogin();
  const form = useServerForm({
    schema: loginInput,
    defaultValues: { email: '', password: '' },
    save: (values) => login.mutateAsync(values),
    success: TOASTS.loginSuccessful,
    failed: TOASTS.loginFailed,
  });
  const isUnfinished = form.failure?.code === 'registration-required';
  const email = form.watch('email');
  return (
    <ServerForm
      form={form}
      className="space-y-5"
      alert={isUnfinished ? <Unfinished email={form.getValues('email')} /> : undefined}
    >
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
      {/* Placed after the password so that Tab moves from email to password. */}
      <p className="text-table">
        <TextLink to={screens.forgotPassword.href()} state={{ email }} className="py-1">
          Forgot your password?
        </TextLink>
      </p>
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Logging in...">
        Log in
      </Button>
    </ServerForm>
  );
}

/** The address has a registration that isn't finished: in this browser it goes on, elsewhere by an emailed link. */
function Unfinished({ email }: { email: string }) {
  const current = useCurrentRegistration();
  const mail = useMailResumeLink();
  const isHeld = current.data?.registration.email.toLowerCase() === email.trim().toLowerCase();
  if (mail.isSuccess) {
    return (
      <Alert tone="info" title="Check your inbox" isNews>
        A link to continue your registration is on its way to {email}.
      </Alert>
    );
  }
  return (
    <Alert
      tone="danger"
      action={
        isHeld ? (
          <ButtonLink variant="secondary" size="sm" to={screens.register.href()}>
            Continue
          </ButtonLink>
        ) : (
          <Button variant="secondary" size="sm" isBusy={mail.isPending} onClick={() => mail.mutate({ email })}>
            Email me a link to continue
          </Button>
        )
      }
    >
      {mail.isError ? failureOf(mail.error).message : AUTH_ERRORS['registration-required']}
    </Alert>
  );
}
