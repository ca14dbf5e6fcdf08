// A site's statistics over a range: totals, trend, and the counts of each notification, device and page.

import { useCsv, usePreviousSiteSeries, useSiteStats } from '#client/data/stats.ts';
import { clockName } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats, StatsTable } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { NothingCounted } from './nothing-counted.tsx';
import { ProvenShare } from './proven-share.tsx';
import { ReportPage, rangeOf, useChosenRange } from './report-page.tsx';
import { ByDevice, ByNotification, ByPage } from './report-tables.tsx';

export default function SiteAnalyticsPage({ site }: { site: Site }) {
  useTitle(`Analytics · ${site.name}`);
  const chosen = useChosenRange();
  const query = useSiteStats(site.id, chosen);
  const seriesBefore = usePreviousSiteSeries(site.id, query.data);
  const csv = useCsv();
  const download = (report: SiteStats, by: StatsTable) => (
    <CsvButton of={`by ${by}`} fetchFile={() => csv.ofSite({ siteId: site.id, by, ...rangeOf(report) })} />
  );
  return (
    <ReportPage
      eyebrow={site.name}
      chosen={chosen}
      path={screens.siteAnalytics.href(site.slug)}
      timezone={site.timezone}
      clock={clockName(site.timezone)}
      query={query}
      seriesBefore={seriesBefore}
      empty={(report) => <NothingCounted site={site} range={rangeOf(report)} />}
      timeCsv={(report) => download(report, 'time')}
    >
      {(report) => (
        <>
          <ProvenShare report={report} slug={site.slug} />
          <ByNotification report={report} csv={download(report, 'notification')} />
          <ByPage report={report} csv={download(report, 'page')} />
          <ByDevice report={report} csv={download(report, 'device')} />
        </>
      )}
    </ReportPage>
  );
}
