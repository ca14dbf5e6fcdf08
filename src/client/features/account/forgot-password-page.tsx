// Forgotten password: asks for the address and mails a link. What is said is the same whether there is an account or not.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { useUser } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type ForgotPasswordInput, forgotPasswordInput } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';
import { Door } from './door.tsx';
import { OutboxHint } from './outbox-hint.tsx';
import { useForgotPassword } from './queries.ts';

/** @returns the address that was typed on the login page, or the signed-in user's. */
function useKnownEmail(): string {
  const state: unknown = useLocation().state;
  const user = useUser();
  const typed = typeof state === 'object' && state && 'email' in state ? state.email : undefined;
  return typeof typed === 'string' ? typed : (user?.email ?? '');
}

export function ForgotPasswordPage() {
  useTitle('Forgot your password?');
  const [email, setEmail] = useState(useKnownEmail());
  const [isSent, setIsSent] = useState(false);
  const backToLogin = (
    <>
      Remembered it? <TextLink to={paths.login.href()}>Log in</TextLink>
    </>
  );
  if (isSent) {
    return (
      <Door
        title="Check your inbox"
        description={
          <p role="status" className="wrap-anywhere">
            If there is an account with <strong className="font-semibold text-ink">{email}</strong>, a link to choose a
            new password is on its way. It works once, for one hour.
          </p>
        }
        footer={backToLogin}
      >
        <div className="space-y-3">
          <OutboxHint />
          <SendAgain email={email} />
          <Button variant="ghost" size="lg" className="w-full" onClick={() => setIsSent(false)}>
            Use another address
          </Button>
        </div>
      </Door>
    );
  }
  return (
    <Door
      title="Forgot your password?"
      description="Tell us the e-mail you registered with, and we send a link to choose a new one."
      footer={backToLogin}
    >
      <ForgotPasswordForm
        email={email}
        onSent={(sentTo) => {
          setEmail(sentTo);
          setIsSent(true);
        }}
      />
    </Door>
  );
}

function ForgotPasswordForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const send = useForgotPassword();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<ForgotPasswordInput>({
    resolver: zodResolver(forgotPasswordInput),
    defaultValues: { email },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send.mutateAsync(values);
      toast({ ...TOASTS.resetLinkSent, tone: 'success' });
      onSent(values.email);
    } catch (error) {
      toast({ ...TOASTS.passwordResetFailed, description: headline(error), tone: 'danger' });
      setFailure(showFaults(error, setError, ['email']));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="E-mail" error={formState.errors.email?.message}>
        {(a) => (
          <Input {...a} {...register('email')} type="email" autoComplete="username" inputMode="email" autoFocus />
        )}
      </Field>
      <Button type="submit" size="lg" className="w-full" isBusy={send.isPending} busyLabel="Sending...">
        Send the link
      </Button>
    </form>
  );
}

function SendAgain({ email }: { email: string }) {
  const send = useForgotPassword();
  const again = () =>
    send.mutate(
      { email },
      {
        onSuccess: () => toast({ ...TOASTS.resetLinkSent, tone: 'success' }),
        onError: (error) => toast({ ...TOASTS.passwordResetFailed, description: headline(error), tone: 'danger' }),
      },
    );
  return (
    <Button variant="secondary" size="lg" className="w-full" isBusy={send.isPending} onClick={again}>
      Send it again
    </Button>
  );
}
