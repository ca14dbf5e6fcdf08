// A site's sources: what each is and how it does, and the kinds that can be added.

import { ChevronRight } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { failureToast } from '#client/auth/failures.ts';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useCreateSource, useSources } from '#client/data/sources.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton, Skeletons } from '#client/ui/skeleton.tsx';
import { SourceGlyph } from '#client/ui/source-kind.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { SOURCES_MAX } from '#shared/limits.ts';
import { isConnectedKind, SOURCE_KIND_FACTS, SOURCE_KINDS, type SourceKind } from '#shared/source-kinds.ts';
import { unfinishedOf } from './connection-words.ts';
import { StatusMark } from './status-mark.tsx';

// Forms bring their validation.
const ConnectNew = lazyPart(
  async () => (await import('./connect-new.tsx')).ConnectNew,
  <Skeleton className="h-56 w-full" />,
);

export default function SourcesPage({ site }: { site: Site }) {
  useTitle(`Sources · ${site.name}`);
  const query = useSources(site.id, () => true);
  const { data: sources } = query;
  const [params] = useSearchParams();
  const asked = SOURCE_KINDS.filter(isConnectedKind).find((kind) => kind === params.get('connect'));
  return (
    <div className="max-w-4xl space-y-8">
      <PageHeader
        title="Sources"
        description={
          <>
            Orders, sign-ups and reviews become notifications automatically.{' '}
            <LearnMore guide="events" about="sources" slug={site.slug} />
          </>
        }
      />
      {sources ? (
        <>
          {asked && <ConnectNew site={site} sources={sources} kind={asked} shop={params.get('shop') ?? ''} />}
          <SourceList site={site} sources={sources} />
          <AddSource site={site} sources={sources} />
          <p className="text-muted text-table">
            For your privacy policy: the{' '}
            <TextLink to={screens.siteDataStatement.href(site.slug)}>data statement</TextLink> says which customer data
            is kept, and for how long.
          </p>
        </>
      ) : query.isError ? (
        <ContentError title="Couldn't load your sources" query={query} />
      ) : (
        <Skeletons label="Loading sources" sizes={['h-16 w-full', 'h-16 w-full']} />
      )}
    </div>
  );
}

function SourceList({ site, sources }: { site: Site; sources: readonly Source[] }) {
  const now = useNow(15_000);
  return (
    <ul aria-label="Sources" className="border-line border-y">
      {sources.map((source) => (
        <li key={source.id} className="border-line border-t first:border-t-0">
          <Link
            to={screens.siteSource.href(site.slug, source.id)}
            className="group -mx-2 flex items-center gap-3.5 rounded-control px-2 py-3.5 hover:bg-ink/4"
          >
            <SourceGlyph kind={source.kind} />
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-semibold">{source.name}</span>
              <span className="mt-0.5 block text-table">
                <StatusMark source={source} now={now} />
              </span>
            </span>
            {source.name !== SOURCE_KIND_FACTS[source.kind].label && (
              <span className="shrink-0 text-muted text-table max-sm:hidden">
                {SOURCE_KIND_FACTS[source.kind].label}
              </span>
            )}
            <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-muted group-hover:text-ink" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What can be added, in the order of what most owners have. Every site has its API source from the start. */
const ADDABLE: Record<SourceKind, string> = {
  shopify: 'Paid orders. Refunded and canceled ones disappear.',
  woocommerce: 'Paid orders. Refunded or deleted ones disappear.',
  stripe: 'Payments and new subscriptions, without renewals.',
  webhook: 'Zapier, Make, n8n or your own server.',
  api: 'Purchases, sign-ups and reviews from your own code.',
  csv: 'A file of orders, sign-ups or reviews.',
};

const CARD =
  'flex h-full w-full gap-3.5 rounded-panel border border-line bg-raised p-4 text-left transition-colors duration-100 enabled:hover:border-field [a&]:hover:border-field disabled:opacity-60';

function AddSource({ site, sources }: { site: Site; sources: readonly Source[] }) {
  const navigate = useNavigate();
  const create = useCreateSource();
  const api = sources.find(({ kind }) => kind === 'api');
  const isFull = sources.length >= SOURCES_MAX;
  const add = (kind: SourceKind) => {
    if (create.isPending) return;
    // Whoever went back before finishing it means the same one.
    const unfinished = unfinishedOf(sources, kind);
    if (unfinished) return navigate(screens.siteSource.href(site.slug, unfinished.id));
    create.mutate(
      { siteId: site.id, kind },
      {
        onSuccess: ({ id }) => navigate(screens.siteSource.href(site.slug, id)),
        onError: (error) => toast(failureToast(error, { title: 'Failed to add the source' })),
      },
    );
  };
  return (
    <section aria-labelledby="add-source">
      <h2 id="add-source" className="font-display text-heading">
        Add source
      </h2>
      {isFull && (
        <p className="mt-0.5 text-muted">A site can have {SOURCES_MAX} sources. Delete one to make room for another.</p>
      )}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {SOURCE_KINDS.map((kind) => {
          const card = (
            <>
              <SourceGlyph kind={kind} />
              <span className="min-w-0">
                <span className="block font-semibold">{SOURCE_KIND_FACTS[kind].label}</span>
                <span className="mt-0.5 block text-pretty text-muted text-table">{ADDABLE[kind]}</span>
              </span>
            </>
          );
          return (
            <li key={kind}>
              {kind === 'api' && api ? (
                <Link to={screens.siteSource.href(site.slug, api.id)} className={CARD}>
                  {card}
                </Link>
              ) : (
                <button
                  type="button"
                  disabled={isFull}
                  aria-busy={(create.isPending && create.variables.kind === kind) || undefined}
                  onClick={() => add(kind)}
                  className={CARD}
                >
                  {card}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
