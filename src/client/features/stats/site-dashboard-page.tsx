// A site's dashboard: how far the set-up has come, the last 30 days in figures, and their course.
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { Site } from '#shared/contract/site.ts';
import { CellSkeletons, FigureCells } from './figure-cells.tsx';
import { FiguresFault } from './figures-fault.tsx';
import { GettingStarted } from './getting-started.tsx';
import { useSiteStats } from './queries.ts';
import { beforeName, comparisonName, DEFAULT_RANGE, rangeName, zoneName } from './range.ts';
import { Trend } from './trend.tsx';

export function SiteDashboardPage({ site }: { site: Site }) {
  useTitle(`Dashboard · ${site.name}`);
  const query = useSiteStats(site.id, DEFAULT_RANGE);
  const { data, isError } = query;
  return (
    <>
      <PageHeader
        title={site.name}
        description={`T${rangeName(DEFAULT_RANGE).slice(1)}, in ${zoneName(site.timezone)} time, compared with ${comparisonName(DEFAULT_RANGE)}.`}
        action={
          <Button asChild variant="secondary">
            <Link to={paths.siteAnalytics.href(site.slug)}>
              Analytics
              <ArrowRight aria-hidden="true" size={16} />
            </Link>
          </Button>
        }
      />
      <GettingStarted site={site} displays={data?.totals.displays} />
      {isError && !data ? (
        <FiguresFault query={query} />
      ) : (
        <section aria-label="Figures" className="space-y-4">
          {data ? (
            <FigureCells totals={data.totals} previous={data.previous} period={beforeName(DEFAULT_RANGE)} />
          ) : (
            <CellSkeletons />
          )}
          <Trend report={data} />
        </section>
      )}
    </>
  );
}
