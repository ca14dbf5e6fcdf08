// The columns that all report tables share: each row's counts, and how certain its click rate is.

import { count, describeRate, sortableRate } from '#client/format/numbers.ts';
import { Bar } from '#client/ui/bar.tsx';
import type { TableColumn } from '#client/ui/table.tsx';
import type { Metrics } from '#shared/contract/stats.ts';

/** @param totals for the last row, if the rows add up to them. */
export function statColumns<Row extends Metrics>(rows: readonly Row[], totals?: Metrics): TableColumn<Row>[] {
  const scale = Math.max(0, ...rows.map((row) => (sortableRate(row) === null ? 0 : (row.clickRate?.high ?? 0))));
  const counted = (key: 'displays' | 'clicks' | 'dismissals', header: string): TableColumn<Row> => ({
    key,
    header,
    cell: (row) => count(row[key]),
    sortBy: (row) => row[key],
    ...(totals && { total: count(totals[key]) }),
  });
  return [
    counted('displays', 'Displays'),
    counted('clicks', 'Clicks'),
    counted('dismissals', 'Dismissals'),
    {
      key: 'rate',
      header: 'Click rate',
      cell: (row) => <RateCell metrics={row} scale={scale} />,
      sortBy: sortableRate,
      ...(totals && { total: <RateCell metrics={totals} scale={0} /> }),
    },
  ];
}

/** @returns the highest display count, at least 1: the scale for the rows' bars. */
export const mostDisplays = (rows: readonly Metrics[]): number => Math.max(1, ...rows.map(({ displays }) => displays));

export const DisplaysBar = ({ displays, most }: { displays: number; most: number }) => (
  <Bar share={displays / most} className="mt-2 max-w-xl" />
);

/** A rate with its interval, which is drawn from 1024 px up on `scale`, the highest rate in the column. */
function RateCell({ metrics, scale }: { metrics: Metrics; scale: number }) {
  const rate = describeRate(metrics.clickRate);
  if (rate.kind === 'none') return <span className="text-muted">–</span>;
  if (rate.kind === 'uncertain') {
    return (
      <span className="whitespace-nowrap text-muted" title={`Not enough data (${rate.range})`}>
        Too few<span className="sr-only"> displays ({rate.range})</span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center justify-end gap-3" title={rate.range}>
      {metrics.clickRate && scale > 0 && <ErrorBar rate={metrics.clickRate} scale={scale} />}
      <span className="self-baseline whitespace-nowrap lg:min-w-12">{rate.value}</span>
      <span className="sr-only">, {rate.range}</span>
    </span>
  );
}

function ErrorBar({ rate, scale }: { rate: NonNullable<Metrics['clickRate']>; scale: number }) {
  const at = (share: number) => `${(share / scale) * 100}%`;
  return (
    <span aria-hidden="true" className="relative hidden h-3 w-24 lg:block">
      <span className="absolute inset-y-0 left-0 w-px bg-line" />
      <span
        className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-ink/15"
        style={{ left: at(rate.low), width: at(rate.high - rate.low) }}
      />
      <span
        className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-1.5 rounded-full bg-ink"
        style={{ left: at(rate.value) }}
      />
    </span>
  );
}
