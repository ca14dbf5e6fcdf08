// The tools that the owner uses beside Proofbell. Each change is saved at once, upon the list as the server has it at
// that moment: a script may have written its own entry since.
import { Plug, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { headline } from '#client/api/form-faults.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { type Integration, integrationSchema, type User } from '#shared/contract/account.ts';
import { INTEGRATIONS_MAX } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { integrationName, withoutIntegration } from './integration-name.ts';
import { type ProfileFault, profileFault } from './profile-fault.ts';
import { ProfileFaultAlert } from './profile-fault-alert.tsx';
import { useReloadUser, useUpdateProfile } from './queries.ts';

type Change = (list: readonly Integration[]) => Integration[];

function useChangeIntegrations() {
  const reload = useReloadUser();
  const update = useUpdateProfile();
  const [busy, setBusy] = useState<Integration | null>(null);
  const [fault, setFault] = useState<ProfileFault | null>(null);
  /** @param subject what is added or removed. @returns whether it was saved. */
  const change = async (subject: Integration, make: Change): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(subject);
    setFault(null);
    try {
      const { integrations } = await reload();
      await update.mutateAsync({ integrations: make(integrations) });
      toast({ ...TOASTS.profileUpdated, tone: 'success' });
      return true;
    } catch (error) {
      toast({ ...TOASTS.updateFailed, description: headline(error), tone: 'danger' });
      setFault(profileFault(faultOf(error)));
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { change, busy, fault };
}

/** Entries have no identity of their own but what they are and how often. */
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
  const { change, busy, fault } = useChangeIntegrations();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const refuse = (message: string | undefined) => {
    setError(message);
    input.current?.focus();
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const read = integrationSchema.safeParse(typed);
    if (!read.success) return refuse(typed.trim() === '' ? 'Please enter a name' : read.error.issues[0]?.message);
    const name = read.data;
    if (integrations.some((one) => integrationName(one) === name)) return refuse('This name is on the list already');
    setError(undefined);
    if (await change(name, (list) => [...list, name])) setTyped('');
    input.current?.focus();
  };
  const remove = async (integration: Integration) => {
    await change(integration, (list) => withoutIntegration(list, integration));
    input.current?.focus();
  };
  const isFull = integrations.length >= INTEGRATIONS_MAX;
  return (
    <Panel title="Integrations" description="Tools you use beside Proofbell. Your scripts may keep entries here, too.">
      {fault && (
        <div className="mb-6">
          <ProfileFaultAlert fault={fault} />
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
                isBusy={busy === integration}
                onClick={() => void remove(integration)}
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} noValidate className="mt-5 flex items-end gap-2">
        <Field
          label="Add a tool"
          className="flex-1"
          error={error}
          {...(isFull && { hint: `At most ${INTEGRATIONS_MAX} are kept. Remove one to add another.` })}
        >
          {(a) => (
            <span className="flex gap-2">
              <Input
                {...a}
                ref={input}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                placeholder="Google Analytics"
                autoComplete="off"
                disabled={isFull}
              />
              <Button
                type="submit"
                variant="secondary"
                size="lg"
                disabled={isFull}
                isBusy={busy !== null && busy === typed.trim()}
              >
                Add
              </Button>
            </span>
          )}
        </Field>
      </form>
    </Panel>
  );
}
