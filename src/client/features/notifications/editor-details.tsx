// The extra field of some types: a review's stars, a discount's code, a number.
import { CODE_MAX } from '#shared/limits.ts';
import type { Detail, EditorValues } from './editor-form.ts';
import { SelectField, TextField } from './form-fields.tsx';

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
  if (detail === 'rating') return <SelectField name="rating" label="Stars" isOptional none={NONE} options={STARS} />;
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
          ? "Shown in large type. Enter a real count, never of people, or use the template 'Shown today'."
          : 'Shown in large type. Enter the real number.'
      }
      inputMode="numeric"
    />
  );
}
