// All sites at a glance, with their last 30 days. Without any, the form that creates the first one.

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { allowedSites, remainingSites, SITES_SEARCHED_FROM, useSites } from '#client/data/sites.ts';
import { useSummaries } from '#client/data/stats.ts';
import { ATTENTION_WORDS, describeSites, isUrgent, urgencyOf } from '#client/format/attention.ts';
import { agoOf } from '#client/format/dates.ts';
import { count } from '#client/format/numbers.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { AttentionMark } from '#client/ui/attention-mark.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { ContentError, LoadError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { searchScore } from '#client/ui/search-score.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type SortValue, sortRows } from '#client/ui/sort-rows.ts';
import { Sparkline } from '#client/ui/sparkline.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { Site } from '#shared/contract/site.ts';
import { UNSEEN_FOR } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import type { SiteSort } from './sites-toolbar.tsx';

/** Days that the summaries cover. */
const STATS_DAYS = 30;

/** Its form says "Create your first site": one click less than a link to it. */
const FirstSite = lazyPart(
  async () => (await import('./create-site-page.tsx')).default,
  <Skeleton className="h-96 w-full max-w-xl" />,
);

export default function OverviewPage() {
  const { data: sites } = useSites();
  // Once the first site is created, the form stays until the next screen is there.
  const [hasNone, setHasNone] = useState(false);
  if (sites?.length === 0 && !hasNone) setHasNone(true);
  return hasNone ? <FirstSite /> : <AllSites />;
}

function AllSites() {
  useTitle('All sites');
  const query = useSites();
  const sites = query.data;
  const allowed = allowedSites(useUser());
  const left = sites && remainingSites(allowed, sites.length);
  return (
    <>
      <PageHeader
        title="All sites"
        description={
          left === undefined
            ? `Last ${STATS_DAYS} days.`
            : `Last ${STATS_DAYS} days. ${sites?.length} of ${allowed} ${allowed === 1 ? 'site' : 'sites'} in use.`
        }
        action={
          left !== undefined &&
          left > 0 && (
            <ButtonLink to={screens.createSite.href()} icon={<Plus aria-hidden="true" size={16} />}>
              New site
            </ButtonLink>
          )
        }
      />
      {query.isError && !sites ? (
        <ContentError query={query} title="Couldn't load your sites" comfort="Your sites are safe." />
      ) : sites ? (
        <>
          <SummariesError />
          <SiteTable sites={sites} />
        </>
      ) : (
        <div role="status" aria-label="Loading sites" className="border-line border-t py-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-1.5 h-4 w-32" />
        </div>
      )}
    </>
  );
}

const SitesToolbar = lazyPart(
  async () => (await import('./sites-toolbar.tsx')).SitesToolbar,
  <Skeleton className="h-19 w-full sm:h-9" />,
);

