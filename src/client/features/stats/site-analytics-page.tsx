// A site's statistics over a range: totals, trend, and the counts of each notification, device and page.

import { BadgeCheck } from 'lucide-react';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useCsv, usePreviousSiteSeries, useSiteStats } from '#client/data/stats.ts';
import { clockName } from '#client/format/dates.ts';
import { count, percent } from '#client/format/numbers.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats, StatsTable } from '#shared/contract/stats.ts';
import { CsvButton } from './csv-button.tsx';
import { NothingCounted } from './nothing-counted.tsx';
import { ReportPage, rangeOf, useChosenRange } from './report-page.tsx';
import { ByDevice, ByNotification, ByPage } from './report-tables.tsx';
import { ViewsMenu } from './views-menu.tsx';

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
      actions={<ViewsMenu site={site} chosen={chosen} />}
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

/** How much of what visitors saw somebody but the owner vouches for. */
function ProvenShare({ report, slug }: { report: SiteStats; slug: string }) {
  const { provenDisplays, readDisplays, totals } = report;
  if (totals.displays === 0 || provenDisplays === null || readDisplays === null) return null;
  return (
    <p className="flex items-start gap-2.5 text-pretty">
      <BadgeCheck
        aria-hidden="true"
        size={19}
        className={`mt-px shrink-0 ${provenDisplays > 0 ? 'text-proof-ink' : 'text-muted'}`}
      />
      <span>
        {provenDisplays > 0 ? (
          <>
            <strong className="font-semibold tabular-nums">{percent(provenDisplays / totals.displays)}</strong> of
            displays were proven: {count(provenDisplays)} of {count(totals.displays)} came from events signed by a
            shop's system.
          </>
        ) : (
          'None of these displays came from a signed order yet.'
        )}{' '}
        {readDisplays > 0 &&
          `${count(readDisplays)} ${provenDisplays > 0 ? 'more ' : ''}came from orders read from your shop.`}
        {provenDisplays + readDisplays === 0 && (
          <TextLink to={screens.siteSources.href(slug)}>Connect a source</TextLink>
        )}{' '}
        <LearnMore guide="events" section="what-is-proven" about="what is proven" />
      </span>
    </p>
  );
}
