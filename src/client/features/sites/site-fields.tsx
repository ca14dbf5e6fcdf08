// The fields of a site: name, URL name, domains, time zone.
import { type ReactNode, useMemo } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Combobox } from '#client/ui/combobox.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { hostnameOf } from '#shared/contract/site.ts';
import { type SiteFormValues, timezoneOptions } from './site-form.ts';

type SiteFieldsProps = {
  form: UseFormReturn<SiteFormValues, unknown, SiteFormValues>;
  /** Called on every change of the name, from which the URL name is derived. */
  onNameChange?: (name: string) => void;
  onSlugChange?: (slug: string) => void;
  slugHint: ReactNode;
  autoFocus?: boolean;
};

export function SiteFields({ form, onNameChange, onSlugChange, slugHint, autoFocus = false }: SiteFieldsProps) {
  const { register, control, formState, getValues } = form;
  const { errors } = formState;
  const timezones = useMemo(() => timezoneOptions(getValues('timezone')), [getValues]);
  return (
    <div className="space-y-6">
      <Field label="Name" error={errors.name?.message}>
        {(a) => (
          <Input
            {...a}
            {...register('name', { onChange: (event) => onNameChange?.(event.target.value) })}
            placeholder="e.g. Holt & Ash"
            autoComplete="organization"
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field label="URL name" hint={slugHint} error={errors.slug?.message}>
        {(a) => (
          <Input
            {...a}
            {...register('slug', { onChange: (event) => onSlugChange?.(event.target.value) })}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
          />
        )}
      </Field>
      <Controller
        control={control}
        name="domains"
        render={({ field, fieldState }) => (
          <Field
            label="Domains"
            isOptional
            hint="Domains where notifications can appear, including subdomains. Leave empty to allow any."
            error={fieldState.error?.message}
          >
            {(a) => (
              <TagInput
                {...a}
                value={field.value}
                onChange={field.onChange}
                validate={hostnameOf}
                placeholder="e.g. holtandash.shop"
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="timezone"
        render={({ field, fieldState }) => (
          <Field
            label="Time zone"
            hint="Sets when a day starts in your statistics. Past days don't change."
            error={fieldState.error?.message}
          >
            {(a) => (
              <Combobox
                {...a}
                value={field.value}
                onValueChange={field.onChange}
                options={timezones}
                placeholder="Choose a time zone"
                searchPlaceholder="Search for a city"
                emptyText="No matching time zone"
              />
            )}
          </Field>
        )}
      />
    </div>
  );
}
