// The tools that the owner uses with Proofbell. Each change is saved at once and applied to the server's current list,
// because a script may have added an entry in the meantime.
import { Plug, X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { failureOf, headline } from '#client/auth/failures.ts';
import { useReloadUser, useUpdateProfile } from '#client/data/account.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Integration, User } from '#shared/contract/account.ts';
import { filledText } from '#shared/contract/text.ts';
import { INTEGRATIONS_MAX, NAME_MAX } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { type ProfileError, ProfileErrorAlert, profileError } from './profile-error.tsx';

const nameSchema = filledText(NAME_MAX, 'Enter a name');

/** Keys under which an object may carry its name, best first. */
const NAME_KEYS = ['name', 'displayName', 'title', 'label', 'id', 'type'];

/** @returns the integration's name; for an object, the name it carries or 'Unnamed'. */
export function integrationName(integration: Integration): string {
  if (typeof integration === 'string') return integration;
  for (const key of NAME_KEYS) {
    const value = integration[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return 'Unnamed';
}

/** @returns `list` without the entry `removed`; if several entries are equal, only one is removed. */
export function removeIntegration(list: readonly Integration[], removed: Integration): Integration[] {
  const text = JSON.stringify(removed);
  const at = list.findIndex((one) => JSON.stringify(one) === text);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
}

/** Applies a change to the server's current list and saves the result. */
function useChangeIntegrations() {
  const reload = useReloadUser();
  const update = useUpdateProfile();
  return async (change: (list: readonly Integration[]) => Integration[]) => {
    const { integrations } = await reload();
    return update.mutateAsync({ integrations: change(integrations) });
  };
}

/** Entries have no id, so the key is the content plus the number of equal entries before it. */
function keyed(list: readonly Integration[]) {
  const seen = new Map<string, number>();
  return list.map((integration) => {
    const text = JSON.stringify(integration);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { key: `${text}-${count}`, integration };
  });
}

export function IntegrationsPanel({ user: { integrations } }: { user: User }) {
  const change = useChangeIntegrations();
  const [removing, setRemoving] = useState<Integration | null>(null);
  const [failure, setFailure] = useState<ProfileError | null>(null);
  const isNew = (name: string) => !integrations.some((one) => integrationName(one) === name);
  const form = useServerForm({
    schema: z.object({ name: nameSchema.refine(isNew, 'This name is already on the list') }),
    defaultValues: { name: '' },
    save: ({ name }) => change((list) => [...list, name]),
    valuesOf: () => ({ name: '' }),
    success: TOASTS.profileUpdated,
    failed: TOASTS.updateFailed,
  });
  const add = async () => {
    if (removing !== null) return;
    setFailure(null);
    await form.submit();
    form.setFocus('name');
  };
  const remove = async (integration: Integration) => {
    if (removing !== null || form.isBusy) return;
    setRemoving(integration);
    setFailure(null);
    try {
      await change((list) => removeIntegration(list, integration));
      toast({ ...TOASTS.profileUpdated, tone: 'success' });
    } catch (error) {
      toast({ ...TOASTS.updateFailed, description: headline(error), tone: 'danger' });
      setFailure(profileError(failureOf(error)));
    } finally {
      setRemoving(null);
    }
    form.setFocus('name');
  };
  const isFull = integrations.length >= INTEGRATIONS_MAX;
  return (
    <Panel title="Integrations" description="Tools you use with Proofbell. Your scripts can add entries too.">
      {failure && (
        <div className="mb-6">
          <ProfileErrorAlert failure={failure} />
        </div>
      )}
      {integrations.length === 0 ? (
        <p className="flex items-center gap-3 text-muted">
          <Plug aria-hidden="true" size={18} strokeWidth={1.75} /> None yet.
        </p>
      ) : (
        <ul className="divide-y divide-line border-line border-y" aria-label="Integrations">
          {keyed(integrations).map(({ key, integration }) => (
            <li key={key} className="flex min-h-11 items-center gap-3 py-1">
              <span className="wrap-anywhere min-w-0 flex-1 font-medium">{integrationName(integration)}</span>
              {typeof integration !== 'string' && <Badge>From a script</Badge>}
              <IconButton
                label={`Remove ${integrationName(integration)}`}
                size="sm"
                className="text-muted"
                isBusy={removing === integration}
                onClick={() => void remove(integration)}
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <ServerForm
        form={form}
        onSubmit={() => void add()}
        alert={form.failure && <ProfileErrorAlert failure={profileError(form.failure)} />}
        className="mt-5"
      >
        <Field
          label="Add a tool"
          error={form.formState.errors.name?.message}
          {...(isFull && { hint: `You can list up to ${INTEGRATIONS_MAX}. Remove one to add another.` })}
        >
          {(a) => (
            <span className="flex gap-2">
              <Input
                {...a}
                {...form.register('name')}
                placeholder="e.g. Google Analytics"
                autoComplete="off"
                disabled={isFull}
              />
              <Button type="submit" variant="secondary" size="lg" disabled={isFull} isBusy={form.isBusy}>
                Add
              </Button>
            </span>
          )}
        </Field>
      </ServerForm>
    </Panel>
  );
}
