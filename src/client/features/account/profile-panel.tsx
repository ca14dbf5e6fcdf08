// The profile: name, picture, company.
import { useId, useState } from 'react';
import { z } from 'zod';
import { useUpdateProfile } from '#client/data/account.ts';
import { TextField } from '#client/form/fields.tsx';
import { LINK_FIELD } from '#client/form/links.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useSettled } from '#client/hooks/use-settled.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { type User, updateProfileInput } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';
import { ProfileError } from './profile-error.tsx';

type ProfileValues = { displayName: string; photoURL: string; companyName: string };
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
  const id = useId();
  const form = useServerForm<ProfileValues, z.output<typeof schema>, User>({
    schema,
    defaultValues: valuesOf(user),
    save: (_, changed) => update.mutateAsync(changed),
    valuesOf,
    success: TOASTS.profileUpdated,
    failed: TOASTS.updateFailed,
    keptAt: { name: 'profile' },
  });
  const { isDirty } = form.formState;
  const name = form.watch('displayName');
  const address = useSettled(form.watch('photoURL').trim(), PAUSE);
  const picture = isPictureUrl(address) ? address : null;
  const [pictureStatus, setPictureStatus] = useState('idle');
  return (
    <Panel
      title="Profile"
      footer={
        <Button type="submit" form={id} isBusy={form.isBusy} busyLabel="Saving..." disabled={!isDirty}>
          Save changes
        </Button>
      }
    >
      <ServerForm form={form} id={id} alert={form.failure && <ProfileError failure={form.failure} />} guardsLeaving>
        <div className="space-y-6">
          <div className="flex items-center gap-4">
            <Avatar name={name || null} src={picture} size="lg" onStatus={setPictureStatus} />
            <div className="min-w-0">
              <p className="truncate font-semibold text-[15px]">{name || user.email}</p>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
                {name && <span className="wrap-anywhere">{user.email}</span>}
                {user.emailVerified && <Badge tone="success">Verified</Badge>}
              </p>
            </div>
          </div>
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField form={form} name="displayName" label="Name" isOptional autoComplete="name" />
            <TextField form={form} name="companyName" label="Company" isOptional autoComplete="organization" />
          </div>
          <TextField
            form={form}
            name="photoURL"
            rules={LINK_FIELD}
            label="Picture"
            isOptional
            hint={
              picture !== null && pictureStatus === 'error'
                ? "That picture can't be loaded. We'll show your initials until it can."
                : 'A link to a picture. Without one, we show your initials.'
            }
            type="url"
            autoComplete="photo"
            spellCheck={false}
            placeholder="e.g. example.com/me.jpg"
          />
        </div>
      </ServerForm>
    </Panel>
  );
}

/**
 * How long (ms) to wait for a pause in typing before loading the picture, so that no server is asked for half an
 * address.
 */
const PAUSE = 400;

const isPictureUrl = (address: string) => /^https?:\/\/[^/]/i.test(address) && URL.canParse(address);
