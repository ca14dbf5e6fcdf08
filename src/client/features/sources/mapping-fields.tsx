// The fields of an event while they are mapped: where each is, what it is in the last body or the first rows, and what is
// missing.
import { X } from 'lucide-react';
import { useState } from 'react';
import { KIND_LABELS } from '#client/format/event-kinds.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { EVENT_KINDS } from '#shared/contract/event-fields.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import { exact } from '#shared/csv-exports.ts';
import { columnOf, isPointer, keysOf } from '#shared/json-pointer.ts';
import {
  type Found,
  HINTS,
  type Issues,
  isSign,
  LABELS,
  placesOf,
  type Sign,
  TARGETS,
  type Target,
  wayOf,
  withColumn,
  withoutPlace,
  withValue,
} from './mapping-draft.ts';
import { TimeQuestions } from './time-questions.tsx';

/** @returns what the place is called, in which its zone may stand. */
const nameOf = (pointer: string) => (isPointer(pointer) ? (keysOf(pointer).at(-1) ?? '') : '');

const KINDS = EVENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** What most files have, or an event needs. */
const USUAL: readonly Target[] = [
  ...(['id', 'kind', 'occurredAt', 'fullName', 'city', 'country', 'product', 'currency', 'paidWhen'] as const),
];

type MappingFieldsProps = {
  draft: Mapping;
  /** What is wrong, by target, as far as it is to be said yet. */
  issues: Issues;
  /** What the sample has, by field. */
  found: Found;
  required: readonly Target[];
  labels?: Record<Target, string>;
  /** What is said of a field whose places have nothing in the sample. */
  nothing: string | null;
  /** Of a file, whose columns are the places. */
  columns?: readonly string[];
  /** @returns the texts that the sample has at a place: what a date's order and a status are asked by. */
  valuesAt: (pointer: string) => string[];
  /** In which times may be that don't say it, first what holds unless another is chosen. */
  zones: readonly [string, ...string[]];
  /** Lets a place in a body be chosen; absent while there is none. */
  onChoose?: ((target: Target) => void) | undefined;
  onChange: (draft: Mapping) => void;
};

export function MappingFields(props: MappingFieldsProps) {
  const { draft, issues, columns } = props;
  const isUsed = (target: Target) => placesOf(draft, target).length > 0 || issues[target] !== undefined;
  // What is used at first stays, also when its place is taken away.
  const [usedAtFirst] = useState(() => TARGETS.filter(isUsed));
  // A file has its columns; in a body all is to be found.
  const [isWhole, setIsWhole] = useState(columns === undefined);
  const shown = TARGETS.filter(
    (target) => isWhole || USUAL.includes(target) || usedAtFirst.includes(target) || isUsed(target),
  );
  return (
    <div className="space-y-3">
      <ul aria-label="Fields" className="border-line border-b">
        {shown.map((target) => (
          <Row key={target} {...props} target={target} />
        ))}
      </ul>
      {shown.length < TARGETS.length && (
        <Button variant="secondary" size="sm" onClick={() => setIsWhole(true)}>
          Show all fields
        </Button>
      )}
    </div>
  );
}

type RowProps = MappingFieldsProps & { target: Target };

function Row(props: RowProps) {
  const { target, draft, issues, found, required, labels = LABELS, nothing, columns, onChoose, onChange } = props;
  const { valuesAt, zones } = props;
  const places = placesOf(draft, target);
  const isMapped = places.length > 0 || target === 'kind' || target === 'occurredAt';
  const value = isSign(target) || !isMapped ? undefined : found[target];
  const issue = issues[target];
  const label = labels[target];
  const isMissing = nothing !== null && places.length > 0 && !isSign(target) && value === undefined;
  return (
    <li aria-label={label} className="grid gap-2 border-line border-t py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="min-w-40 flex-1">
          <span className="font-semibold">{label}</span>
          {required.includes(target) && <span className="text-muted"> (required)</span>}
          {value !== undefined && <span className="wrap-anywhere ml-2 text-muted">{value}</span>}
        </p>
        {columns && <ColumnSelect {...{ target, label, draft, onChange, columns }} />}
        {onChoose && (
          <Button
            variant="ghost"
            size="sm"
            className="shrink-0"
            aria-label={`Choose ${places.length > 0 ? 'another place for ' : ''}${label}`}
            onClick={() => onChoose(target)}
          >
            {places.length > 0 && !isSign(target) ? 'Add a place' : 'Choose'}
          </Button>
        )}
      </div>
      {HINTS[target] && places.length === 0 && !columns && <p className="text-meta text-muted">{HINTS[target]}</p>}
      {(!columns || places.length > 1) && (
        <Places {...{ target, label, places, draft, onChange }} wordsOf={columns ? columnOf : wayOf} />
      )}
      {(target === 'kind' || target === 'currency') && (
        <Always {...{ target, label, draft, onChange }} hasPlaces={places.length > 0} />
      )}
      {target === 'occurredAt' && places.length > 0 && (
        <TimeQuestions {...{ draft, onChange, zones }} values={places.flatMap(valuesAt)} names={places.map(nameOf)} />
      )}
      {isSign(target) && draft[target] && (
        <SignValues {...{ target, label, draft, onChange }} known={columns ? valuesAt(draft[target].pointer) : []} />
      )}
      {issue ? (
        <FieldError role="alert">{issue}</FieldError>
      ) : (
        isMissing && <p className="text-meta text-muted">{nothing}</p>
      )}
    </li>
  );
}

