// The frame of a report over a range, for one site or all: its head with the choice of the range, its states, its figures
// and their course. The tables below are the screen's own.
import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Figures, SiteStats } from '#shared/contract/stats.ts';
import { CellSkeletons, FigureCells } from './figure-cells.tsx';
import { FiguresFault } from './figures-fault.tsx';
import { beforeName, type ChosenRange, comparisonName, rangeName } from './range.ts';
import { RangeControl } from './range-control.tsx';
import { Trend } from './trend.tsx';
import { rangeOf } from './use-chosen-range.ts';

type Frame = Pick<SiteStats, 'range' | 'from' | 'to' | 'unit' | 'timezone' | 'series' | 'totals' | 'previous'>;

/** What the frame needs of a query. */
export type ReportQuery<Report> = {
  data: Report | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  /** Whether `data` is of the range before, while another is on its way. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type ReportPageProps<Report extends Frame> = {
  eyebrow?: ReactNode;
  chosen: ChosenRange;
  path: string;
  /** For the days that can be chosen before the report tells its own. */
  timezone: string;
  /** Whose clock: 'in Lisbon time'. */
  clock: string;
  query: ReportQuery<Report>;
  seriesBefore: SiteStats['series'] | undefined;
  /** What stands there when nothing was counted. */
  empty: (report: Report) => ReactNode;
  timeCsv: (report: Report) => ReactNode;
  children: (report: Report) => ReactNode;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isEmpty = ({ displays, clicks, dismissals }: Figures) => displays + clicks + dismissals === 0;

export function ReportPage<Report extends Frame>(props: ReportPageProps<Report>) {
  const { eyebrow, chosen, path, timezone, clock, query } = props;
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
        description={`${capital(rangeName(chosen))}, ${clock}, compared with ${comparisonName(chosen)}.`}
        action={<RangeControl chosen={chosen} path={path} timezone={timezone} shown={data} />}
      />
      {/* Says once that the figures changed, not each time they are brought up to date. */}
      <p role="status" className="sr-only">
        {data && !isPlaceholderData ? `Figures of ${rangeName(rangeOf(data))}` : 'Loading figures'}
      </p>
      {isError && <FiguresFault query={query}>{data && ' What stands below is the last that came.'}</FiguresFault>}
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
  const isNothing = isEmpty(report.totals);
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={`space-y-8 transition-opacity duration-150 motion-reduce:transition-none ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {isNothing && isEmpty(report.previous) ? (
        empty(report)
      ) : (
        <>
          <FigureCells totals={report.totals} previous={report.previous} period={period} />
          <Trend report={report} before={{ series: seriesBefore, period }} action={timeCsv(report)} />
          {isNothing ? <NothingIn range={rangeOf(report)} /> : children(report)}
        </>
      )}
    </div>
  );
}

/** Something was counted in the period before, nothing in this one: there is no table to show. */
const NothingIn = ({ range }: { range: ChosenRange }) => (
  <EmptyState
    title="Nothing counted in this range"
    description={`No notice was displayed in ${rangeName(range)}. Choose another range to see what was.`}
  />
);
