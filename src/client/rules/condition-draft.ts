// A condition while it is written: everything typed so far, complete or not; read-draft.ts says which. Pure.
import { requirementOf } from '#shared/embed/describe-condition.ts';
import { CONDITION_OPERATORS, type Condition, type ConditionType, type Operator } from '#shared/embed/rule-types.ts';
import { KINDS } from './condition-kinds.ts';

/** Holds what any type needs. */
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
  /** As it was left as other types, so that nothing typed is lost when the type changes. */
  before?: { readonly [Type in ConditionType]?: ConditionDraft };
};

/** What types start with that are complete from the start. */
const STARTS: { [Type in ConditionType]?: Condition } = {
  visits: { type: 'visits', operator: 'at-least', value: 2 },
  pages: { type: 'pages', operator: 'at-least', value: 2 },
  time: { type: 'time', operator: 'at-least', value: 30 },
  scroll: { type: 'scroll', operator: 'at-least', value: 50 },
  exit: { type: 'exit', operator: 'happened' },
  hour: { type: 'hour', operator: 'between', value: ['09:00', '17:00'] },
};

/** @returns what a new condition of the type stands for; undefined if it has to be completed first. */
export const startOf = (type: ConditionType): Condition | undefined => STARTS[type];

export const isNumber = (operator: Operator) => operator === 'at-least' || operator === 'at-most';
const isRange = (type: ConditionType) => type === 'date' || type === 'hour';

/** @returns the start of a new condition. */
export function newDraft(type: ConditionType): ConditionDraft {
  const start = startOf(type);
  const operator = type === 'page' ? 'starts-with' : CONDITION_OPERATORS[type][0];
  return (start && draftOf(start)) ?? { type, operator, name: '', values: [], typed: '', number: '', range: ['', ''] };
}

/** @throws for a type that this version doesn't know. */
export const hasOperator = (type: ConditionType, operator: Operator) =>
  (CONDITION_OPERATORS[type] as readonly Operator[]).includes(operator);

/** @returns the draft as another type: as it was when it last had that one, or else with whatever that one can use. */
export function withType({ before: earlier, ...draft }: ConditionDraft, type: ConditionType): ConditionDraft {
  const before = { ...earlier, [draft.type]: draft };
  const known = before[type];
  if (known) return { ...known, before };
  const fresh = newDraft(type);
  const isText = (one: ConditionType) => KINDS[one].entry.by === 'tags';
  return {
    ...fresh,
    before,
    name: draft.name,
    operator: hasOperator(type, draft.operator) && isText(draft.type) ? draft.operator : fresh.operator,
    ...(isText(type) && isText(draft.type) && { values: draft.values, typed: draft.typed }),
  };
}

/** @returns a stored condition as a draft; null for one that this version doesn't know. */
export function draftOf(condition: Condition): ConditionDraft | null {
  const { type, operator } = condition;
  if (!Object.hasOwn(CONDITION_OPERATORS, type) || !hasOperator(type, operator)) return null;
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
export const numberIn = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')));

function typedValueOf({ type, operator, values, number, range }: ConditionDraft): unknown {
  if (isRange(type)) return range;
  return isNumber(operator) ? numberIn(number) : values;
}

/** @returns the draft as the schema expects it. */
export function candidateOf(draft: ConditionDraft): object {
  const { type, operator, name } = draft;
  return {
    type,
    ...(KINDS[type].name && { name }),
    operator,
    ...(operator !== 'happened' && { value: typedValueOf(draft) }),
  };
}

/** @returns the draft in words, with dots for what is missing. */
export function draftInWords(draft: ConditionDraft): string {
  const { type, operator, name, values, number, range } = draft;
  const typed = numberIn(number);
  const texts = isRange(type) ? range : values;
  const words = {
    ...candidateOf(draft),
    name: name.trim() || '…',
    value: isNumber(operator)
      ? Number.isNaN(typed)
        ? [number.trim() || '…']
        : typed
      : texts.some(Boolean)
        ? texts
        : ['…'],
  };
  return requirementOf(words as Condition);
}
