// What visitors read of the person behind an event.
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { SwitchField } from './rule-fields.tsx';
import type { SourceFormValues } from './source-form.ts';

const NAMES = [
  { value: 'first', label: 'First name', description: 'Ana' },
  { value: 'initial', label: 'Initial', description: 'A.' },
  { value: 'none', label: 'No name', description: 'Someone' },
];

const PLACES = [
  { value: 'city', label: 'City' },
  { value: 'region', label: 'Region' },
  { value: 'country', label: 'Country' },
  { value: 'none', label: 'No place' },
];

const TIMES = [
  { value: 'rounded', label: 'Rounded', description: 'To 5 minutes, after a day to the hour' },
  { value: 'exact', label: 'Exact', description: 'To the second' },
];

export function PrivacyFields() {
  const { register, control, formState } = useFormContext<SourceFormValues>();
  const place = useWatch({ control, name: 'place' });
  return (
    <div className="space-y-6">
      <ChoiceField
        name="shownName"
        label="Name"
        hint="Last names never show, and anything that isn't a name becomes “Someone”."
        options={NAMES}
      />
      <ChoiceField name="place" label="Place" hint="At most this exact." options={PLACES} />
      {place !== 'none' && (
        <Field
          label="Show a place from"
          hint="With fewer, a larger place is shown instead, so that nobody is recognized by their village."
          error={formState.errors.minPlaceCount?.message}
        >
          {(a) => (
            <span className="flex items-center gap-2.5">
              <Input
                {...a}
                {...register('minPlaceCount')}
                inputMode="numeric"
                autoComplete="off"
                className="max-w-24 text-right"
              />
              <span className="text-muted text-table">events there in 30 days</span>
            </span>
          )}
        </Field>
      )}
      <ChoiceField name="time" label="Time" options={TIMES} />
      <SwitchField name="amount" label="Show what was paid" />
    </div>
  );
}

type ChoiceFieldProps = {
  name: 'shownName' | 'place' | 'time';
  label: string;
  hint?: string;
  options: readonly { value: string; label: string; description?: string }[];
};

function ChoiceField({ name, label, hint, options }: ChoiceFieldProps) {
  const { control } = useFormContext<SourceFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          {(a) => <Select {...a} value={field.value} onValueChange={field.onChange} options={options} />}
        </Field>
      )}
    />
  );
}
