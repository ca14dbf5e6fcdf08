// Creates a key: a name to know it by, and what it may do.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFaults } from '#client/api/form-faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { API_KEY_SCOPES, type CreateApiKeyInput, createApiKeyInput, type NewApiKey } from '#shared/contract/api-key.ts';
import { useCreateApiKey } from './queries.ts';
import { SCOPES } from './scopes.ts';

export function NewKeyForm({ onMade }: { onMade: (made: NewApiKey) => void }) {
  const create = useCreateApiKey();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<CreateApiKeyInput>({
    resolver: zodResolver(createApiKeyInput),
    defaultValues: { name: '', scope: 'read' },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      onMade(await create.mutateAsync(values));
    } catch (error) {
      setFailure(showFaults(error, setError, ['name', 'scope']));
    }
  });
  const { errors } = formState;
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      {failure && (
        <Alert tone="danger" title="The key could not be created">
          {failure}
        </Alert>
      )}
      <Field label="Name" error={errors.name?.message}>
        {(a) => <Input {...a} {...register('name')} placeholder="Nightly import" autoComplete="off" />}
      </Field>
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
                {...register('scope')}
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
      <Button type="submit" isBusy={create.isPending} busyLabel="Creating...">
        Create key
      </Button>
    </form>
  );
}
