// Which days a report covers: parsed from the URL's query, written into it, and described in words. The range lives in
// the URL so that it can be shared and survives reloads and the back button.
import type { ChosenRange } from '#client/data/stats.ts';
import { daysName } from '#client/format/dates.ts';
import type { Range } from '#shared/contract/stats.ts';
import { STATS_DAYS_MAX } from '#shared/limits.ts';
import { DAY } from '#shared/time.ts';

export type Preset = Exclude<Range, 'custom'>;
/** First and last calendar day, `YYYY-MM-DD`. */
export type Days = { from: string; to: string };

export const DEFAULT_RANGE: ChosenRange = { range: '30d' };

const SPANS: Record<Preset, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' };
export const PRESETS = Object.keys(SPANS) as Preset[];

/** @returns the range in the query; the last 30 days if it has none, or one that the server would refuse. */
export function readRange(query: URLSearchParams): ChosenRange {
  const range = query.get('range');
  const from = query.get('from');
  const to = query.get('to');
  if (range === 'custom') {
    return isDate(from) && isDate(to) && isSpan({ from, to }) ? { range, from, to } : DEFAULT_RANGE;
  }
  const preset = PRESETS.find((one) => one === range);
  return preset && from === null && to === null ? { range: preset } : DEFAULT_RANGE;
}

// Written without zod, which read-only screens don't load; a test checks it against the contract.
const isSpan = (days: Days) => days.from <= days.to && countDays(days) <= STATS_DAYS_MAX;

const isDate = (text: string | null): text is string =>
  text !== null &&
  /^2(?:0\d\d|100)-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** @returns the query for `chosen`, such as '?range=7d'; empty for the last 30 days. */
export function rangeSearch(chosen: ChosenRange): string {
  if (chosen.range === DEFAULT_RANGE.range) return '';
  return `?${new URLSearchParams(chosen)}`;
}

/** @returns the number of days from `from` to `to`, inclusive. */
export const countDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** @returns the range in words, such as 'the last 7 days', or its dates. */
export const rangeName = (chosen: ChosenRange): string =>
  chosen.range === 'custom' ? daysName(chosen) : `the last ${SPANS[chosen.range]}`;

/** @returns the period that the range is compared with, such as 'the previous 7 days'; longer ones are whole weeks ago. */
export function beforeName(chosen: ChosenRange): string {
  if (chosen.range === '24h') return `the previous ${SPANS[chosen.range]}`;
  const count = chosen.range === 'custom' ? countDays(chosen) : Number.parseInt(chosen.range, 10);
  if (count === 1) return 'the previous day';
  return count > 7 && count % 7 > 0
    ? `the same period ${Math.ceil(count / 7)} weeks earlier`
    : `the previous ${count} days`;
}

/** @returns a preset's short name, for its button, and its full name. */
export const presetLabels = (preset: Preset): { short: string; full: string } => ({
  short: preset.replace(/(\d)([hd])/, '$1 $2'),
  full: SPANS[preset],
});
