// One condition in words: what it requires, and what it was just compared with, for the owner who writes it and for the
// inspector. Takes a condition as stored or, without an owner's link, as compiled for visitors' browsers. Pure; rules.ts
// decides whether it matches, as on every visitor's page.

import { quoted, type Subject, subjectOf } from './condition-subjects.ts';
import type { Facts } from './facts.ts';
import type { CompiledCondition, Condition, Operator } from './rule-types.ts';

/** `requirement`: 'the time on the page is at least 30 s'; `found`: '12 s'. */
export type Description = { requirement: string; found: string };

/** How conditions read: subject, these words, values. */
export const OPERATOR_WORDS: Record<Exclude<Operator, 'happened' | 'between'>, string> = {
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

/** @param values one of which must match, or none of which may. */
function compared(operator: keyof typeof OPERATOR_WORDS, values: readonly string[]): string {
  const words = OPERATOR_WORDS[operator] ?? operator;
  if (operator !== 'is-not' || values.length < 2) return `${words} ${values.join(' or ')}`;
  return `is neither ${values.join(' nor ')}`;
}

function comparisonOf(condition: Condition, { say, unit }: Subject): string {
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

/** @returns the description of a condition whose type this version doesn't know. */
const unknownOf = (type: string): Description => ({
  requirement: `a condition of type ${quoted(type)}`,
  found: 'unknown to this version',
});

/** Values that start with a scheme are compared with the full URL. */
const isAddress = (condition: Condition) =>
  condition.type === 'page' && condition.value.some((value) => /^https?:/i.test(value));

const subjectFor = (condition: Condition) => subjectOf(isAddress(condition) ? 'address' : condition.type);
const nameIn = (condition: Condition) => ('name' in condition ? condition.name : '');

/** @returns what the condition requires. */
export function requirementOf(condition: Condition): string {
  const subject = subjectFor(condition);
  if (!subject) return unknownOf(condition.type).requirement;
  return `${subject.label(nameIn(condition))} ${comparisonOf(condition, subject)}`.trim();
}

/** @returns what the condition requires and what was found. */
export function describeCondition(condition: Condition, facts: Facts): Description {
  const found = subjectFor(condition)?.found(facts, nameIn(condition));
  return found === undefined ? unknownOf(condition.type) : { requirement: requirementOf(condition), found };
}

/** `*` matches anything. */
function describePatterns({ like = [], not }: CompiledCondition, { say }: Subject): string {
  const texts = like.map((parts) => say(parts.join('*')));
  const alike = like.every((parts) => parts.length === 1) ? '' : 'like ';
  if (!not) return `is ${alike}${texts.join(' or ')}`;
  return texts.length > 1 ? `is ${alike}neither ${texts.join(' nor ')}` : `is not ${alike}${texts.join()}`;
}

/** An open bound is a huge number, or a text that is neither date nor time (compile-rules.ts). */
const isBound = (bound: number | string | undefined): bound is number | string =>
  typeof bound === 'number' ? Math.abs(bound) < 1e99 : /^\d/.test(bound ?? '');

function describeRange({ from, to }: CompiledCondition, { unit }: Subject): string {
  const [first = '', last = ''] = [from, to].map((bound) => (isBound(bound) ? `${bound}${unit}` : ''));
  // Nothing is earlier than the first minute of a day.
  if (first === '' && last === '') return to === '' ? 'never fits' : 'can be any';
  const isNumber = typeof (first === '' ? to : from) === 'number';
  if (!isNumber || (first !== '' && last !== '')) return between([first, last]);
  return first === '' ? compared('at-most', [last]) : compared('at-least', [first]);
}

/** @returns what the condition requires and what was found. */
export function describeCompiled(condition: CompiledCondition, facts: Facts): Description {
  const { type, name = '', like, from, to } = condition;
  const subject = subjectOf(type);
  if (!subject || (!like && from === undefined && to === undefined)) return unknownOf(type);
  const words = like ? describePatterns(condition, subject) : describeRange(condition, subject);
  return {
    requirement: type === 'exit' ? subject.label(name) : `${subject.label(name)} ${words}`,
    found: subject.found(facts, name),
  };
}
