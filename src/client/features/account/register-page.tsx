// Enrolment. A new user is signed in at once; the verification gate comes next.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate } from 'react-router';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { useAuth } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input, PasswordInput } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type EnrolmentInput, enrolmentInput } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { Door } from './door.tsx';
import { useRegister } from './queries.ts';

const FIELDS = ['displayName', 'email', 'password'] as const;

export function RegisterPage() {
  useTitle('Create your account');
  if (useAuth().status === 'in') return <Navigate to={paths.dashboard.href()} replace />;
  return (
    <Door
      title="Create your account"
      description="One site is free, without a card and without an end date."
      footer={
        <>
          Already have an account? <TextLink to={paths.login.href()}>Log in</TextLink>
        </>
      }
    >
      <RegisterForm />
    </Door>
  );
}

function RegisterForm() {
  const enrol = useRegister();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<EnrolmentInput>({
    resolver: zodResolver(enrolmentInput),
    defaultValues: { displayName: '', email: '', password: '' },
  });
  const submit = handleSubmit(async ({ displayName, ...rest }) => {
    setFailure(null);
    try {
      await enrol.mutateAsync(displayName ? { ...rest, displayName } : rest);
      // The form is gone by now: the page went on when the session began.
      toast({ ...TOASTS.accountCreated, tone: 'success' });
    } catch (error) {
      toast({ ...TOASTS.registrationFailed, description: headline(error), tone: 'danger' });
      setFailure(showFaults(error, setError, FIELDS));
    }
  });
  const { errors } = formState;
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Name" isOptional error={errors.displayName?.message}>
        {(a) => <Input {...a} {...register('displayName')} autoComplete="name" autoFocus />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(a) => <Input {...a} {...register('email')} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field label="Password" hint={`At least ${PASSWORD_MIN} characters.`} error={errors.password?.message}>
        {(a) => <PasswordInput {...a} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" className="w-full" isBusy={enrol.isPending} busyLabel="Creating account...">
        Create account
      </Button>
    </form>
  );
}
