// Statistics for all sites of an account over a range, in total and by site.

import { Link } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import { useAccountStats, useCsv, usePreviousAccountSeries } from '#client/data/stats.ts';
import { clockName } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { AccountStats } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { ComingNumbers } from './nothing-counted.tsx';
import { rangeSearch } from './range.ts';
import { ReportPage, rangeOf, useChosenRange } from './report-page.tsx';
import { StatTable } from './stat-table.tsx';

export default function AccountAnalyticsPage() {
  useTitle('Analytics');
  const chosen = useChosenRange();
  const query = useAccountStats(chosen);
  const seriesBefore = usePreviousAccountSeries(query.data);
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
      path={screens.analytics.href()}
      timezone={zone}
      clock={hasMany && data?.unit !== 'hour' ? "each site's own time" : data ? clockName(zone) : 'all sites'}
      query={query}
      seriesBefore={seriesBefore}
      empty={(report) => <NothingCountedAnywhere sites={report.sites} />}
      timeCsv={(report) => download(report, 'time')}
    >
      {(report) => (
        <StatTable
          noun="site"
          csv={download(report, 'site')}
          rows={report.sites}
          rowKey={({ siteId }) => siteId}
          nameOf={({ name }) => name}
          lead={({ name, slug }) => (
            <Link
              to={`${screens.siteAnalytics.href(slug)}${rangeSearch(rangeOf(report))}`}
              className="pressable-text wrap-anywhere line-clamp-2 font-semibold text-body hover:underline"
            >
              {name}
            </Link>
          )}
          totals={report.totals}
        />
      )}
    </ReportPage>
  );
}

function NothingCountedAnywhere({ sites }: { sites: AccountStats['sites'] }) {
  // The one that the switcher shows.
  const { current: site = sites[0] } = useCurrentSite();
  return (
    <EmptyState
      picture={<ComingNumbers />}
      title={site ? 'Nothing counted in this range' : 'No sites yet'}
      description={
        site
          ? 'Statistics start with the snippet on your pages.'
          : 'Statistics start when a site shows its first notification.'
      }
      action={
        site ? (
          <ButtonLink to={screens.siteSetup.href(site.slug)}>Get the snippet for {site.name}</ButtonLink>
        ) : (
          <ButtonLink to={screens.createSite.href()}>Create your first site</ButtonLink>
        )
      }
    />
  );
}
