// The fields of one condition: its type, how it compares, and with what.
import { type FocusEvent, useId } from 'react';
import { clockName } from '#client/format/dates.ts';
import { classNames } from '#client/ui/class-names.ts';
import { FieldError } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { OPERATOR_WORDS } from '#shared/embed/describe-condition.ts';
import { CONDITION_OPERATORS, type Operator } from '#shared/embed/rule-types.ts';
import { CONDITION_VALUES_MAX } from '#shared/limits.ts';
import { type ConditionDraft, isNumber, withType } from './condition-draft.ts';
import { KIND_GROUPS, KINDS } from './condition-kinds.ts';
import { type FieldErrors, valueError } from './read-draft.ts';

type EditorProps = {
  draft: ConditionDraft;
  onChange: (changes: Partial<ConditionDraft>) => void;
  /** What to show as wrong. */
  errors: FieldErrors;
  /** The site's. */
  timezone: string;
  onBlur?: (event: FocusEvent) => void;
};

/** Many values are named before the limit is hit. */
const VALUES_NEAR = CONDITION_VALUES_MAX - 10;

const TYPES = KIND_GROUPS.flatMap(({ types }) =>
  types.map((value) => {
    const { label, description, icon: Icon } = KINDS[value];
    return { value, label, description, icon: <Icon aria-hidden="true" size={16} strokeWidth={1.75} /> };
  }),
);
const operatorsOf = ({ type }: ConditionDraft): readonly Operator[] => CONDITION_OPERATORS[type];
const wordsOf = (operator: Operator): string =>
  operator === 'happened' || operator === 'between' ? '' : OPERATOR_WORDS[operator];

/** Focuses what a condition is mostly about: its name or its values. The buttons on tags come before their input. */
export function focusFirst(editor: HTMLElement | null): void {
  const first = editor?.querySelector('[data-first]');
  const control = first?.querySelector<HTMLElement>('input') ?? first?.querySelector<HTMLElement>('button');
  control?.focus();
}

export function ConditionEditor(props: EditorProps) {
  const { draft, onChange, errors } = props;
  const id = useId();
  const kind = KINDS[draft.type];
  const operators = operatorsOf(draft);
  const isTypedNumber = isNumber(draft.operator);
  return (
    <fieldset onBlur={props.onBlur} className="min-w-0 space-y-3">
      <legend className="sr-only">Condition</legend>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Type of condition"
          value={draft.type}
          onValueChange={(type) => onChange(withType(draft, type as ConditionDraft['type']))}
          options={TYPES}
          className="sm:w-48!"
        />
        {kind.name && (
          <span data-first className="min-w-0 flex-1 basis-36">
            <Input
              aria-label={kind.name.label}
              placeholder={kind.name.placeholder}
              value={draft.name}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              aria-invalid={errors.name ? true : undefined}
              aria-describedby={errors.name && `${id}-name`}
              onChange={({ target }) => onChange({ name: target.value.trim() })}
            />
          </span>
        )}
        {operators.length > 1 && (
          <Select
            aria-label="Comparison"
            value={draft.operator}
            onValueChange={(operator) => onChange({ operator: operator as Operator })}
            options={operators.map((value) => ({
              value,
              label: wordsOf(value),
              description: value === 'matches' ? 'with * for anything' : undefined,
            }))}
            className="sm:w-40!"
          />
        )}
        {operators.length === 1 && isTypedNumber && <span className="text-muted">{wordsOf(draft.operator)}</span>}
        {isTypedNumber && <NumberEntry {...props} describedBy={errors.value && `${id}-value`} />}
      </div>
      {errors.name && <FieldError id={`${id}-name`}>{errors.name}</FieldError>}
      {!isTypedNumber && <Values {...props} />}
      {isTypedNumber && errors.value && <FieldError id={`${id}-value`}>{errors.value}</FieldError>}
    </fieldset>
  );
}

type NumberEntryProps = EditorProps & { describedBy: string | undefined };

function NumberEntry({ draft, onChange, errors, describedBy }: NumberEntryProps) {
  const { entry, name } = KINDS[draft.type];
  const unit = entry.by === 'number' ? entry.unit : '';
  return (
    <span data-first={name ? undefined : ''} className="flex items-center gap-2">
      <Input
        aria-label={entry.by === 'number' ? entry.label : 'Number'}
        value={draft.number}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={errors.value ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange({ number: target.value })}
        className="w-24! tabular-nums"
      />
      {unit && <span className="text-muted">{unit}</span>}
    </span>
  );
}

