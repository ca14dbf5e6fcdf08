// The kinds of fields that a source's form is made of, each by the name of its value.
import type { ComponentProps, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { type Duration, type SourceFormValues, UNITS, type Unit } from './source-form.ts';

/** `name` is the value's in the form: each kind of field fits a few. */
type FieldProps<Name extends keyof SourceFormValues> = { name: Name; label: string; hint?: ReactNode };

/** A whole number, and what it counts. */
export function NumberField(props: FieldProps<'cap' | 'retentionDays' | 'minPlaceCount'> & { unit: string }) {
  const { name, label, hint, unit } = props;
  const { register, formState } = useFormContext<SourceFormValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(a) => (
        <span className="flex items-center gap-2.5">
          <Input {...a} {...register(name)} inputMode="numeric" autoComplete="off" className="max-w-24 text-right" />
          <span className="text-muted text-table">{unit}</span>
        </span>
      )}
    </Field>
  );
}

export function TimeField({ name, label }: FieldProps<'from' | 'to'>) {
  const { register, formState } = useFormContext<SourceFormValues>();
  return (
    <Field label={label} error={formState.errors[name]?.message} className="w-36">
      {(a) => <Input {...a} {...register(name)} type="time" />}
    </Field>
  );
}

const UNIT_OPTIONS = (Object.keys(UNITS) as Unit[]).toReversed().map((value) => ({ value, label: value }));

/** A number and its unit. Seconds are offered where they are in use. */
export function DurationField({ name, label, hint }: FieldProps<'minAge' | 'maxAge'>) {
  const { field, fieldState } = useController<SourceFormValues, typeof name>({ name });
  const { value, onChange, onBlur, ref } = field;
  const change = (part: Partial<Duration>) => onChange({ ...value, ...part });
  const units = UNIT_OPTIONS.filter((unit) => unit.value !== 'seconds' || value.unit === 'seconds');
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(a) => (
        <span className="flex gap-2">
          <Input
            {...a}
            ref={ref}
            value={value.amount}
            onChange={({ target }) => change({ amount: target.value })}
            onBlur={onBlur}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-24 text-right"
          />
          <span className="w-32">
            <Select
              aria-label={`Unit of “${label}”`}
              value={value.unit}
              onValueChange={(unit) => change({ unit: unit as Unit })}
              options={units}
            />
          </span>
        </span>
      )}
    </Field>
  );
}

type TagsFieldProps = FieldProps<'include' | 'exclude' | 'hosts'> &
  Omit<ComponentProps<typeof TagInput>, 'value' | 'onChange'>;

export function TagsField({ name, label, hint, ...input }: TagsFieldProps) {
  const { field, fieldState } = useController<SourceFormValues, typeof name>({ name });
  return (
    <Field label={label} isOptional hint={hint} error={fieldState.error?.message}>
      {(a) => <TagInput {...a} {...input} value={field.value} onChange={field.onChange} />}
    </Field>
  );
}

type ChoiceFieldProps = FieldProps<'shownName' | 'place' | 'time'> & Pick<ComponentProps<typeof Select>, 'options'>;

export function ChoiceField({ name, label, hint, options }: ChoiceFieldProps) {
  const { field, fieldState } = useController<SourceFormValues, typeof name>({ name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(a) => <Select {...a} value={field.value} onValueChange={field.onChange} options={options} />}
    </Field>
  );
}

/** A switch with its label beside it. */
export function SwitchField({ name, label }: FieldProps<'isQuiet' | 'isOnlineOnly' | 'amount'>) {
  const { field } = useController<SourceFormValues, typeof name>({ name });
  return (
    <div className="flex items-center gap-3">
      <Switch checked={field.value} onCheckedChange={field.onChange} label={label} />
      <p aria-hidden="true" className="font-semibold text-table">
        {label}
      </p>
    </div>
  );
}
