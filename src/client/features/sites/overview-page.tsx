// All sites at a glance: what each shows, and what it did in the last 30 days. Without a site, the way to the first.
import { Plus } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useUser } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { STATS_DAYS, useSiteSummary, useSites } from './queries.ts';
import { allowedSites, remainingSites } from './site-limit.ts';

const COLUMNS = 'md:grid md:grid-cols-[minmax(0,1fr)_8rem_7rem_7rem_6rem] md:items-center md:gap-4';
const NUMBERS = new Intl.NumberFormat('en');

export function OverviewPage() {
  useTitle('All sites');
  const { data: sites, isError, isFetching, retry } = useSites();
  const allowed = allowedSites(useUser());
  if (sites?.length === 0) return <Navigate to={paths.createSite.href()} replace />;
  const left = sites && remainingSites(allowed, sites.length);
  return (
    <>
      <PageHeader
        title="All sites"
        description={
          left === undefined
            ? `The last ${STATS_DAYS} days.`
            : `The last ${STATS_DAYS} days. ${sites?.length} of ${allowed} ${allowed === 1 ? 'site' : 'sites'} in use.`
        }
        action={
          left !== undefined &&
          left > 0 && (
            <Button asChild icon={<Plus aria-hidden="true" size={16} />}>
              <Link to={paths.createSite.href()}>New site</Link>
            </Button>
          )
        }
      />
      {isError && !sites ? (
        <EmptyState
          title={TOASTS.sitesFetchFailed.title}
          description="Your sites are safe. Check your connection and try again."
          action={
            <Button onClick={retry} isBusy={isFetching}>
              Try again
            </Button>
          }
        />
      ) : (
        <div className="-mx-4 border-line border-t md:-mx-8">
          <div className={`hidden border-line border-b px-8 py-2.5 font-medium text-[13px] text-muted ${COLUMNS}`}>
            <span>Site</span>
            <span className="text-right">Notifications</span>
            <span className="text-right">Displays</span>
            <span className="text-right">Clicks</span>
            <span>Widget</span>
          </div>
          {sites ? (
            <ul>
              {sites.map((site) => (
                <SiteRow key={site.id} site={site} />
              ))}
            </ul>
          ) : (
            <div className="px-4 py-5 md:px-8" role="status" aria-label="Loading sites">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="mt-2 h-4 w-32" />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function SiteRow({ site }: { site: Site }) {
  const { notices, activeNotices, totals, isWidgetActive, isError } = useSiteSummary(site.id);
  return (
    <li className={`relative border-line border-b px-4 py-4 hover:bg-raised md:px-8 ${COLUMNS}`}>
      <div className="min-w-0">
        <Link
          to={paths.siteDashboard.href(site.slug)}
          className="block truncate font-semibold text-[15px] after:absolute after:inset-0"
        >
          {site.name}
        </Link>
        <p className="mt-0.5 truncate text-[13px] text-muted">{site.domains.join(', ') || 'Any domain'}</p>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-2 md:contents">
        <Figure label="Notifications" value={notices} hint={activeNotices} isMissing={isError} />
        <Figure label="Displays" value={totals?.displays} isMissing={isError} />
        <Figure label="Clicks" value={totals?.clicks} isMissing={isError} />
      </dl>
      <p className="absolute top-4 right-4 md:static">
        {isWidgetActive !== undefined && (
          <Badge tone={isWidgetActive ? 'success' : 'neutral'}>{isWidgetActive ? 'On' : 'Off'}</Badge>
        )}
      </p>
    </li>
  );
}

type FigureProps = { label: string; value: number | undefined; hint?: number | undefined; isMissing: boolean };

function Figure({ label, value, hint, isMissing }: FigureProps) {
  return (
    <div className="md:text-right">
      <dt className="text-muted text-xs md:sr-only">{label}</dt>
      <dd className="text-sm tabular-nums">
        {value === undefined ? isMissing ? '–' : <Skeleton className="h-4 w-10 md:ml-auto" /> : NUMBERS.format(value)}
        {hint !== undefined && <span className="ml-1.5 text-muted text-xs">{hint} active</span>}
      </dd>
    </div>
  );
}
