// What computed numbers read as: which variables their texts have, and what is written into a notification. The server
// writes notifications by it, and the template's form its preview. Pure.
import type { Aggregate, AggregateValue } from './contract/aggregate.ts';
import type { Language } from './embed/payload.ts';

/** `{{value}}` is the number; an average has `{{count}}` beside it: of how many ratings. */
const VARIABLES = { value: 'value', count: 'count' } as const;
const ANY_VARIABLE = /\{\{([^{}|]*)(?:\|[^{}]*)?\}\}/g;
const FILLED = /\{\{\s*(value|count)\s*\}\}/g;

/** @returns the names that the text of such a computation can fill. */
export const variablesOf = ({ measure }: Pick<Aggregate, 'measure'>): readonly string[] => {
  if (measure === 'last') return [];
  return measure === 'average' ? [VARIABLES.value, VARIABLES.count] : [VARIABLES.value];
};

/** @returns what is wrong with a text that numbers are to be written into; null when nothing is. */
export function aggregateTextIssue(text: string, aggregate: Pick<Aggregate, 'measure'>): string | null {
  const known = variablesOf(aggregate);
  for (const [whole, name = ''] of text.matchAll(ANY_VARIABLE)) {
    if (known.includes(name.trim()) && !whole.includes('|')) continue;
    if (known.length === 0) return `Leave out ${whole}: the widget shows how long ago it was`;
    return `Leave out ${whole}: only ${known.map((one) => `{{${one}}}`).join(' and ')} can be filled in`;
  }
  return null;
}

const hasValue = (text: string | null) => text !== null && /\{\{\s*value\s*\}\}/.test(text);

type Worded = { message: string; title: string | null; rating: number | null; count: number | null };

/**
 * @param language of the widget; numbers are written as in English where each visitor has their own.
 * @returns what the notification says. A number that no text has a place for stands in the box beside it.
 */
export function wordAggregate(
  { measure, message, title }: Pick<Aggregate, 'measure'> & Pick<Worded, 'message' | 'title'>,
  { value, count }: AggregateValue,
  language: Language,
): Worded {
  const locale = language === 'auto' ? 'en' : language;
  const digits = measure === 'average' ? 1 : 0;
  const numbers: Record<string, string> = {
    value: new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value ?? 0,
    ),
    count: new Intl.NumberFormat(locale).format(count),
  };
  const fill = (text: string) => text.replace(FILLED, (_, name: string) => numbers[name] ?? '').trim();
  const isBoxed = measure !== 'average' && measure !== 'last' && !hasValue(message) && !hasValue(title);
  return {
    message: fill(message),
    title: title === null ? null : fill(title) || null,
    // Stars are whole ones: the nearest, and of two as near the lower.
    rating: measure === 'average' && value !== null ? Math.max(1, Math.ceil(value - 0.5)) : null,
    count: isBoxed ? value : null,
  };
}

const FLOORED: Record<Aggregate['measure'], string> = {
  count: '',
  distinct: ' people',
  average: ' ratings',
  last: '',
  displays: ' displays',
};

/** @returns why it does not show: 'Shows at 5 or more; now 3'. */
export const heldBackBecause = (
  { measure, floor }: Pick<Aggregate, 'measure' | 'floor'>,
  { count }: Pick<AggregateValue, 'count'>,
): string => `Shows at ${floor.toLocaleString('en')}${FLOORED[measure]} or more; now ${count.toLocaleString('en')}`;
