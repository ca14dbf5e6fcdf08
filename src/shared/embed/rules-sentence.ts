// Rules in words, the same wherever an owner meets them: a condition, how conditions are combined, and all as one sentence.
// Pure.
import { requirementOf } from './describe-condition.ts';
import type { Condition, ConditionGroup, Rules } from './rule-types.ts';

/** 'a, b and c'; a comma or semicolon before the last, too, where what is within the parts would run together with it. */
function listOf(parts: readonly string[], word: 'and' | 'or'): string {
  const comma = parts.some((part) => part.includes(',')) ? ';' : ',';
  const isClear = comma === ',' && (word === 'or' || !parts.some((part) => / or /.test(part) && !part.startsWith('(')));
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(`${comma} `)}${isClear ? '' : comma} ${word} ${last}` : last;
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

/** How conditions are combined, before 'of these must be true'. */
export const MATCH_WORDS: Record<Rules['match'], string> = { all: 'All', any: 'At least one' };

/** @returns how `count` conditions are combined. */
export const matchInWords = (match: Rules['match'], count: number): string =>
  `${count < 2 ? 'This' : `${MATCH_WORDS[match]} of these`} must be true`;

/** @param what for example 'of these' or 'of these 9 conditions'. @returns 'Shows when all of these are true' */
export const shownWhen = (match: Rules['match'], what = 'of these'): string =>
  match === 'all' ? `Shows when all ${what} are true` : `Shows when at least one ${what} is true`;

/** @returns for example 'Shows when all of these are true: the page is “/products” and the device is mobile.' */
export function rulesSentence({ match, conditions }: Rules): string {
  const [only, ...rest] = conditions;
  if (!only) return 'Shows on every page, to everyone.';
  if (rest.length === 0) return only.type === 'group' ? rulesSentence(only) : `Shows when ${requirementOf(only)}.`;
  const list = listOf(conditions.map(inParentheses), match === 'all' ? 'and' : 'or');
  return `${shownWhen(match)}: ${list}.`;
}
