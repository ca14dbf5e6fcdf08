// Compiles rules for visitors' browsers: whatever can be computed in advance is computed once on the server instead of
// on every page, so that the widget needs only two comparisons. rule-types.ts defines what conditions mean. Pure.
import type { Facts } from './facts.ts';
import { readUrl } from './read-url.ts';
import type { CompiledCondition, CompiledRules, Condition, ConditionGroup, Rules } from './rule-types.ts';
import { rulesHold } from './rules.ts';

/** Below every number and every date: JSON has no infinity. */
const LEAST = -1e99;
const MOST = 1e99;
const AFTER_ALL = '~';

/** The literal parts between wildcards: `a*b` is `['a', 'b']`. A text without a star must match as a whole. */
type Pattern = string[];

const TEXT_PATTERNS: Record<string, (value: string) => Pattern[]> = {
  is: (value) => [[value]],
  'is-not': (value) => [[value]],
  contains: (value) => [['', value, '']],
  'starts-with': (value) => [[value, '']],
  'ends-with': (value) => [['', value]],
  matches: (value) => [value.split('*')],
};

const isExact = (operator: string) => operator === 'is' || operator === 'is-not';

/** Encodes as browsers do in a page's address. */
const encode = (value: string) => value.replace(/[^!-~]+/g, encodeURIComponent);

/**
 * Encodes as browsers do in a host: `müller.de` becomes `xn--mller-kva.de`, label by label, since values may be
 * partial.
 */
const encodeHost = (value: string) =>
  value.replace(/[^.*:/]+/g, (label) =>
    /[^!-~]/.test(label) ? (readUrl(`http://${label}`)?.hostname ?? label) : label,
  );

/** A page matches with and without a trailing slash. */
function pagePatterns(operator: string, value: string): Pattern[] {
  const text = encode(value.replace(/^https?:\/\/[^/]+/i, encodeHost));
  if (!isExact(operator)) return patternsOf(operator, text);
  const base = text.replace(/\/$/, '');
  return [[base], [`${base}/`]];
}

/** A host also matches the domains above it. */
const hostPatterns = (operator: string, value: string): Pattern[] =>
  patternsOf(operator, encodeHost(value)).flatMap((pattern) => {
    const [first = '', ...rest] = pattern;
    return first === '' ? [pattern] : [pattern, ['', `.${first}`, ...rest]];
  });

const patternsOf = (operator: string, value: string): Pattern[] => TEXT_PATTERNS[operator]?.(value) ?? [];

/** A condition on texts: one pattern must match or, if the operator negates, none may. */
const like = (type: string, operator: string, patterns: Pattern[], name?: string): CompiledCondition => ({
  type,
  ...(name !== undefined && { name }),
  like: patterns.map((pattern) => pattern.map((part) => part.toLowerCase())),
  ...(operator === 'is-not' && { not: true as const }),
});

const range = (type: string, from: number | string, to: number | string, name?: string): CompiledCondition => ({
  type,
  ...(name !== undefined && { name }),
  from,
  to,
});

const bounds = (type: string, operator: string, value: number, name?: string): CompiledCondition =>
  operator === 'at-least' ? range(type, value, MOST, name) : range(type, LEAST, value, name);

const group = (match: Rules['match'], conditions: (CompiledCondition | CompiledRules)[]) => ({ match, conditions });

/** Values with a full URL have a different subject from values with just a path. */
function compilePage(operator: string, values: string[]): CompiledCondition | CompiledRules {
  const isAddress = (value: string) => /^https?:/i.test(value);
  const parts = [
    { type: 'address', values: values.filter(isAddress) },
    { type: 'page', values: values.filter((value) => !isAddress(value)) },
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ type, values }) =>
      like(
        type,
        operator,
        values.flatMap((value) => pagePatterns(operator, value)),
      ),
    );
  return parts.length === 1 && parts[0] ? parts[0] : group(operator === 'is-not' ? 'all' : 'any', parts);
}

/** @returns the minute before a time of day, to exclude the end; '' for midnight. */
function minuteBefore(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const total = hours * 60 + minutes - 1;
  const two = (value: number) => String(value).padStart(2, '0');
  return total < 0 ? '' : `${two(Math.floor(total / 60))}:${two(total % 60)}`;
}

function compileHour(start: string, end: string): CompiledCondition | CompiledRules {
  const last = minuteBefore(end);
  if (last === '') return range('hour', start, AFTER_ALL);
  return start < end
    ? range('hour', start, last)
    : group('any', [range('hour', start, AFTER_ALL), range('hour', '', last)]);
}

/** @returns the condition, or group of conditions, in the form that the widget evaluates. */
export function compileCondition(condition: Condition | ConditionGroup): CompiledCondition | CompiledRules {
  const { type } = condition;
  switch (type) {
    case 'group':
      return compileRules(condition);
    case 'page':
      return compilePage(condition.operator, condition.value);
    case 'referrer':
      return like(
        type,
        condition.operator,
        condition.value.flatMap((value) => hostPatterns(condition.operator, value)),
      );
    case 'language':
      return like(
        type,
        condition.operator,
        condition.value.flatMap((value) => [[value], [`${value}-`, '']]),
      );
    case 'device':
    case 'visitor':
    case 'weekday':
      return like(
        type,
        condition.operator,
        condition.value.map((value) => [value]),
      );
    case 'query':
      return like(
        type,
        condition.operator,
        condition.value.flatMap((value) => patternsOf(condition.operator, value)),
        condition.name,
      );
    case 'fact': {
      const { operator, value, name } = condition;
      if (typeof value === 'number') return bounds(type, operator, value, name);
      return like(
        type,
        operator,
        value.flatMap((text) => patternsOf(operator, text)),
        name,
      );
    }
    case 'exit':
      return range(type, 1, 1);
    case 'date': {
      const [first = '', last = ''] = condition.value;
      return range(type, first, last || AFTER_ALL);
    }
    case 'hour': {
      const [start = '', end = ''] = condition.value;
      return compileHour(start, end);
    }
    default:
      return bounds(type, condition.operator, condition.value);
  }
}

/** @returns the rules in the form that the widget evaluates. Missing keys get their defaults: all of no conditions. */
export function compileRules({ match = 'all', conditions = [] }: Partial<Rules>): CompiledRules {
  return { match, conditions: conditions.map(compileCondition) };
}

/** @returns whether a stored condition, or group of conditions, holds: for explaining it to an owner. */
export const conditionHolds = (condition: Condition | ConditionGroup, facts: Facts): boolean =>
  rulesHold(compileCondition(condition), facts);
