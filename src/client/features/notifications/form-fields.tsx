// The two kinds of fields that the forms of a notification and of a template are made of, by their names there.
import type { ComponentProps } from 'react';
import { Controller, type FieldError, get, useFormContext } from 'react-hook-form';
import { TextField as FormTextField } from '#client/form/fields.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/select.tsx';
import type { FilledVariable } from '#shared/template-text.ts';
import type { EditorValues } from './editor-form.ts';
import type { TemplateValues } from './template-form.ts';

type Values = EditorValues & TemplateValues;

const errorAt = (errors: object, name: string) => get<object, FieldError | undefined>(errors, name)?.message;

type SelectFieldProps = Pick<ComponentProps<typeof Select>, 'options'> & {
  name: 'type' | 'status' | 'category' | 'rating' | `aggregate.${'kind' | 'window' | 'sourceId'}`;
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** What stands for an empty value, which a select can't hold. */
  none?: string;
};

/** One of a few values. */
export function SelectField({ name, label, hint, isOptional, none, options }: SelectFieldProps) {
  const { control, formState } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} hint={hint} isOptional={isOptional} error={errorAt(formState.errors, name)}>
          {(a) => (
            <Select
              {...a}
              value={field.value || (none ?? '')}
              onValueChange={(value) => field.onChange(value === none ? '' : value)}
              options={options}
            />
          )}
        </Field>
      )}
    />
  );
}

type TextName =
  | 'name'
  | 'title'
  | 'url'
  | 'code'
  | 'count'
  | 'timestamp'
  | 'startsAt'
  | 'endsAt'
  | `aggregate.${'floor' | 'product'}`
  | `variables.${FilledVariable}`;

type TextFieldProps = Omit<ComponentProps<typeof FormTextField<Values>>, 'form' | 'name'> & { name: TextName };

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const form = useFormContext<Values>();
  return <FormTextField<Values> form={form} autoComplete="off" {...props} />;
}
