// A site's events: what happened, whether it shows and why not, and what the owner can retract.
import { UserX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useEvents } from '#client/data/events.ts';
import { STATE_LABELS } from '#client/format/event-state.ts';
import { count } from '#client/format/numbers.ts';
import { useAddressSearch } from '#client/hooks/use-address-search.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { EVENT_STATES, type EventState } from '#shared/contract/event.ts';
import type { Site } from '#shared/contract/site.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { EventTable } from './event-table.tsx';

const ForgetDialog = lazyOverlay(async () => (await import('./forget-dialog.tsx')).ForgetDialog);

type View = { search: string; state: EventState | undefined; page: number };

/** @returns what the address asks for; what it says wrongly is the default. */
const readView = (query: URLSearchParams): View => ({
  search: query.get('q') ?? '',
  state: EVENT_STATES.find((state) => state === query.get('state')),
  page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
});

/** @returns the query of a view, without what is the default. */
function queryOf({ search, state, page }: View): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { q: search }),
    ...(state && { state }),
    ...(page > 1 && { page: String(page) }),
  });
}

export default function EventsPage({ site }: { site: Site }) {
  useTitle(`Events · ${site.name}`);
  const [query, setQuery] = useSearchParams();
  const view = readView(query);
  const write = useCallback(
    (search: string) => setQuery((now) => queryOf({ ...readView(now), search, page: 1 }), { replace: true }),
    [setQuery],
  );
  const { search, setSearch, settle } = useAddressSearch(view.search, write);
  const searched = view.search.trim().slice(0, NAME_MAX);
  const events = useEvents({
    siteId: site.id,
    ...(searched && { search: searched }),
    ...(view.state && { state: view.state }),
    ...(view.page > 1 && { page: view.page }),
  });
  const { data, isPlaceholderData } = events;
  const [isForgetting, setIsForgetting] = useState(false);
  const isFiltered = searched !== '' || view.state !== undefined;
  const change = (changes: Partial<View>) => {
    settle(search);
    setQuery(queryOf({ ...view, search, page: 1, ...changes }));
  };
  const isEmpty = data?.total === 0 && !isFiltered && !isPlaceholderData;
  return (
    <>
      <PageHeader
        title="Events"
        description={
          <>
            Every order, sign-up and review we received, and whether visitors see it.{' '}
            <LearnMore guide="events" about="events" slug={site.slug} />
          </>
        }
        action={
          <Button
            variant="secondary"
            icon={<UserX aria-hidden="true" size={16} />}
            onClick={() => setIsForgetting(true)}
          >
            Forget a person
          </Button>
        }
      />
      {events.isError && !data ? (
        <ContentError title="Couldn't load your events" query={events} />
      ) : isEmpty ? (
        <EmptyState
          title="Nothing has happened yet"
          description="Connect your shop, or send events from your own code. They are listed here as they arrive."
          action={<ButtonLink to={screens.siteSources.href(site.slug)}>Connect a source</ButtonLink>}
        />
      ) : (
        <div className="space-y-4">
          <Filters search={search} onSearch={setSearch} state={view.state} onState={(state) => change({ state })} />
          {!data ? (
            <Skeletons
              label="Loading events"
              sizes={['h-12 w-full', 'h-12 w-full', 'h-12 w-3/4']}
              className="space-y-4 pt-2"
            />
          ) : data.events.length > 0 ? (
            <>
              <EventTable site={site} events={data.events} />
              <Pages
                page={data.page}
                limit={data.limit}
                total={data.total}
                hrefOf={(page) => `?${queryOf({ ...view, page })}`}
              />
            </>
          ) : (
            <div className="py-14 text-center">
              <p className="mb-4 text-muted">
                {searched ? `Nothing matches “${searched}”.` : 'Nothing matches this filter.'}
              </p>
              <Button
                variant="secondary"
                onClick={() => {
                  settle('');
                  setQuery({});
                }}
              >
                Show all
              </Button>
            </div>
          )}
        </div>
      )}
      {isForgetting && <ForgetDialog siteId={site.id} onClose={() => setIsForgetting(false)} />}
    </>
  );
}

type FiltersProps = {
  search: string;
  onSearch: (search: string) => void;
  state: EventState | undefined;
  onState: (state: EventState | undefined) => void;
};

const Filters = ({ search, onSearch, state, onState }: FiltersProps) => (
  <>
    <div className="md:hidden">
      <SearchField label="Search events" value={search} onChange={onSearch} />
    </div>
    <Tabs
      label="State"
      value={state ?? 'all'}
      onValueChange={(value) => onState(EVENT_STATES.find((one) => one === value))}
      tabs={[{ value: 'all', label: 'All' }, ...EVENT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))]}
      action={
        <div className="-mt-2 hidden w-40 md:block lg:w-56">
          <SearchField label="Search events" value={search} onChange={onSearch} />
        </div>
      }
    />
  </>
);

type PagesProps = { page: number; limit: number; total: number; hrefOf: (page: number) => string };

function Pages({ page, limit, total, hrefOf }: PagesProps) {
  const last = Math.ceil(total / limit);
  const from = (page - 1) * limit + 1;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-table tabular-nums">
        {last > 1
          ? `${count(from)}–${count(Math.min(page * limit, total))} of ${count(total)}`
          : `${count(total)} ${total === 1 ? 'event' : 'events'}`}
      </p>
      {last > 1 && (
        <div className="flex gap-2">
          <PageLink label="Newer" href={page > 1 ? hrefOf(page - 1) : null} />
          <PageLink label="Older" href={page < last ? hrefOf(page + 1) : null} />
        </div>
      )}
    </nav>
  );
}

const PageLink = ({ label, href }: { label: string; href: string | null }) =>
  href === null ? (
    <Button variant="secondary" size="sm" disabled>
      {label}
    </Button>
  ) : (
    <ButtonLink variant="secondary" size="sm" to={href}>
      {label}
    </ButtonLink>
  );
