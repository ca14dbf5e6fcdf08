// The account: on Free everything in one press, on a paid plan what is left once it is paid.
import { useRegistrationCalls } from '#client/data/registration.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { type EnrollmentInput, enrollmentInput } from '#shared/contract/account.ts';
import type { Registration } from '#shared/contract/registration.ts';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';

type AccountStepProps = {
  /** Null on Free before it began. */
  registration: Registration | null;
  /** Whether the address stands: it was paid for. */
  isAddressFixed: boolean;
  onCreated: (registration: Registration) => void;
};

export function AccountStep({ registration, isAddressFixed, onCreated }: AccountStepProps) {
  const calls = useRegistrationCalls();
  const form = useServerForm<EnrollmentInput, EnrollmentInput, boolean>({
    schema: enrollmentInput,
    defaultValues: { displayName: '', email: registration?.email ?? '', password: '' },
    async save({ email, password, displayName }) {
      const { id } = isAddressFixed && registration ? registration : await calls.start({ email, plan: 'free' });
      return calls.createUser({ id, password, ...(displayName && { displayName }) }, onCreated);
    },
    success: (isVerified) => (isVerified ? TOASTS.firstAccountCreated : TOASTS.accountCreated),
    failed: TOASTS.registrationFailed,
  });
  return (
    <ServerForm form={form} className="space-y-5">
      <TextField form={form} name="displayName" label="Name" isOptional autoComplete="name" autoFocus />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" readOnly={isAddressFixed} />
      <TextField
        form={form}
        name="password"
        label="Password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Creating account...">
        Create account
      </Button>
    </ServerForm>
  );
}