type PartProps = Pick<MappingFieldsProps, 'draft' | 'onChange'>;
type TargetProps = PartProps & { target: Target; label: string };

/** One column for a field; those that stand in for it, if any, are chips below. */
function ColumnSelect({ target, label, draft, onChange, columns }: TargetProps & { columns: readonly string[] }) {
  const places = placesOf(draft, target).map((pointer) => exact(columnOf(pointer)));
  const known = columns.find((name) => places.includes(exact(name))) ?? '';
  return (
    <Select
      aria-label={`Column of ${label}`}
      value={known}
      onValueChange={(value) => onChange(withColumn(draft, target, value || null))}
      options={[{ value: '', label: 'No column' }, ...columns.map((value) => ({ value, label: value }))]}
      className="sm:max-w-60"
    />
  );
}

type PlacesProps = TargetProps & { places: readonly string[]; wordsOf: (pointer: string) => string };

function Places({ target, label, places, wordsOf, draft, onChange }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <ol className="flex flex-wrap items-center gap-1.5">
      {places.map((pointer, at) => (
        <li key={pointer} className="flex min-w-0 items-center gap-1.5">
          {at > 0 && <span className="text-meta text-muted">or</span>}
          <span className="flex min-w-0 items-center rounded-control bg-ink/6 pl-2 font-mono text-meta">
            <span className="wrap-anywhere">{wordsOf(pointer)}</span>
            <IconButton
              label={`Remove ${wordsOf(pointer)} from ${label}`}
              size="sm"
              onClick={() => onChange(withoutPlace(draft, target, pointer))}
            >
              <X aria-hidden="true" size={13} />
            </IconButton>
          </span>
        </li>
      ))}
    </ol>
  );
}

type AlwaysProps = TargetProps & { target: 'kind' | 'currency'; hasPlaces: boolean };

/** What holds for every event, or where no place has a value. */
function Always({ target, label: field, draft, onChange, hasPlaces }: AlwaysProps) {
  const value = draft.fields[target]?.value ?? '';
  const label = `${field} ${hasPlaces ? 'otherwise' : 'always'}`;
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="text-muted text-table">
        {hasPlaces ? 'Otherwise' : 'Always'}
      </span>
      {target === 'kind' ? (
        <Select
          aria-label={label}
          value={value}
          onValueChange={(kind) => onChange(withValue(draft, target, kind))}
          options={KINDS}
          className="max-w-48"
        />
      ) : (
        <Input
          aria-label={label}
          value={value}
          onChange={(event) => onChange(withValue(draft, target, event.target.value.trim().toUpperCase()))}
          placeholder="EUR"
          autoComplete="off"
          spellCheck={false}
          className="max-w-24"
        />
      )}
    </div>
  );
}

/** Values of a column that are offered by themselves; of a column with more, somebody types those that count. */
const OFFERED_MAX = 8;

type SignValuesProps = PartProps & {
  target: Sign;
  label: string;
  /** Of a file's column. A body has one, and the next may say something else. */
  known: readonly string[];
};

/** Which values of its place mean it. */
function SignValues({ target, label, draft, onChange, known }: SignValuesProps) {
  const sign = draft[target];
  if (!sign) return null;
  const change = (equals: string[]) => onChange({ ...draft, [target]: { ...sign, equals } });
  const chosen = new Set(sign.equals.map(exact));
  const offered = known.slice(0, OFFERED_MAX);
  if (
    known.length > 0 &&
    known.length <= OFFERED_MAX &&
    sign.equals.every((one) => offered.some((two) => exact(one) === exact(two)))
  ) {
    return (
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <legend className="mb-1 text-muted text-table">
          {target === 'paidWhen' ? 'Which of these count as paid?' : 'Which of these mean that it no longer holds?'}
        </legend>
        {offered.map((value) => (
          <span key={value} className="flex items-center gap-1">
            <Checkbox
              checked={chosen.has(exact(value))}
              onCheckedChange={(isChecked) =>
                change([...sign.equals.filter((one) => exact(one) !== exact(value)), ...(isChecked ? [value] : [])])
              }
              label={`${label}: ${value}`}
            />
            <span aria-hidden="true" className="wrap-anywhere">
              {value}
            </span>
          </span>
        ))}
      </fieldset>
    );
  }
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-muted text-table">
        says one of
      </span>
      <TagInput
        aria-label="Values that say so"
        value={sign.equals}
        onChange={change}
        separators="commas"
        placeholder={target === 'paidWhen' ? 'paid, completed' : 'refunded, canceled'}
      />
    </div>
  );
}
