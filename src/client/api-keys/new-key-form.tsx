// Creates a key with a name and a scope.
import { useEffect } from 'react';
import { useCreateApiKey } from '#client/data/api-keys.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { API_KEY_SCOPES, type ApiKeyScope, createApiKeyInput, type NewApiKey } from '#shared/contract/api-key.ts';
import { SCOPES } from './key-list.tsx';

type NewKeyFormProps = { onCreated: (key: NewApiKey) => void; takesFocus: boolean; scope: ApiKeyScope };

/** To find its draft. */
export const NEW_KEY_FORM = 'api-key';

export function NewKeyForm({ onCreated, takesFocus, scope: usual }: NewKeyFormProps) {
  const create = useCreateApiKey();
  const form = useServerForm({
    schema: createApiKeyInput,
    defaultValues: { name: '', scope: usual },
    save: (values) => create.mutateAsync(values),
    onSaved: onCreated,
    keptAt: { name: NEW_KEY_FORM },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('name');
  }, [takesFocus, setFocus]);
  return (
    <ServerForm form={form} failureTitle="Couldn't create the key" className="space-y-6">
      <TextField form={form} name="name" label="Name" placeholder="e.g. Nightly import" autoComplete="off" />
      <fieldset>
        <legend className="font-semibold text-table">Access</legend>
        <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
          {API_KEY_SCOPES.map((scope) => (
            <label
              key={scope}
              className="flex cursor-pointer gap-3 rounded-control border border-field bg-raised px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:border-ink"
            >
              <input
                type="radio"
                value={scope}
                {...form.register('scope')}
                className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
              />
              <span>
                <span className="block font-medium">{SCOPES[scope].label}</span>
                <span className="mt-0.5 block text-muted text-table">{SCOPES[scope].meaning}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" isBusy={form.isBusy} busyLabel="Creating...">
        Create key
      </Button>
    </ServerForm>
  );
}
