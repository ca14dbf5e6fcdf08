// One condition in words, as an owner stored it: what it asks for, and what it was held against just now. Pure; whether
// it holds is decided by shared/embed/rules.ts, as on every visitor's page.
import type { Facts } from '#shared/embed/facts.ts';
import type { Condition, Operator } from '#shared/embed/rule-types.ts';
import { quoted, type Subject, subjectOf } from './subjects.ts';

/** `asks`: 'time on page is at least 30 s'; `found`: '12 s'. */
export type Description = { asks: string; found: string };

const OPERATORS: Record<Exclude<Operator, 'happened' | 'between'>, string> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'starts-with': 'starts with',
  'ends-with': 'ends with',
  matches: 'matches',
  'at-least': 'is at least',
  'at-most': 'is at most',
};

function between([from = '', to = '']: readonly string[]): string {
  if (from !== '' && to !== '') return `is between ${from} and ${to}`;
  return from !== '' ? `is ${from} or later` : `is ${to} or earlier`;
}

/** @param values a list of which one must fit, or none may. */
function compared(operator: keyof typeof OPERATORS, values: readonly string[]): string {
  const words = OPERATORS[operator] ?? operator;
  if (operator !== 'is-not' || values.length < 2) return `${words} ${values.join(' or ')}`;
  return `is neither ${values.join(' nor ')}`;
}

function asksOf(condition: Condition, { say, unit }: Subject): string {
  const { operator } = condition;
  switch (operator) {
    case 'happened':
      return '';
    case 'between':
      return between(condition.value);
    default: {
      const { value } = condition;
      return compared(operator, typeof value === 'number' ? [`${value}${unit}`] : value.map(say));
    }
  }
}

/** @returns what is told of a condition of a kind that this version does not know. */
export const unknownOf = (type: string): Description => ({
  asks: `a condition of the kind ${quoted(type)}`,
  found: 'unknown here',
});

/** Values that name the whole address are held against that. */
const isAddress = (condition: Condition) =>
  condition.type === 'page' && condition.value.some((value) => /^https?:/i.test(value));

/** @returns what the condition asks for and what was found. */
export function describeCondition(condition: Condition, facts: Facts): Description {
  const subject = subjectOf(isAddress(condition) ? 'address' : condition.type);
  if (!subject) return unknownOf(condition.type);
  const name = 'name' in condition ? condition.name : '';
  return {
    asks: `${subject.label(name)} ${asksOf(condition, subject)}`.trim(),
    found: subject.found(facts, name),
  };
}
