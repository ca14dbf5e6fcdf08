// The tables of a report: what each row is about, its counts, and how certain its click rate is.

import type { ReactNode } from 'react';
import { count, describeRate, sortableRate } from '#client/format/numbers.ts';
import { capitalized } from '#client/format/words.ts';
import { Bar } from '#client/ui/bar.tsx';
import { RankedTable } from '#client/ui/ranked-table.tsx';
import type { TableColumn } from '#client/ui/table.tsx';
import type { Metrics } from '#shared/contract/stats.ts';
import { TableSection } from './table-section.tsx';

type StatTableProps<Row> = {
  /** Of one row, as in 'By page'. */
  noun: string;
  note?: string;
  csv: ReactNode;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Its name, which the rows can be sorted by, too. */
  nameOf: (row: Row) => string;
  /** Shows the name; the bar of displays stands below it. */
  lead: (row: Row) => ReactNode;
  /** For the last row, if the rows add up to them. */
  totals?: Metrics;
};

export function StatTable<Row extends Metrics>(props: StatTableProps<Row>) {
  const { noun, note, csv, rows, rowKey, nameOf, lead, totals } = props;
  const title = `By ${noun}`;
  // The scale for the bars.
  const most = Math.max(1, ...rows.map(({ displays }) => displays));
  const name: TableColumn<Row> = {
    key: 'name',
    header: capitalized(noun),
    sortBy: nameOf,
    cell: (row) => (
      <>
        {lead(row)}
        <Bar share={row.displays / most} className="mt-2 max-w-xl" />
      </>
    ),
    ...(totals && { total: 'Total' }),
  };
  return (
    <TableSection title={title} note={note} action={csv}>
      <RankedTable
        label={title}
        columns={[name, ...statColumns(rows, totals)]}
        rows={rows}
        rowKey={rowKey}
        sortedBy="displays"
        plural={`${noun}s`}
      />
    </TableSection>
  );
}

function statColumns<Row extends Metrics>(rows: readonly Row[], totals: Metrics | undefined): TableColumn<Row>[] {
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
