// A condition while it is written: everything typed so far, complete or not. The contract's own schema says when it is
// complete. Pure.
import type { z } from 'zod';
import { conditionSchema } from '#shared/contract/rules.ts';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import { CONDITION_OPERATORS, type Condition, type ConditionType, type Operator } from '#shared/embed/rule-types.ts';
import { KINDS } from './condition-kinds.ts';

/** Holds what any type needs, so that nothing typed is lost when the type changes. */
export type ConditionDraft = {
  type: ConditionType;
  operator: Operator;
  name: string;
  values: readonly string[];
  /** What was typed and is no value yet. */
  typed: string;
  /** As typed. */
  number: string;
  /** First and last day, or start and end. */
  range: readonly [string, string];
};

/** What is wrong with a condition, by the path of the field: 'name', 'value', 'value.2'. */
export type FieldErrors = Readonly<Record<string, string>>;

type Reading = { condition: Condition; errors?: undefined } | { condition?: undefined; errors: FieldErrors };

const START: Partial<Record<ConditionType, Partial<ConditionDraft>>> = {
  page: { operator: 'starts-with' },
  visits: { number: '2' },
  pages: { number: '2' },
  time: { number: '30' },
  scroll: { number: '50' },
  hour: { range: ['09:00', '17:00'] },
};

const isNumber = (operator: Operator) => operator === 'at-least' || operator === 'at-most';
const isRange = (type: ConditionType) => type === 'date' || type === 'hour';

/** @returns the start of a new condition. */
export const newDraft = (type: ConditionType): ConditionDraft => ({
  type,
  operator: CONDITION_OPERATORS[type][0],
  name: '',
  values: [],
  typed: '',
  number: '',
  range: ['', ''],
  ...START[type],
});

/** @returns the draft as another type, with whatever that one can use. */
export function withType(draft: ConditionDraft, type: ConditionType): ConditionDraft {
  const fresh = newDraft(type);
  const hasOperator = (CONDITION_OPERATORS[type] as readonly Operator[]).includes(draft.operator);
  const isText = (one: ConditionType) => KINDS[one].entry.by === 'tags';
  return {
    ...fresh,
    name: draft.name,
    operator: hasOperator && isText(draft.type) ? draft.operator : fresh.operator,
    ...(isText(type) && isText(draft.type) && { values: draft.values, typed: draft.typed }),
  };
}

/** @returns a stored condition as a draft; null for one that this version doesn't know. */
export function draftOf(condition: Condition): ConditionDraft | null {
  if (!conditionSchema.safeParse(condition).success) return null;
  const { type, operator } = condition;
  const value = 'value' in condition ? condition.value : [];
  const [first = '', last = ''] = Array.isArray(value) && isRange(type) ? value : [];
  return {
    type,
    operator,
    name: 'name' in condition ? condition.name : '',
    values: Array.isArray(value) && !isRange(type) ? value : [],
    typed: '',
    number: typeof value === 'number' ? String(value) : '',
    range: [first, last],
  };
}

/** @param typed a comma is a decimal point. */
const numberIn = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')));

function typedValueOf({ type, operator, values, number, range }: ConditionDraft): unknown {
  if (isRange(type)) return range;
  return isNumber(operator) ? numberIn(number) : values;
}

/** @returns the draft as the schema expects it. */
function candidateOf(draft: ConditionDraft): object {
  const { type, operator, name } = draft;
  return {
    type,
    ...(KINDS[type].name && { name }),
    operator,
    ...(operator !== 'happened' && { value: typedValueOf(draft) }),
  };
}

function errorsOf(draft: ConditionDraft, error: z.ZodError): FieldErrors {
  // Of the two kinds of values a fact may have, its operator says which is meant.
  const issues = error.issues.flatMap((issue) =>
    issue.code === 'invalid_union' && draft.type === 'fact' && issue.errors[0]
      ? issue.errors[0].map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue],
  );
  const isMissing = isNumber(draft.operator) && Number.isNaN(numberIn(draft.number));
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse()),
    ...(isMissing && { value: draft.type === 'fact' ? 'Enter a number' : 'Enter a whole number' }),
  };
}

function read(draft: ConditionDraft): Reading {
  const { success, data, error } = conditionSchema.safeParse(candidateOf(draft));
  return success ? { condition: data } : { errors: errorsOf(draft, error) };
}

const readings = new WeakMap<ConditionDraft, Reading>();

/** @returns the condition, or why it isn't complete. */
export function readDraft(draft: ConditionDraft): Reading {
  const known = readings.get(draft) ?? read(draft);
  readings.set(draft, known);
  return known;
}

/** @returns what is wrong with one value, or null. */
export function valueError(draft: ConditionDraft, value: string): string | null {
  return read({ ...draft, values: [value] }).errors?.['value.0'] ?? null;
}

/** @returns the draft in words, with dots for what is missing. */
export function draftInWords(draft: ConditionDraft): string {
  const { condition } = readDraft(draft);
  if (condition) return requirementOf(condition);
  const { values, number, range } = draft;
  const value = isRange(draft.type) ? range : isNumber(draft.operator) ? [number.trim() || '…'] : values;
  const [first = ''] = value;
  const words = {
    ...candidateOf(draft),
    name: draft.name.trim() || '…',
    value: first || value.length > 1 ? value : ['…'],
  };
  return requirementOf(words as Condition);
}
