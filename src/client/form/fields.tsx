// The fields of forms that hold text, by the names of their values: each with its label, its hint and, while there is
// one, its error.
import type { ComponentProps } from 'react';
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  type FormState,
  get,
  type RegisterOptions,
  type UseFormRegister,
} from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Input, PasswordInput, Textarea } from '#client/ui/input.tsx';

type Registered<Values extends FieldValues> = Pick<
  ComponentProps<typeof Field>,
  'label' | 'hint' | 'isOptional' | 'action'
> & {
  form: { register: UseFormRegister<Values>; formState: FormState<Values> };
  name: FieldPath<Values>;
  rules?: RegisterOptions<Values, FieldPath<Values>>;
};

type FieldProps<Values extends FieldValues, Tag extends 'input' | 'textarea'> = Registered<Values> &
  Omit<ComponentProps<Tag>, keyof Registered<Values>>;

const errorOf = <Values extends FieldValues>({ form, name }: Registered<Values>) =>
  get<object, FieldError | undefined>(form.formState.errors, name)?.message;

/** A line of text; with the type of a password, one that can be revealed. */
export function TextField<Values extends FieldValues>(props: FieldProps<Values, 'input'>) {
  const { form, name, rules, label, hint, isOptional, action, ...input } = props;
  const Control = input.type === 'password' ? PasswordInput : Input;
  return (
    <Field {...{ label, hint, isOptional, action }} error={errorOf(props)}>
      {(a) => <Control {...a} {...form.register(name, rules)} {...input} />}
    </Field>
  );
}

/** Several lines of text. */
export function LongTextField<Values extends FieldValues>(props: FieldProps<Values, 'textarea'>) {
  const { form, name, rules, label, hint, isOptional, action, ...textarea } = props;
  return (
    <Field {...{ label, hint, isOptional, action }} error={errorOf(props)}>
      {(a) => <Textarea {...a} {...form.register(name, rules)} {...textarea} />}
    </Field>
  );
}
