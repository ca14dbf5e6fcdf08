// The two kinds of fields that the forms of a notification and of a template are made of, by their names there.
import type { ComponentProps, ReactNode } from 'react';
import { Controller, type FieldError, get, type RegisterOptions, useFormContext } from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
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
  | 'image'
  | 'code'
  | 'count'
  | 'timestamp'
  | 'startsAt'
  | 'endsAt'
  | `aggregate.${'floor' | 'product'}`
  | `variables.${FilledVariable}`;

type TextFieldProps = ComponentProps<'input'> & {
  name: TextName;
  label: string;
  hint?: string | undefined;
  isOptional?: boolean;
  /** To the right of the label. */
  action?: ReactNode;
  rules?: RegisterOptions<Values, TextName>;
};

/** A line of text. */
export function TextField({ name, label, hint, isOptional, action, rules, ...input }: TextFieldProps) {
  const { register, formState } = useFormContext<Values>();
  const error = errorAt(formState.errors, name);
  return (
    <Field label={label} hint={hint} isOptional={isOptional} action={action} error={error}>
      {(a) => <Input {...a} {...register(name, rules)} autoComplete="off" {...input} />}
    </Field>
  );
}
