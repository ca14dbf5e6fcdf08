// One condition in words, as visitors' browsers get it: all there is where no owner's link tells what was stored. Pure.
import type { Facts } from '#shared/embed/facts.ts';
import type { CompiledCondition } from '#shared/embed/rule-types.ts';
import { type Description, unknownOf } from './describe-condition.ts';
import { type Subject, subjectOf } from './subjects.ts';

/** `*` is where anything may stand. */
function likeWords({ like = [], not }: CompiledCondition, { say }: Subject): string {
  const texts = like.map((parts) => say(parts.join('*')));
  const alike = like.every((parts) => parts.length === 1) ? '' : 'like ';
  if (!not) return `is ${alike}${texts.join(' or ')}`;
  return texts.length > 1 ? `is ${alike}neither ${texts.join(' nor ')}` : `is not ${alike}${texts.join()}`;
}

/** Bounds that nothing reaches are huge numbers, and texts that are no date and no time (compile-rules.ts). */
const isBound = (bound: number | string | undefined): bound is number | string =>
  typeof bound === 'number' ? Math.abs(bound) < 1e99 : /^\d/.test(bound ?? '');

function rangeWords({ from, to }: CompiledCondition, { unit }: Subject): string {
  if (isBound(from)) return `from ${from}${unit}${isBound(to) ? ` to ${to}${unit}` : ''}`;
  if (isBound(to)) return `up to ${to}${unit}`;
  // Nothing comes before the first minute of a day.
  return to === '' ? 'never' : 'any';
}

/** @returns what the condition asks for and what was found. */
export function describeCompiled(condition: CompiledCondition, facts: Facts): Description {
  const { type, name = '', like, from, to } = condition;
  const subject = subjectOf(type);
  if (!subject || (!like && from === undefined && to === undefined)) return unknownOf(type);
  const words = like ? likeWords(condition, subject) : rangeWords(condition, subject);
  return {
    asks: type === 'exit' ? subject.label(name) : `${subject.label(name)} ${words}`,
    found: subject.found(facts, name),
  };
}
