// The statistics of all of an account's sites over a range, and what each site did.
import { Link } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { type FigureColumn, FigureTable } from '#client/ui/figure-table.tsx';
import type { AccountStats } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { DisplaysBar, figureColumns, mostDisplays } from './figure-columns.tsx';
import { DISPLAY_RULE } from './meanings.tsx';
import { useAccountSeriesBefore, useAccountStats, useCsv } from './queries.ts';
import { rangeSearch, zoneName } from './range.ts';
import { ReportPage } from './report-page.tsx';
import { TableSection } from './table-section.tsx';
import { rangeOf, useChosenRange } from './use-chosen-range.ts';

type SiteRow = AccountStats['sites'][number];

export function AccountAnalyticsPage() {
  useTitle('Analytics');
  const chosen = useChosenRange();
  const query = useAccountStats(chosen);
  const seriesBefore = useAccountSeriesBefore(query.data);
  const csv = useCsv();
  const { data } = query;
  const download = (report: AccountStats, by: 'time' | 'site') => (
    <CsvButton of={`by ${by}`} fetchFile={() => csv.ofAccount({ by, ...rangeOf(report) })} />
  );
  const hasMany = (data?.sites.length ?? 0) > 1;
  const zone = data?.timezone ?? 'UTC';
  return (
    <ReportPage
      eyebrow="All sites"
      chosen={chosen}
      path={paths.analytics.href()}
      timezone={zone}
      clock={
        hasMany && data?.unit !== 'hour' ? 'by each site’s own clock' : data ? `in ${zoneName(zone)} time` : 'all sites'
      }
      query={query}
      seriesBefore={seriesBefore}
      empty={(report) => <NothingCountedAnywhere sites={report.sites} />}
      timeCsv={(report) => download(report, 'time')}
    >
      {(report) => (
        <TableSection title="By site" action={download(report, 'site')}>
          <SiteTable report={report} />
        </TableSection>
      )}
    </ReportPage>
  );
}

function SiteTable({ report }: { report: AccountStats }) {
  const rows = report.sites;
  const most = mostDisplays(rows);
  const search = rangeSearch(rangeOf(report));
  const lead: FigureColumn<SiteRow> = {
    key: 'name',
    header: 'Site',
    sortBy: ({ name }) => name,
    total: 'Total',
    cell: ({ name, slug, displays }) => (
      <>
        <Link
          to={`${paths.siteAnalytics.href(slug)}${search}`}
          className="wrap-anywhere line-clamp-2 font-semibold text-body hover:underline"
        >
          {name}
        </Link>
        <DisplaysBar displays={displays} most={most} />
      </>
    ),
  };
  return (
    <FigureTable
      label="By site"
      columns={[lead, ...figureColumns(rows, report.totals)]}
      rows={rows}
      rowKey={({ siteId }) => siteId}
      sortedBy="displays"
      plural="sites"
    />
  );
}

function NothingCountedAnywhere({ sites }: { sites: SiteRow[] }) {
  const [first] = sites;
  return (
    <EmptyState
      title={first ? 'Nothing counted in this range' : 'No site yet'}
      description={first ? DISPLAY_RULE : 'Figures are counted from the moment a site shows its first notice.'}
      action={
        <Button asChild>
          {first ? (
            <Link to={paths.siteSetup.href(first.slug)}>Get the snippet of {first.name}</Link>
          ) : (
            <Link to={paths.createSite.href()}>Create your first site</Link>
          )}
        </Button>
      }
    />
  );
}
