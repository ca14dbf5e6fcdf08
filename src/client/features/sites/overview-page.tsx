// All sites at a glance: what each shows, and what it did in the last 30 days. Without a site, the way to the first.
import { Plus } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useUser } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Ledger, type LedgerColumn } from '#client/ui/ledger.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { STATS_DAYS, useSites, useSummaries } from './queries.ts';
import { allowedSites, remainingSites } from './site-limit.ts';

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
      ) : sites ? (
        <Ledger label="Sites" columns={COLUMNS} rows={sites} rowKey={(site) => site.id} />
      ) : (
        <div role="status" aria-label="Loading sites" className="border-line border-t py-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-1.5 h-4 w-32" />
        </div>
      )}
    </>
  );
}

const COLUMNS: LedgerColumn<Site>[] = [
  {
    key: 'site',
    header: 'Site',
    place: 'lead',
    cell: (site) => (
      <>
        <Link
          to={paths.siteDashboard.href(site.slug)}
          className="line-clamp-2 wrap-anywhere font-semibold text-[15px] hover:underline"
        >
          {site.name}
        </Link>
        <p className="wrap-anywhere mt-1 line-clamp-1 text-meta text-muted">
          {site.domains.join(', ') || 'Any domain'}
        </p>
      </>
    ),
  },
  { key: 'notices', header: 'Active', align: 'end', cell: (site) => <Figure site={site} of="activeNotifications" /> },
  { key: 'displays', header: 'Displays', align: 'end', cell: (site) => <Figure site={site} of="displays" /> },
  { key: 'clicks', header: 'Clicks', align: 'end', cell: (site) => <Figure site={site} of="clicks" /> },
  { key: 'widget', header: 'Widget', align: 'end', place: 'corner', cell: (site) => <WidgetState site={site} /> },
];

/** One figure of a row, as it comes in; all of them come in one call. */
function Figure({ site, of }: { site: Site; of: 'activeNotifications' | 'displays' | 'clicks' }) {
  const { bySite, isError } = useSummaries();
  const summary = bySite?.get(site.id);
  if (!summary) return isError ? '–' : <Skeleton className="inline-block h-4 w-8 align-middle" />;
  return (
    <span className="inline-block lg:min-w-20">
      {NUMBERS.format(summary[of])}
      {of === 'activeNotifications' && <span className="text-muted"> of {NUMBERS.format(summary.notifications)}</span>}
    </span>
  );
}

function WidgetState({ site }: { site: Site }) {
  const summary = useSummaries().bySite?.get(site.id);
  if (!summary) return null;
  return <Badge tone={summary.isWidgetActive ? 'success' : 'neutral'}>{summary.isWidgetActive ? 'On' : 'Off'}</Badge>;
}
