// Registration. A new user is logged in at once and then sees the verification gate.
import { Navigate } from 'react-router';
import { useRegister } from '#client/data/account.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input, PasswordInput } from '#client/ui/input.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { type EnrollmentInput, enrollmentInput } from '#shared/contract/account.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { useAuth } from '../session-context.tsx';
import { AuthLayout } from './auth-layout.tsx';

export default function RegisterPage() {
  useTitle('Create your account');
  if (useAuth().status === 'in') return <Navigate to={screens.dashboard.href()} replace />;
  return (
    <AuthLayout
      title="Create your account"
      description="Free for one site. No credit card needed."
      footer={
        <>
          Already have an account? <TextLink to={screens.login.href()}>Log in</TextLink>
        </>
      }
    >
      <RegisterForm />
    </AuthLayout>
  );
}

function RegisterForm() {
  const register = useRegister();
  const form = useServerForm<EnrollmentInput, EnrollmentInput, unknown>({
    schema: enrollmentInput,
    defaultValues: { displayName: '', email: '', password: '' },
    save: ({ displayName, ...rest }) => register.mutateAsync(displayName ? { ...rest, displayName } : rest),
    success: TOASTS.accountCreated,
    failed: TOASTS.registrationFailed,
  });
  const { errors } = form.formState;
  return (
    <ServerForm form={form} className="space-y-5">
      <Field label="Name" isOptional error={errors.displayName?.message}>
        {(a) => <Input {...a} {...form.register('displayName')} autoComplete="name" autoFocus />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(a) => <Input {...a} {...form.register('email')} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field label="Password" hint={`At least ${PASSWORD_MIN} characters.`} error={errors.password?.message}>
        {(a) => <PasswordInput {...a} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Creating account...">
        Create account
      </Button>
    </ServerForm>
  );
}
