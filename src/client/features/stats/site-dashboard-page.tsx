// A site's dashboard: the getting-started steps, and metrics and trend for the last 30 days.

import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useSiteStats } from '#client/data/stats.ts';
import { clockName } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { Site } from '#shared/contract/site.ts';
import { GettingStarted } from './getting-started.tsx';
import { beforeName, comparisonName, DEFAULT_RANGE, rangeName } from './range.ts';
import { CellSkeletons, StatCells } from './stat-cells.tsx';
import { StatsError } from './stats-error.tsx';
import { Trend } from './trend.tsx';

export default function SiteDashboardPage({ site }: { site: Site }) {
  useTitle(`Dashboard · ${site.name}`);
  const query = useSiteStats(site.id, DEFAULT_RANGE);
  const { data, isError } = query;
  return (
    <>
      <PageHeader
        title={site.name}
        description={`T${rangeName(DEFAULT_RANGE).slice(1)} vs. ${comparisonName(DEFAULT_RANGE)} (${clockName(site.timezone)})`}
        action={
          <Button asChild variant="secondary">
            <Link to={screens.siteAnalytics.href(site.slug)}>
              Analytics
              <ArrowRight aria-hidden="true" size={16} />
            </Link>
          </Button>
        }
      />
      <GettingStarted site={site} displays={data?.totals.displays} />
      {isError && !data ? (
        <StatsError query={query} />
      ) : (
        <section aria-label="Statistics" className="space-y-4">
          {data ? (
            <StatCells totals={data.totals} previous={data.previous} period={beforeName(DEFAULT_RANGE)} />
          ) : (
            <CellSkeletons />
          )}
          <Trend report={data} />
        </section>
      )}
    </>
  );
}
