// What each column of a file means, as its owner says: by field, the column that it is read from, with what that has.
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { type ColumnMapping, CSV_FIELDS, type CsvField } from '#shared/contract/column-mapping.ts';
import { COLUMN_LABELS, exampleOf, withColumn, withConstant } from './column-draft.ts';
import type { CsvStart } from './csv-start.ts';

/** What most files have, or an event needs. */
const USUAL: ReadonlySet<CsvField> = new Set([
  'id',
  'kind',
  'occurredAt',
  'fullName',
  'city',
  'country',
  'product',
  'currency',
]);

const NONE = { value: '', label: 'No column' };
/** What holds for all rows, as values of the select that no column can have. */
const ALWAYS = [
  { value: '\u0000purchase', label: 'Every row is a purchase' },
  { value: '\u0000signup', label: 'Every row is a sign-up' },
  { value: '\u0000review', label: 'Every row is a review' },
  { value: '\u0000custom', label: 'Every row is something else' },
];

type ColumnFieldsProps = {
  start: CsvStart;
  mapping: ColumnMapping;
  /** By field, what is missing. */
  issues: ReadonlyMap<string, string>;
  onChange: (mapping: ColumnMapping) => void;
};

export function ColumnFields({ start, mapping, issues, onChange }: ColumnFieldsProps) {
  const columns = [...new Set(start.header.map((name) => name.trim()).filter(Boolean))];
  const options = columns.map((value) => ({ value, label: value }));
  // What has a column at first stays, also when that is taken away.
  const [shown] = useState(() => CSV_FIELDS.filter((field) => USUAL.has(field) || mapping.columns[field]));
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="space-y-3">
      <ul aria-label="Columns" className="border-line border-b">
        {(isWhole ? CSV_FIELDS : shown).map((field) => (
          <Row key={field} {...{ start, mapping, field, options, onChange }} issue={issues.get(field)} />
        ))}
      </ul>
      {!isWhole && shown.length < CSV_FIELDS.length && (
        <Button variant="secondary" size="sm" onClick={() => setIsWhole(true)}>
          Show all fields
        </Button>
      )}
    </div>
  );
}

type RowProps = Omit<ColumnFieldsProps, 'issues'> & {
  field: CsvField;
  options: { value: string; label: string }[];
  issue: string | undefined;
};

function Row({ start, mapping, field, options, issue, onChange }: RowProps) {
  const [column, ...others] = mapping.columns[field] ?? [];
  const constant = field === 'kind' ? mapping.constants?.kind : undefined;
  const example = column === undefined ? null : exampleOf(start, column);
  const choose = (value: string) => {
    if (!value.startsWith('\u0000')) onChange(withColumn(mapping, field, value || null));
    else onChange(withConstant(withColumn(mapping, field, null), 'kind', value.slice(1)));
  };
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-line border-t py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]">
      <p className="font-semibold text-table">
        {COLUMN_LABELS[field]}
        {(field === 'occurredAt' || field === 'kind') && <span className="font-normal text-muted"> (required)</span>}
      </p>
      <div className="grid gap-1.5">
        <Select
          aria-label={`Column of ${COLUMN_LABELS[field]}`}
          value={column ?? (constant ? `\u0000${constant}` : '')}
          onValueChange={choose}
          options={[NONE, ...(field === 'kind' ? ALWAYS : []), ...options]}
        />
        {issue && <FieldError role="alert">{issue}</FieldError>}
      </div>
      {field === 'currency' && column === undefined ? (
        <Input
          aria-label="Currency of all rows"
          placeholder="or for all rows, such as EUR"
          maxLength={3}
          value={mapping.constants?.currency ?? ''}
          onChange={({ target }) => onChange(withConstant(mapping, 'currency', target.value.toUpperCase()))}
        />
      ) : (
        <p className="wrap-anywhere min-w-0 text-muted text-table">
          {example ?? (column !== undefined && 'Empty in the first rows')}
          {others.length > 0 && `${example ? ' · ' : ''}or ${others.join(', ')}`}
        </p>
      )}
    </li>
  );
}
