// Counts of a report: read by hour or by day, compared, and summed into metrics.
import { clickRate } from '#shared/click-rate.ts';
import type { Counts, Metrics, StatsRange } from '#shared/contract/stats.ts';
import type { Dates, Span } from '../../db/stats.ts';
import { comparableOf, type Period, spanOrDates } from './period.ts';
import type { Zone } from './zone.ts';

export const noCounts = (): Counts => ({ displays: 0, clicks: 0, dismissals: 0 });

/** Adds `more` to `sum`, in place. */
export function add(sum: Counts, more: Counts): void {
  sum.displays += more.displays;
  sum.clicks += more.clicks;
  sum.dismissals += more.dismissals;
}

export function sumOf(rows: Iterable<Counts>): Counts {
  const sum = noCounts();
  for (const row of rows) add(sum, row);
  return sum;
}

/** @returns the counts alone, with their click rate. */
export const toMetrics = ({ displays, clicks, dismissals }: Counts): Metrics => ({
  displays,
  clicks,
  dismissals,
  clickRate: clickRate({ displays, clicks }),
});

/** @returns the sums of the rows that have the same key. */
export function sumsBy<Row extends Counts>(rows: Iterable<Row>, keyOf: (row: Row) => string): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? noCounts();
    add(sum, row);
    sums.set(keyOf(row), sum);
  }
  return sums;
}

/** @returns the rows by displays, then clicks (both descending), then key, so that the order is always the same. */
export const mostDisplayedFirst = <Row extends Counts>(rows: Row[], keyOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => b.displays - a.displays || b.clicks - a.clicks || (keyOf(a) < keyOf(b) ? -1 : 1));

export type Point = { at: string } & Counts;

/**
 * @param points hours or days in order, as ISO text.
 * @returns one entry per point; each row is added to the last point that does not start after it. A row falls between
 * two hours if it is from a site with offset hours, or from before its site's time zone was changed.
 */
export function seriesOf(points: readonly string[], rows: readonly Point[]): Point[] {
  const series = points.map((at) => ({ at, ...noCounts() }));
  let index = 0;
  for (const row of rows.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    while (index + 1 < series.length && (points[index + 1] ?? '') <= row.at) index++;
    const point = series[index];
    if (point) add(point, row);
  }
  return series;
}

/**
 * @param zone of what is counted. @param read the counts of hours or of days.
 * @returns the counts of a period, and the sum of those that it is compared with.
 */
export async function readPeriod<Row extends Point>(
  period: Period,
  zone: Zone,
  now: number,
  read: (when: Span | Dates) => Promise<Row[]>,
): Promise<{ rows: Row[]; before: Counts }> {
  const rows = await read(spanOrDates(period));
  const { from } = period.previous;
  const { wholeUntil, part } =
    period.unit === 'hour' ? { wholeUntil: null, part: period.previous.span } : comparableOf(period, zone, now);
  const days = wholeUntil === null ? [] : await read({ from, to: wholeUntil });
  return { rows, before: sumOf([...days, ...(part ? await read(part) : [])]) };
}

/** @returns what every report begins with. @param before the counts of the period before. */
export const reportHead = (
  timezone: string,
  { range = '30d' }: Pick<StatsRange, 'range'>,
  { from, to, unit, previous }: Period,
  series: Point[],
  before: Counts,
) => ({
  timezone,
  range,
  from,
  to,
  unit,
  series,
  totals: toMetrics(sumOf(series)),
  previous: { from: previous.from, to: previous.to, ...toMetrics(before) },
});
