// Sums counts into the metrics of a report.
import { clickRate } from '#shared/click-rate.ts';
import type { Counts, Metrics } from '#shared/contract/stats.ts';

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

/** @returns the rows by displays, then clicks (both descending), then key, so that the order is always the same. */
export const mostDisplayedFirst = <Row extends Counts>(rows: Row[], keyOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => b.displays - a.displays || b.clicks - a.clicks || (keyOf(a) < keyOf(b) ? -1 : 1));

export type Point = { at: string } & Counts;

/**
 * @param points hours or days in order, as ISO text.
 * @returns one entry per point; each row is added to the last point that does not start after it. A row falls between
 * two hours if it is from a site with offset hours, or from before its site's time zone was changed.
 */
export function seriesOf<Row extends Counts>(
  points: readonly string[],
  rows: Row[],
  atOf: (row: Row) => string,
): Point[] {
  const series = points.map((at) => ({ at, ...noCounts() }));
  let index = 0;
  for (const row of rows.toSorted((a, b) => (atOf(a) < atOf(b) ? -1 : 1))) {
    while (index + 1 < series.length && (points[index + 1] ?? '') <= atOf(row)) index++;
    const point = series[index];
    if (point) add(point, row);
  }
  return series;
}