type Aria = { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** What the condition compares with, where that is no typed number. */
function Values(props: EditorProps) {
  const id = useId();
  const { draft, errors } = props;
  const { entry, name } = KINDS[draft.type];
  const hint = hintOf(props);
  // Each tag shows its own error.
  const error = errors.value ?? (entry.by === 'tags' ? undefined : (errors['value.0'] ?? errors['value.1']));
  const { length } = draft.values;
  return (
    <div data-first={name ? undefined : ''} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <ValueControl
        {...props}
        aria={{
          'aria-describedby': classNames(hint && `${id}-hint`, error && `${id}-error`) || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="flex flex-wrap justify-between gap-x-4 text-meta text-muted">
        {hint && <p id={`${id}-hint`}>{hint}</p>}
        {entry.by === 'tags' && length >= VALUES_NEAR && (
          <p className="tabular-nums">
            {length} of {CONDITION_VALUES_MAX} values
          </p>
        )}
      </div>
    </div>
  );
}

function hintOf({ draft, timezone }: EditorProps): string | undefined {
  const { entry } = KINDS[draft.type];
  const inZone = `In ${clockName(timezone)}.`;
  if (entry.by === 'tags') return draft.operator === 'matches' ? `${entry.hint} * stands for anything.` : entry.hint;
  if (entry.by === 'days') return `${inZone} Leave one blank for no limit.`;
  if (entry.by !== 'hours') return draft.type === 'weekday' ? inZone : undefined;
  const [start, end] = draft.range;
  const isOvernight = start > end && end !== '00:00';
  return isOvernight ? `${inZone} Goes on past midnight, until the next day.` : inZone;
}

function ValueControl({ draft, onChange, errors, aria }: EditorProps & { aria: Aria }) {
  const { entry } = KINDS[draft.type];
  switch (entry.by) {
    case 'tags': {
      const byPlace = Object.entries(errors).flatMap(([place, message]) =>
        place.startsWith('value.') ? [[place.slice('value.'.length), message]] : [],
      );
      return (
        <TagInput
          {...aria}
          aria-label={entry.label}
          value={[...draft.values]}
          onChange={(values) => onChange({ values })}
          typed={draft.typed}
          onTyped={(typed) => onChange({ typed })}
          placeholder={entry.placeholder}
          separators={entry.separators}
          validate={(typed) => (valueError(draft, typed) === null ? typed.trim() : null)}
          invalidText={(typed) => valueError(draft, typed) ?? ''}
          errors={Object.fromEntries(byPlace)}
        />
      );
    }
    case 'choices':
      return (
        <Chips
          {...aria}
          label={entry.label}
          choices={entry.choices}
          chosen={draft.values}
          onChange={(values) => onChange({ values })}
        />
      );
    case 'days':
    case 'hours':
      return (
        <Ends {...aria} isDays={entry.by === 'days'} ends={draft.range} onChange={(range) => onChange({ range })} />
      );
    case 'nothing':
      return <p className="max-w-[64ch] text-pretty text-muted text-table">{entry.explanation}</p>;
    case 'number':
      return null;
  }
}

type ChipsProps = Aria & {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (values: string[]) => void;
};

/** Buttons that are on or off. Their order in the condition is that of the choices. */
function Chips({ label, choices, chosen, onChange, 'aria-describedby': describedBy }: ChipsProps) {
  const toggle = (value: string) =>
    onChange(
      choices.map((one) => one.value).filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
    <fieldset aria-describedby={describedBy} className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={chosen.includes(choice.value)}
          onClick={() => toggle(choice.value)}
          className="h-9 rounded-control border border-field bg-raised px-3 font-medium text-muted text-table transition-colors duration-100 hover:border-ink hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-ink"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

type EndsProps = Aria & {
  /** Or else hours. */
  isDays: boolean;
  ends: ConditionDraft['range'];
  onChange: (ends: ConditionDraft['range']) => void;
};

/** Inputs of times know no 24:00; as an end, midnight is the same. */
const shownEnd = (end: string) => (end === '24:00' ? '00:00' : end);

function Ends({ isDays, ends: [first, last], onChange, ...aria }: EndsProps) {
  const type = isDays ? 'date' : 'time';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        {...aria}
        type={type}
        aria-label={isDays ? 'First day' : 'Start'}
        value={shownEnd(first)}
        onChange={({ target }) => onChange([target.value, last])}
        className="w-auto!"
      />
      <span className="text-muted">{isDays ? 'to' : 'until'}</span>
      <Input
        {...aria}
        type={type}
        aria-label={isDays ? 'Last day' : 'End'}
        value={shownEnd(last)}
        onChange={({ target }) => onChange([first, target.value])}
        className="w-auto!"
      />
    </div>
  );
}
