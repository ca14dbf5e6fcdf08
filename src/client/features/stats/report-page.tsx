// The layout of a report over a range, for one site or all: header with range control, loading and empty states,
// metrics and trend. Each screen adds its own tables.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ChosenRange } from '#client/data/stats.ts';
import { capitalized } from '#client/format/words.ts';
import { InfoPopover } from '#client/ui/info-popover.tsx';
import type { LoadErrorProps } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Metrics, SiteStats } from '#shared/contract/stats.ts';
import { beforeName, rangeName, rangeSearch, readRange } from './range.ts';
import { RangeControl } from './range-control.tsx';
import { CellSkeletons, StatCells } from './stat-cells.tsx';
import { StatsError } from './stats-error.tsx';
import { Trend } from './trend.tsx';

type Frame = Pick<SiteStats, 'range' | 'from' | 'to' | 'unit' | 'timezone' | 'series' | 'totals' | 'previous'>;

/** The parts of a query that the layout needs. */
type ReportQuery<Report> = LoadErrorProps['query'] & {
  data: Report | undefined;
  isError: boolean;
  /** Whether `data` belongs to the previous range while the new one loads. */
  isPlaceholderData: boolean;
};

type ReportPageProps<Report extends Frame> = {
  eyebrow?: ReactNode;
  chosen: ChosenRange;
  path: string;
  /** For choosing days before the report arrives with its own time zone. */
  timezone: string;
  /** Whose clock: 'Lisbon time'. */
  clock: string;
  /** Beside the range. */
  actions?: ReactNode;
  query: ReportQuery<Report>;
  seriesBefore: SiteStats['series'] | undefined;
  /** Shown when nothing was counted. */
  empty: (report: Report) => ReactNode;
  timeCsv: (report: Report) => ReactNode;
  children: (report: Report) => ReactNode;
};

const isEmpty = ({ displays, clicks, dismissals }: Metrics) => displays + clicks + dismissals === 0;

export function ReportPage<Report extends Frame>(props: ReportPageProps<Report>) {
  const { eyebrow, chosen, path, timezone, clock, actions, query } = props;
  const { data, isError, isPlaceholderData } = query;
  return (
    <>
      <PageHeader
        eyebrow={eyebrow}
        title={
          <span className="inline-flex items-center gap-3">
            Analytics
            {isPlaceholderData && <Spinner className="size-5 text-muted" />}
          </span>
        }
        description={
          <>
            {`${capitalized(rangeName(chosen))} (${clock}), compared with ${beforeName(chosen)}`}{' '}
            <span className="print:hidden">
              <InfoPopover what="the comparison" side="bottom">
                <p>Periods longer than a week lie whole weeks apart, so that Mondays meet Mondays.</p>
                <p>As long as a period isn't over, only as much of the other counts: half a day meets half a day.</p>
              </InfoPopover>
            </span>
          </>
        }
        action={
          <>
            <RangeControl
              chosen={chosen}
              hrefOf={(next) => `${path}${rangeSearch(next)}`}
              timezone={timezone}
              shown={data}
            />
            {actions}
          </>
        }
      />
      {/* Announces a change of range, not each refresh. */}
      <p role="status" className="sr-only">
        {data && !isPlaceholderData ? `Statistics for ${rangeName(rangeOf(data))}` : 'Loading statistics'}
      </p>
      {isError && <StatsError query={query}>{data && ' Showing the last numbers received.'}</StatsError>}
      {data ? <Content {...props} report={data} /> : !isError && <Waiting />}
    </>
  );
}

const Waiting = () => (
  <>
    <CellSkeletons />
    <Trend report={undefined} />
  </>
);

function Content<Report extends Frame>(props: ReportPageProps<Report> & { report: Report }) {
  const { report, query, seriesBefore, empty, timeCsv, children } = props;
  const period = beforeName(rangeOf(report));
  const isAllZero = isEmpty(report.totals);
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={`space-y-8 transition-opacity duration-150 motion-reduce:transition-none ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {/* Where only the period before has something, its totals stay; a flat line and empty tables would say no more. */}
      {!(isAllZero && isEmpty(report.previous)) && (
        <StatCells totals={report.totals} previous={report.previous} period={period} />
      )}
      {isAllZero ? (
        empty(report)
      ) : (
        <>
          <Trend report={report} before={{ series: seriesBefore, period }} action={timeCsv(report)} />
          {children(report)}
        </>
      )}
    </div>
  );
}

/** @returns the range in the current address. */
export function useChosenRange(): ChosenRange {
  const [query] = useSearchParams();
  return readRange(query);
}

/** @returns the range of `report`, which lags behind the address while another report loads. */
export const rangeOf = ({ range, from, to }: Pick<SiteStats, 'range' | 'from' | 'to'>): ChosenRange =>
  range === 'custom' ? { range, from, to } : { range };
