// Who the account belongs to: name, picture, company.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { faultOf } from '#client/api/faults.ts';
import { headline, showFaults } from '#client/api/form-faults.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type User, updateProfileInput } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { type ProfileFault, profileFault } from './profile-fault.ts';
import { ProfileFaultAlert } from './profile-fault-alert.tsx';
import { useUpdateProfile } from './queries.ts';
import { usePicture } from './use-picture.ts';

type ProfileValues = { displayName: string; photoURL: string; companyName: string };
const FIELDS = ['displayName', 'photoURL', 'companyName'] as const;
const profileInput = updateProfileInput.pick({ displayName: true, photoURL: true, companyName: true }).required();
const schema = z
  .custom<ProfileValues>()
  .transform((values): z.input<typeof profileInput> => values)
  .pipe(profileInput);

const valuesOf = ({ displayName, photoURL, companyName }: User): ProfileValues => ({
  displayName: displayName ?? '',
  photoURL: photoURL ?? '',
  companyName: companyName ?? '',
});

export function ProfilePanel({ user }: { user: User }) {
  const update = useUpdateProfile();
  const [fault, setFault] = useState<ProfileFault | null>(null);
  const form = useForm<ProfileValues, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(user),
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const name = form.watch('displayName');
  const picture = usePicture(form.watch('photoURL'));
  const submit = form.handleSubmit((values) => {
    setFault(null);
    // Only what was changed here: another tab may have changed the rest.
    const changed = Object.fromEntries(
      FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]),
    );
    update.mutate(changed, {
      onSuccess(saved) {
        // What the server made of it is now the state to differ from.
        form.reset(valuesOf(saved));
        toast({ ...TOASTS.profileUpdated, tone: 'success' });
      },
      onError(error) {
        toast({ ...TOASTS.updateFailed, description: headline(error), tone: 'danger' });
        setFault(profileFault(faultOf(error)));
        showFaults(error, form.setError, FIELDS);
      },
    });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Panel
        title="Profile"
        footer={
          <Button type="submit" isBusy={update.isPending} busyLabel="Saving..." disabled={!isDirty}>
            Save changes
          </Button>
        }
      >
        {fault && (
          <div className="mb-6">
            <ProfileFaultAlert fault={fault} />
          </div>
        )}
        <div className="space-y-6">
          <div className="flex items-center gap-4">
            <Avatar name={name || null} src={picture.src} size="lg" />
            <div className="min-w-0">
              <p className="truncate font-semibold text-[15px]">{name || user.email}</p>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
                {name && <span className="wrap-anywhere">{user.email}</span>}
                {user.emailVerified && <Badge tone="success">Verified</Badge>}
              </p>
            </div>
          </div>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Name" isOptional error={errors.displayName?.message}>
              {(a) => <Input {...a} {...form.register('displayName')} autoComplete="name" />}
            </Field>
            <Field label="Company" isOptional error={errors.companyName?.message}>
              {(a) => <Input {...a} {...form.register('companyName')} autoComplete="organization" />}
            </Field>
          </div>
          <Field
            label="Picture"
            isOptional
            hint={
              picture.isBroken
                ? 'No picture could be loaded from there. Your initials stand for you until one can.'
                : 'The address of a picture on the web. Without one, your initials stand for you.'
            }
            error={errors.photoURL?.message}
          >
            {(a) => (
              <Input
                {...a}
                {...form.register('photoURL')}
                type="url"
                inputMode="url"
                autoComplete="photo"
                spellCheck={false}
                placeholder="https://"
              />
            )}
          </Field>
        </div>
      </Panel>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
