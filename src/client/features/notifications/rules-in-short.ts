// A template's rules as one short phrase for its card: 'On product pages, for new visitors'. Pure; the exact conditions
// are in the editor, in the words of rules-sentence.ts.
import { capitalized } from '#client/format/words.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import type { Condition, ConditionGroup } from '#shared/embed/rule-types.ts';
import { completeRules } from './own-summaries.ts';

const LONGEST_LIST = 2;

/** @returns 'a', 'a or b', 'a, b or 3 more'. */
function listOf(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length > LONGEST_LIST + 1) {
    return `${parts.slice(0, LONGEST_LIST).join(', ')} ${word} ${parts.length - LONGEST_LIST} more`;
  }
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}` : (parts[0] ?? '');
}

/** What shops call these pages, whatever their paths are. */
const PLACES: readonly [RegExp, string][] = [
  [/^\/?(products?|items?|shop)\/?$/i, 'on product pages'],
  [/^\/?(cart|basket|bag)\/?$/i, 'in the cart'],
  [/^\/?checkout\/?$/i, 'at checkout'],
  [/^\/?(login|signup|register)\/?$/i, 'at login or sign-up'],
];
const placeOf = (path: string) => PLACES.find(([pattern]) => pattern.test(path))?.[1];

function placesOf(paths: readonly string[]): string {
  const known = paths.map(placeOf).filter((place) => place !== undefined);
  const other = paths.filter((path) => placeOf(path) === undefined).map((path) => `“${path}”`);
  return listOf([...new Set(known), ...(other.length > 0 ? [`on ${listOf(other, 'or')}`] : [])], 'or');
}

const DEVICES = { desktop: 'computers', tablet: 'tablets', mobile: 'phones' };

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (count: number) => `${count}${SUFFIXES[ORDINALS.select(count)] ?? 'th'}`;

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri'];
const isWorkWeek = (days: readonly string[]) => days.length === 5 && WEEK.every((day) => days.includes(day));

/** @returns null for what is said as in the editor. */
function shortOf(condition: Condition): string | null {
  switch (condition.type) {
    case 'page':
      if (condition.operator === 'matches') return null;
      return `${condition.operator === 'is-not' ? 'not ' : ''}${placesOf(condition.value)}`;
    case 'visitor':
      return condition.operator === 'is' && condition.value.length === 1 ? `for ${condition.value[0]} visitors` : null;
    case 'visits':
    case 'pages': {
      const which = `${ordinal(condition.value)} ${condition.type === 'visits' ? 'visit' : 'page of a visit'}`;
      return condition.operator === 'at-least' ? `from the ${which}` : `up to the ${which}`;
    }
    case 'time':
      return `after ${condition.value} s`;
    case 'scroll':
      return `after scrolling ${condition.value}%`;
    case 'exit':
      return 'when about to leave';
    case 'device':
      return condition.operator === 'is'
        ? `on ${listOf(
            condition.value.map((one) => DEVICES[one]),
            'and',
          )}`
        : null;
    case 'weekday':
      return condition.operator === 'is' && isWorkWeek(condition.value) ? 'Monday to Friday' : null;
    case 'hour':
      return condition.value.join(' to ');
    default:
      return null;
  }
}

function phraseOf(condition: Condition | ConditionGroup): string {
  if (condition.type === 'group') {
    return condition.conditions.map(phraseOf).join(condition.match === 'all' ? ' and ' : ' or ');
  }
  return shortOf(condition) ?? `if ${requirementOf(condition)}`;
}

const MOST_PHRASES = 3;

/** @returns where a template's notifications show; null if that is wherever the widget shows. */
export function rulesInShort(rules: Notification['rules']): string | null {
  const { match, conditions } = completeRules(rules);
  const phrases = conditions.map(phraseOf);
  if (phrases.length === 0) return null;
  const left = phrases.length - MOST_PHRASES;
  const isAny = match === 'any';
  const shown = phrases.slice(0, MOST_PHRASES).join(isAny ? ' or ' : ', ');
  const text = left > 0 ? `${shown} ${isAny ? 'or' : 'and'} ${left} more` : shown;
  return capitalized(text);
}
