// A site's statistics over a range: figures, their course, and what each notice, device and page did.
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats, StatsTable } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { NothingCounted } from './nothing-counted.tsx';
import { useCsv, useSiteSeriesBefore, useSiteStats } from './queries.ts';
import { zoneName } from './range.ts';
import { ReportPage } from './report-page.tsx';
import { ByDevice, ByNotification, ByPage } from './report-tables.tsx';
import { rangeOf, useChosenRange } from './use-chosen-range.ts';

export function SiteAnalyticsPage({ site }: { site: Site }) {
  useTitle(`Analytics · ${site.name}`);
  const chosen = useChosenRange();
  const query = useSiteStats(site.id, chosen);
  const seriesBefore = useSiteSeriesBefore(site.id, query.data);
  const csv = useCsv();
  const download = (report: SiteStats, by: StatsTable) => (
    <CsvButton of={`by ${by}`} fetchFile={() => csv.ofSite({ siteId: site.id, by, ...rangeOf(report) })} />
  );
  return (
    <ReportPage
      eyebrow={site.name}
      chosen={chosen}
      path={paths.siteAnalytics.href(site.slug)}
      timezone={site.timezone}
      clock={`in ${zoneName(site.timezone)} time`}
      query={query}
      seriesBefore={seriesBefore}
      empty={(report) => <NothingCounted site={site} range={rangeOf(report)} />}
      timeCsv={(report) => download(report, 'time')}
    >
      {(report) => (
        <>
          <ByNotification report={report} csv={download(report, 'notification')} />
          <ByPage report={report} csv={download(report, 'page')} />
          <ByDevice report={report} csv={download(report, 'device')} />
        </>
      )}
    </ReportPage>
  );
}
