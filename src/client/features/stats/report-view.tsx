// One view on screen and on paper: what it shows, in words and controls, and its numbers, trend and tables.
import { Printer } from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useReportCsv, useReportStats } from '#client/data/reports.ts';
import { clockName, dateOf, todayIn } from '#client/format/dates.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats, StatsTable } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { beforeName, PRESETS } from './range.ts';
import { RangeControl } from './range-control.tsx';
import { isByDay, type Narrowing, reportSearch, toFilter, type View } from './report-address.ts';
import { ReportFilter } from './report-filter.tsx';
import { rangeOf } from './report-page.tsx';
import { ByDevice, ByNotification, ByPage } from './report-tables.tsx';
import { viewName } from './report-words.ts';
import { CellSkeletons, StatCells } from './stat-cells.tsx';
import { StatsError } from './stats-error.tsx';
import { Trend } from './trend.tsx';

type ReportViewProps = {
  site: Site;
  /** The id of the saved report, or NEW_REPORT. */
  report: string;
  name: string;
  view: View;
  /** Saving, renaming, deleting. */
  actions: React.ReactNode;
};

export function ReportView({ site, report, name, view, actions }: ReportViewProps) {
  const navigate = useNavigate();
  const headingId = useId();
  const by = view.narrowing?.by;
  const filter = toFilter(view.narrowing);
  const isChosen = view.narrowing === null || filter !== null;
  const query = useReportStats(site.id, isChosen ? { chosen: view.chosen, filter } : null);
  const path = screens.siteReports.href(site.slug);
  const hrefOf = (next: Partial<View>) => `${path}${reportSearch(report, { ...view, ...next })}`;
  const narrow = (narrowing: Narrowing) => {
    // Devices and pages have no hours.
    const chosen = view.chosen.range === '24h' && isByDay(narrowing?.by) ? ({ range: '7d' } as const) : view.chosen;
    navigate(hrefOf({ narrowing, chosen }), { replace: true, preventScrollReset: true });
  };
  const data = isChosen ? query.data : undefined;
  return (
    <section aria-labelledby={headingId} className="space-y-6">
      <header className="space-y-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <p className="text-table print:hidden">
              <TextLink to={path}>All views</TextLink>
            </p>
            <p className="hidden text-meta print:block">{site.name}</p>
            <h1 id={headingId} className="mt-1 break-words font-display text-title md:text-display">
              {name}
            </h1>
            <p className="mt-0.5 text-muted">
              {viewName(view)} ({clockName(site.timezone)})
            </p>
            <PaperNote stats={data} />
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            {actions}
            <Button
              variant="secondary"
              icon={<Printer aria-hidden="true" size={16} />}
              onClick={() => window.print()}
              disabled={!data}
            >
              Print
            </Button>
          </div>
        </div>
        <ReportFilter siteId={site.id} view={view} onChange={narrow}>
          <RangeControl
            chosen={view.chosen}
            hrefOf={(chosen) => hrefOf({ chosen })}
            presets={isByDay(by) ? PRESETS.filter((preset) => preset !== '24h') : PRESETS}
            timezone={site.timezone}
            shown={data}
          />
        </ReportFilter>
      </header>
      {isChosen && query.isError && (
        <StatsError query={query}>{query.data && ' Showing the last numbers received.'}</StatsError>
      )}
      {!isChosen ? (
        <p role="status" className="text-muted">
          Choose at least one to see its numbers.
        </p>
      ) : data ? (
        <Numbers site={site} view={view} stats={data} isOld={query.isPlaceholderData} />
      ) : (
        !query.isError && <Waiting />
      )}
    </section>
  );
}

const PaperNote = ({ stats }: { stats: SiteStats | undefined }) => (
  <p className="mt-0.5 hidden text-meta text-muted print:block">
    {stats && `${dateOf(`${stats.from}T12:00:00Z`)} to ${dateOf(`${stats.to}T12:00:00Z`)}. `}
    Printed {dateOf(new Date().toISOString())} from Proofbell.
  </p>
);

const Waiting = () => (
  <div role="status" aria-label="Loading statistics" className="space-y-8">
    <CellSkeletons />
    <Trend report={undefined} />
  </div>
);

function Numbers({ site, view, stats, isOld }: { site: Site; view: View; stats: SiteStats; isOld: boolean }) {
  const csv = useReportCsv();
  const by = view.narrowing?.by;
  const filter = toFilter(view.narrowing);
  const { totals } = stats;
  const download = (table: StatsTable) => (
    <span className="print:hidden">
      <CsvButton of={`by ${table}`} fetchFile={() => csv({ siteId: site.id, ...view.chosen, filter, by: table })} />
    </span>
  );
  // While the last day isn't over, nobody knows the same part of the day before.
  const isComparable = !isByDay(by) || stats.to < todayIn(site.timezone, Date.now());
  return (
    <div
      aria-busy={isOld}
      className={`space-y-8 transition-opacity duration-150 motion-reduce:transition-none ${isOld ? 'opacity-60' : ''}`}
    >
      {totals.displays + totals.clicks + totals.dismissals === 0 ? (
        <EmptyState
          title="Nothing counted"
          description={`No displays, clicks or dismissals in this view: ${viewName(view)}. Try another range, or count everything.`}
        />
      ) : (
        <>
          <StatCells
            totals={totals}
            previous={isComparable ? stats.previous : undefined}
            period={beforeName(rangeOf(stats))}
          />
          <Trend report={stats} action={download('time')} />
          {stats.notifications.length > 0 && <ByNotification report={stats} csv={download('notification')} />}
          {stats.pages.length > 0 && <ByPage report={stats} csv={download('page')} />}
          {stats.devices.length > 0 && <ByDevice report={stats} csv={download('device')} />}
          {by && (
            <p className="max-w-[72ch] text-pretty text-muted text-table">
              Counts by notification, device and page are kept apart, so that nobody can be followed. A filtered view
              lacks the other tables.
            </p>
          )}
        </>
      )}
    </div>
  );
}
