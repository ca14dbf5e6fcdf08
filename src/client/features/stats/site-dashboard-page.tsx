// A site's dashboard: how far the set-up has come, the last 30 days in figures, and their course.
import { lazy, type ReactNode, Suspense } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Stat } from '#client/ui/stat.tsx';
import type { Site } from '#shared/contract/site.ts';
import { clickRate } from './figures.ts';
import { GettingStarted } from './getting-started.tsx';
import { DASHBOARD_DAYS, useDailyStats } from './queries.ts';

const DailyChart = lazy(async () => ({ default: (await import('./daily-chart.tsx')).DailyChart }));

export function SiteDashboardPage({ site }: { site: Site }) {
  useTitle(`Dashboard · ${site.name}`);
  const { data, isError, error, isFetching, refetch } = useDailyStats(site.id);
  return (
    <>
      <PageHeader
        title={site.name}
        description={`The last ${DASHBOARD_DAYS} days, in ${zoneName(site.timezone)} time.`}
      />
      <GettingStarted site={site} displays={data?.totals.displays} />
      {isError && !data ? (
        <Alert
          tone="danger"
          title="The figures could not be loaded"
          action={
            <Button variant="secondary" size="sm" onClick={() => refetch()} isBusy={isFetching}>
              Try again
            </Button>
          }
        >
          {faultOf(error).message}
        </Alert>
      ) : (
        <section aria-label="Figures">
          <div className="grid grid-cols-2 border-line border-y lg:grid-cols-4">
            {data ? (
              <>
                <Cell>
                  <Stat label="Displays" value={data.totals.displays} />
                </Cell>
                <Cell>
                  <Stat label="Clicks" value={data.totals.clicks} />
                </Cell>
                <Cell>
                  <Stat label="Click rate" value={clickRate(data.totals)} />
                </Cell>
                <Cell>
                  <Stat label="Dismissals" value={data.totals.dismissals} />
                </Cell>
              </>
            ) : (
              ['a', 'b', 'c', 'd'].map((cell) => (
                <Cell key={cell}>
                  <Skeleton className="h-4 w-16" />
                  <Skeleton className="mt-2 h-8 w-20" />
                </Cell>
              ))
            )}
          </div>
          <div className="mt-8">
            <div className="flex items-baseline justify-between gap-4">
              <h2 className="font-display text-heading">By day</h2>
              <ul aria-hidden="true" className="flex gap-4 text-meta text-muted">
                <li className="flex items-center gap-1.5">
                  <span className="h-0.5 w-3.5 bg-accent" /> Displays
                </li>
                <li className="flex items-center gap-1.5">
                  <span className="h-0.5 w-3.5 bg-proof" /> Clicks
                </li>
              </ul>
            </div>
            <p className="mt-0.5 text-table text-muted">
              A display counts when at least half of a notice was in view for one second.
            </p>
            <div className="mt-4 h-64 md:h-80">
              {data && (
                <Suspense fallback={<Skeleton className="h-full w-full" />}>
                  <DailyChart days={data.days} />
                </Suspense>
              )}
              {!data && <Skeleton className="h-full w-full" />}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

const zoneName = (timezone: string) => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

const Cell = ({ children }: { children: ReactNode }) => (
  <div className="border-line px-4 py-5 odd:border-r odd:pl-0 max-lg:[&:nth-child(-n+2)]:border-b lg:px-6 lg:not-first:pl-6 lg:not-last:border-r">
    {children}
  </div>
);
