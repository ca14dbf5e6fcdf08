// Rules in words, the same wherever an owner meets them: a condition, how conditions are combined, and all as one sentence.
// Pure.
import { requirementOf } from './describe-condition.ts';
import type { Condition, ConditionGroup, Rules } from './rule-types.ts';

/** 'a, b and c'; semicolons where commas would run together. */
function listOf(parts: readonly string[], word: 'and' | 'or'): string {
  const comma = parts.some((part) => part.includes(',')) ? '; ' : ', ';
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(comma)} ${word} ${last}` : last;
}

/** @returns a condition, or the conditions of a group, in words. */
export const conditionInWords = (condition: Condition | ConditionGroup): string =>
  condition.type === 'group'
    ? listOf(condition.conditions.map(requirementOf), condition.match === 'all' ? 'and' : 'or')
    : requirementOf(condition);

const inParentheses = (condition: Condition | ConditionGroup): string =>
  condition.type === 'group' && condition.conditions.length > 1
    ? `(${conditionInWords(condition)})`
    : conditionInWords(condition);

/** How conditions are combined, before 'must hold'. */
export const MATCH_WORDS: Record<Rules['match'], string> = { all: 'All of these', any: 'Any of these' };

/** @returns how `count` conditions are combined. */
export const matchInWords = (match: Rules['match'], count: number): string =>
  `${count < 2 ? 'This' : MATCH_WORDS[match]} must hold`;

/** @returns for example 'Shows when all of these hold: page starts with “/products” and device is mobile.' */
export function rulesSentence({ match, conditions }: Rules): string {
  const [only, ...rest] = conditions;
  if (!only) return 'Shows on every page, to everyone.';
  if (rest.length === 0) return `Shows when ${conditionInWords(only)}.`;
  const list = listOf(conditions.map(inParentheses), match === 'all' ? 'and' : 'or');
  return `Shows when ${match} of these hold${match === 'all' ? '' : 's'}: ${list}.`;
}
