// Forgot password: asks for the email and sends a reset link. The answer is the same whether or not an account exists.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { failureToast } from '#client/auth/failures.ts';
import { useUser } from '#client/auth/session-context.tsx';
import { useForgotPassword } from '#client/data/account.ts';
import { useInstallation } from '#client/data/installation.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { forgotPasswordInput } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';

/** @returns the email typed on the login page, or the signed-in user's. */
function useKnownEmail(): string {
  const state: unknown = useLocation().state;
  const user = useUser();
  const typed = typeof state === 'object' && state && 'email' in state ? state.email : undefined;
  return typeof typed === 'string' ? typed : (user?.email ?? '');
}

export default function ForgotPasswordPage() {
  useTitle('Forgot your password?');
  const [email, setEmail] = useState(useKnownEmail());
  const [isSent, setIsSent] = useState(false);
  const isInLog = useInstallation().data?.mail === 'outbox';
  const backToLogin = (
    <>
      Remembered it? <TextLink to={screens.login.href()}>Log in</TextLink>
    </>
  );
  if (isSent) {
    const address = <strong className="font-semibold text-ink">{email}</strong>;
    return (
      <AuthLayout
        title={isInLog ? 'Look in the server log' : 'Check your inbox'}
        description={
          <p role="status" className="wrap-anywhere">
            {isInLog ? (
              <>
                This server can't send email yet. If there's an account for {address}, a link to reset its password is
                in the server log and in the <code>outbox</code> folder of its data directory.
              </>
            ) : (
              <>
                If there's an account for {address}, we've sent a link to reset its password. It works once, within one
                hour. We send at most one link every 10 minutes.
              </>
            )}
          </p>
        }
        footer={backToLogin}
      >
        <div className="space-y-3">
          <SendAgain email={email} />
          <Button variant="ghost" size="lg" className="w-full" onClick={() => setIsSent(false)}>
            Use a different email
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgot your password?"
      description="Enter your email and we'll send you a link to reset your password."
      footer={backToLogin}
    >
      <ForgotPasswordForm
        email={email}
        onSent={(sentTo) => {
          setEmail(sentTo);
          setIsSent(true);
        }}
      />
    </AuthLayout>
  );
}

function ForgotPasswordForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const send = useForgotPassword();
  const isInLog = useInstallation().data?.mail === 'outbox';
  const form = useServerForm({
    schema: forgotPasswordInput,
    defaultValues: { email },
    save: (values) => send.mutateAsync(values),
    success: isInLog ? TOASTS.resetLinkInLog : TOASTS.resetLinkSent,
    failed: TOASTS.passwordResetFailed,
    onSaved: (_, values) => onSent(values.email),
  });
  return (
    <ServerForm form={form} className="space-y-5">
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Sending...">
        Send reset link
      </Button>
    </ServerForm>
  );
}

function SendAgain({ email }: { email: string }) {
  const send = useForgotPassword();
  const isInLog = useInstallation().data?.mail === 'outbox';
  const again = () =>
    send.mutate(
      { email },
      {
        onSuccess: () => toast({ ...(isInLog ? TOASTS.resetLinkInLog : TOASTS.resetLinkSent), tone: 'success' }),
        onError: (error) => toast(failureToast(error, TOASTS.passwordResetFailed)),
      },
    );
  return (
    <Button variant="secondary" size="lg" className="w-full" isBusy={send.isPending} onClick={again}>
      Send it again
    </Button>
  );
}
