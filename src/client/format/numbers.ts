// Formats numbers, and decides which are certain enough to show. Pure.
import type { Metrics, Rate } from '#shared/contract/stats.ts';

const NUMBERS = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** @returns a count with thousands separators, '12,971'. */
export const count = (value: number): string => NUMBERS.format(value);

/** @returns a count for an axis, '12K'. */
export const compact = (value: number): string => COMPACT.format(value);

const DOLLARS = new Map<string, Intl.NumberFormat>();

/**
 * @returns an amount of money in the visitor's own number format: '$49', '49 $', '$40.83'. The only number that isn't
 * written as in English: people compare it with their bank's.
 * @param dollars US dollars; cents are shown where there are any. @param locale 'en-US' where a page is prerendered.
 */
export function money(dollars: number, locale?: string): string {
  const digits = Number.isInteger(dollars) ? 0 : 2;
  const kind = `${digits} ${locale}`;
  const format =
    DOLLARS.get(kind) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  DOLLARS.set(kind, format);
  return format.format(dollars);
}

/** A rate that may be off by more than this in either direction is not shown: 0.05 is five percentage points. */
const RATE_DOUBT_MAX = 0.05;

/** @returns a share without the percent sign, with one decimal below ten percent: '3.4', '25'. */
export function percentPoints(share: number): string {
  const percent = share * 100;
  return percent.toFixed(percent < 9.95 && percent !== 0 ? 1 : 0);
}

/** @returns a share, '3.4%'. */
export const percent = (share: number): string => `${percentPoints(share)}%`;

/** What we know about a click rate: no displays, too few, or the rate and its interval. */
export type RateDescription =
  | { kind: 'none'; value: '–'; range: null }
  | { kind: 'uncertain'; value: 'Too few'; range: string }
  | { kind: 'known'; value: string; range: string };

/** @returns a click rate in words; `range`, such as '3.1 to 3.8%', is its 95% confidence interval. */
export function describeRate(rate: Rate): RateDescription {
  if (!rate) return { kind: 'none', value: '–', range: null };
  const range = `${percentPoints(rate.low)} to ${percent(rate.high)}`;
  if (Math.max(rate.high - rate.value, rate.value - rate.low) > RATE_DOUBT_MAX)
    return { kind: 'uncertain', value: 'Too few', range };
  return { kind: 'known', value: percent(rate.value), range };
}

/** @returns the rate to sort by; null, which sorts last, if it is too uncertain to show. */
export const sortableRate = ({ clickRate }: Pick<Metrics, 'clickRate'>): number | null =>
  clickRate && describeRate(clickRate).kind === 'known' ? clickRate.value : null;

/** @returns bytes in kilobytes of 1,000, '5.5 kB'; as they are below 1,000. */
export const bytes = (value: number): string =>
  value < 1_000 ? `${Math.round(value)} bytes` : `${(value / 1_000).toFixed(value < 99_950 ? 1 : 0)} kB`;

/** @returns milliseconds with one decimal, '1.8 ms'; two below one. */
export const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 2 : 1)} ms`;
