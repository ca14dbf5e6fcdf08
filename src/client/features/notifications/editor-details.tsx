// The extra field of some types: a review's stars, a discount's code, a number.
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/select.tsx';
import { CODE_MAX } from '#shared/limits.ts';
import type { Detail, EditorValues } from './editor-form.ts';
import { TextField } from './form-fields.tsx';

/** A select can't hold an empty value, so 'no stars' needs its own. */
const NONE = 'none';
const STARS = [
  { value: NONE, label: 'No stars' },
  ...[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}` })),
];

const COUNT_LABELS: Partial<Record<EditorValues['type'], string>> = {
  visitors: 'Times shown',
  'low-stock': 'Left in stock',
  milestone: 'Number reached',
};

type DetailFieldProps = { detail: Detail; type: EditorValues['type'] };

export function DetailField({ detail, type }: DetailFieldProps) {
  const { control, formState } = useFormContext<Pick<EditorValues, Detail>>();
  if (detail === 'rating') {
    return (
      <Controller
        control={control}
        name="rating"
        render={({ field }) => (
          <Field label="Stars" isOptional error={formState.errors.rating?.message}>
            {(a) => (
              <Select
                {...a}
                value={field.value || NONE}
                onValueChange={(value) => field.onChange(value === NONE ? '' : value)}
                options={STARS}
              />
            )}
          </Field>
        )}
      />
    );
  }
  if (detail === 'code') {
    return (
      <TextField
        name="code"
        label="Discount code"
        isOptional
        hint="Visitors can copy it with one click."
        maxLength={CODE_MAX}
        spellCheck={false}
      />
    );
  }
  return (
    <TextField
      name="count"
      label={COUNT_LABELS[type] ?? 'Number'}
      isOptional
      hint={
        type === 'visitors'
          ? "Shown in large type. Enter what was counted, never a number of people: the template 'Shown today' does it by itself."
          : 'Shown in large type. Enter the real number.'
      }
      inputMode="numeric"
    />
  );
}