function SiteTable({ sites }: { sites: readonly Site[] }) {
  const { bySite } = useSummaries();
  // In the address, too, so that whoever comes back from a site goes on with the next one.
  const [params, setParams] = useSearchParams();
  const isSearched = sites.length >= SITES_SEARCHED_FROM;
  const [typed, setSearch] = useState(params.get('search') ?? '');
  const search = isSearched ? typed : '';
  const [sort, setSort] = useState(params.get('sort') ?? 'added');
  const note = (name: 'search' | 'sort', value: string) =>
    setParams(
      (now) => {
        now.set(name, value);
        if (value === (name === 'sort' ? 'added' : '')) now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const found = sites.filter(({ name, slug, domains }) =>
    [name, slug, ...domains].some((text) => searchScore(text, search) > 0),
  );
  const values: Record<Exclude<SiteSort, 'added'>, (site: Site) => SortValue> = {
    name: ({ name }) => name,
    attention: ({ id }) => urgencyOf(bySite?.get(id)?.attention),
    displays: ({ id }) => -(bySite?.get(id)?.displays ?? 0),
    clicks: ({ id }) => -(bySite?.get(id)?.clicks ?? 0),
    unseen: ({ id }) => Date.parse(bySite?.get(id)?.lastSeenAt ?? '') || 0,
  };
  const read = Object.hasOwn(values, sort) ? values[sort as keyof typeof values] : undefined;
  return (
    <>
      {isSearched && (
        <div className="space-y-3">
          <SitesToolbar
            search={search}
            onSearch={(value) => {
              setSearch(value);
              note('search', value);
            }}
            sort={read ? (sort as SiteSort) : 'added'}
            onSort={(value) => {
              setSort(value);
              note('sort', value);
            }}
          />
          <p className="min-h-5 text-muted text-table">{bySite && describeSites([...bySite.values()])}</p>
        </div>
      )}
      {found.length > 0 ? (
        <Table
          label="Sites"
          columns={COLUMNS}
          rows={read ? sortRows(found, read, false) : found}
          rowKey={(site) => site.id}
        />
      ) : (
        <p className="py-14 text-center text-muted">No site matches “{search.trim()}”.</p>
      )}
    </>
  );
}

const COLUMNS: TableColumns<Site> = [
  {
    key: 'site',
    header: 'Site',
    cell: (site) => (
      <>
        <Link
          to={screens.siteDashboard.href(site.slug)}
          className="pressable-text line-clamp-2 wrap-anywhere font-semibold text-[15px] hover:underline"
        >
          {site.name}
        </Link>
        <DomainLine site={site} />
      </>
    ),
  },
  {
    key: 'notifications',
    header: 'Notifications',
    align: 'end',
    cell: (site) => <Stat site={site} of="activeNotifications" />,
  },
  {
    key: 'trend',
    header: `${STATS_DAYS} days`,
    // On phones in a line of its own, as wide as the card.
    className: 'max-md:order-4 max-md:mt-3 max-md:basis-full md:pl-3 xl:pl-6',
    cell: (site) => <Trend site={site} />,
  },
  { key: 'displays', header: 'Displays', align: 'end', cell: (site) => <Stat site={site} of="displays" /> },
  { key: 'clicks', header: 'Clicks', align: 'end', cell: (site) => <Stat site={site} of="clicks" /> },
  {
    key: 'installation',
    header: 'Installation',
    place: 'corner',
    // As wide as it gets: the columns before it stay where they are once it is known.
    className: 'xl:min-w-58',
    cell: (site) => <Installation site={site} />,
  },
];

function SummariesError() {
  const query = useSummaries();
  if (!query.isError) return null;
  return <LoadError query={query} title={`Couldn't ${query.bySite ? 'refresh' : 'load'} your statistics`} />;
}

/** One number in a row. A single call fetches them all. */
function Stat({ site, of }: { site: Site; of: 'activeNotifications' | 'displays' | 'clicks' }) {
  const { bySite, isError } = useSummaries();
  const summary = bySite?.get(site.id);
  return (
    <span className="inline-block xl:min-w-20">
      {summary ? (
        <>
          {count(summary[of])}
          {of === 'activeNotifications' && (
            <span className="text-muted">
              {summary.notifications > summary.activeNotifications && ` of ${count(summary.notifications)}`}
              <span className="md:max-xl:sr-only"> active</span>
            </span>
          )}
        </>
      ) : isError ? (
        '–'
      ) : (
        <Skeleton className="inline-block h-4 w-8 align-middle" />
      )}
    </span>
  );
}

/** What needs attention stands in it, too, so that the row is as high, and its column as wide, as before that was known. */
function DomainLine({ site }: { site: Site }) {
  const attention = useSummaries().bySite?.get(site.id)?.attention;
  return (
    <p className="mt-1 flex w-0 min-w-full items-center gap-x-2.5 text-meta text-muted">
      {attention && <AttentionMark text={ATTENTION_WORDS[attention]} isUrgent={isUrgent(attention)} />}
      <span className={classNames('wrap-anywhere line-clamp-1', attention && 'max-lg:hidden')}>
        {site.domains.join(', ') || 'Any domain'}
      </span>
    </p>
  );
}

const TREND_SIZE = 'inline-block h-6 w-20 align-middle max-md:mt-1 max-md:block max-md:h-8 max-md:w-full xl:w-32';

function Trend({ site }: { site: Site }) {
  const { bySite, isError } = useSummaries();
  const summary = bySite?.get(site.id);
  if (!summary && isError) return '–';
  return summary ? <Sparkline values={summary.trend} className={TREND_SIZE} /> : <Skeleton className={TREND_SIZE} />;
}

/** Whether visitors get notifications: the widget is on, and its snippet was seen. */
function Installation({ site }: { site: Site }) {
  const now = useNow(MINUTE);
  const { bySite, isError } = useSummaries();
  const summary = bySite?.get(site.id);
  if (!summary) return isError ? '–' : <Skeleton className="inline-block h-5 w-28 align-middle" />;
  const { isWidgetActive, lastSeenAt, lastSeenHost } = summary;
  if (!isWidgetActive) return <Badge>Paused</Badge>;
  if (lastSeenAt === null) {
    return (
      <Link to={screens.siteSetup.href(site.slug)} className="py-1 font-medium text-accent hover:underline">
        Not seen yet
      </Link>
    );
  }
  const isLost = now - Date.parse(lastSeenAt) > UNSEEN_FOR;
  return (
    <span className="block max-w-40 xl:max-w-52">
      <span className={`flex items-center gap-1.5 ${isLost ? 'font-medium text-danger' : ''}`}>
        <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full ${isLost ? 'bg-danger' : 'bg-success'}`} />
        {isLost ? 'Last seen' : 'Seen'} {agoOf(lastSeenAt, now)}
      </span>
      {lastSeenHost && <span className="block truncate text-meta text-muted">on {lastSeenHost}</span>}
    </span>
  );
}
