// A source's name, how long its events are kept, and where their links may lead.
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { hostnameOf } from '#shared/contract/site.ts';
import type { SourceFormValues } from './source-form.ts';

/** @param props.hasDomains whether the site lists any: without, links may lead anywhere. */
export function DetailFields({ hasDomains }: { hasDomains: boolean }) {
  const { register, control, formState, setValue } = useFormContext<SourceFormValues>();
  const { errors } = formState;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <Field label="Name" hint="Only you see this." error={errors.name?.message}>
        {(a) => <Input {...a} {...register('name')} autoComplete="off" />}
      </Field>
      <Field
        label="Keep events for"
        hint="Then they are deleted, with their notifications."
        error={errors.retentionDays?.message}
      >
        {(a) => (
          <span className="flex items-center gap-2.5">
            <Input
              {...a}
              {...register('retentionDays')}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-24 text-right"
            />
            <span className="text-muted text-table">days</span>
          </span>
        )}
      </Field>
      <div className="md:col-span-2">
        <Controller
          control={control}
          name="hosts"
          render={({ field, fieldState }) => (
            <Field
              label="Allowed hosts"
              isOptional
              hint={
                hasDomains
                  ? "Where links and pictures of products may lead, besides the site's own domains."
                  : 'This site lists no domains, so links and pictures of products may lead anywhere.'
              }
              error={fieldState.error?.message}
            >
              {(a) => (
                <TagInput
                  {...a}
                  value={field.value}
                  onChange={field.onChange}
                  validate={hostnameOf}
                  invalidText={(refused) => `“${refused}” isn't a host, such as cdn.shop.example.`}
                  onTyped={(text) => setValue('typed', text)}
                  placeholder="e.g. cdn.shop.example"
                />
              )}
            </Field>
          )}
        />
      </div>
    </div>
  );
}
