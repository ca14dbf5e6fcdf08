// The search over all guides and questions, and below it the guides by topic. What is searched for is in the address.
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { findDocument, guides, loadSections } from '#client/content/documents.ts';
import { documentHref, guideHref } from '#client/content/links.ts';
import { useAddressSearch } from '#client/hooks/use-address-search.ts';
import { screens } from '#client/screens.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { GuideList } from './guide-list.tsx';
import type { Found } from './guide-search.ts';

type Search = (query: string) => Found[];

/** @param slug of the site in whose documentation it is; without one it is on the public support page. */
export function GuideFinder({ slug }: { slug?: string }) {
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (search: string) => setParams(search ? { q: search } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  const { search, setSearch, settle } = useAddressSearch(params.get('q') ?? '', write);
  const query = search.trim();
  const { find, hasFailed, load } = useSearchIndex(query !== '');
  const found = useMemo(() => (query && find ? find(query) : null), [query, find]);
  const isSearching = query !== '' && !find && !hasFailed;
  const place = useRef<HTMLDivElement>(null);
  /** Whoever follows a result at once comes back to the results, too. */
  const keep = () => {
    settle(search);
    write(query);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>('input, [data-result]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
    } else if (event.key === 'Enter' && at === 0) links[1]?.click();
    else if (event.key === 'Escape' && query) {
      setSearch('');
      links[0]?.focus();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from the field through the results.
    <div ref={place} className="space-y-8" onKeyDown={onKeyDown} onFocus={load}>
      <search className="block max-w-xl">
        <SearchField label="Search guides and questions" value={search} onChange={setSearch} />
      </search>
      <p role="status" className="sr-only">
        {isSearching && 'Searching…'}
        {found && (found.length === 1 ? '1 result' : `${found.length} results`)}
      </p>
      {query === '' && <GuideList slug={slug} />}
      {isSearching && (
        <div aria-hidden="true" className="max-w-3xl space-y-4">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-3/4" />
        </div>
      )}
      {hasFailed && query !== '' && (
        <EmptyState
          isFailure
          title="The search couldn't be loaded"
          description="Check your connection. The guides themselves are below the empty search field."
          action={
            <Button variant="secondary" onClick={load}>
              Try again
            </Button>
          }
        />
      )}
      {found && found.length > 0 && <Results found={found} slug={slug} onFollow={keep} />}
      {found?.length === 0 && <Nothing query={query} slug={slug} onClear={() => setSearch('')} />}
    </div>
  );
}

/** @returns the search once it is loaded: as soon as somebody is about to type, or the address brings a query. */
function useSearchIndex(isNeeded: boolean) {
  const [find, setFind] = useState<Search>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    if (find) return;
    setHasFailed(false);
    const faq = findDocument('pages/faq');
    Promise.all([loadSections(), import('./guide-search.ts')]).then(
      ([sections, { makeSearch }]) => setFind(() => makeSearch([...guides, ...(faq ? [faq] : [])], sections)),
      () => setHasFailed(true),
    );
  }, [find]);
  useEffect(() => {
    if (isNeeded) load();
  }, [isNeeded, load]);
  return { find, hasFailed, load };
}

const hrefOf = ({ entry, section }: Found, slug: string | undefined): string => {
  const [folder, name = ''] = entry.name.split('/');
  if (folder === 'guides') return guideHref(name, slug, section.id);
  return documentHref(`page:${name}${section.id && `#${section.id}`}`) ?? screens.support.href();
};

type ResultsProps = { found: Found[]; slug: string | undefined; onFollow: () => void };

const Results = ({ found, slug, onFollow }: ResultsProps) => (
  <ol aria-label="Results" className="max-w-3xl border-line border-t">
    {found.map((each) => (
      <li key={each.entry.name} className="border-line border-b">
        <Link data-result onClick={onFollow} to={hrefOf(each, slug)} className="group block py-4">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-accent underline decoration-accent/35 underline-offset-3 group-hover:decoration-accent">
              {each.entry.title}
            </span>
            {each.section.id && <span className="text-muted text-table">{each.section.title}</span>}
          </span>
          <span className="mt-1 block text-pretty text-muted text-table">
            {each.excerpt.map(({ text, isMatch }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in order.
              isMatch ? <Match key={at}>{text}</Match> : text,
            )}
          </span>
        </Link>
      </li>
    ))}
  </ol>
);

const Match = ({ children }: { children: string }) => (
  <mark className="rounded-[2px] bg-proof-tint font-medium text-proof-ink">{children}</mark>
);

const USUAL = ['getting-started', 'why-not-shown', 'counting'];

function Nothing({ query, slug, onClear }: { query: string; slug: string | undefined; onClear: () => void }) {
  const usual = guides.filter(({ guide }) => USUAL.includes(guide));
  return (
    <EmptyState
      title={`Nothing found for “${query}”`}
      description={
        <>
          Try fewer words, or the name of a screen. What people look for most:{' '}
          {usual.map(({ guide, title }, at) => (
            <span key={guide}>
              {at > 0 && ', '}
              <TextLink to={guideHref(guide, slug)}>{title}</TextLink>
            </span>
          ))}
          .
        </>
      }
      action={
        <>
          <Button variant="secondary" onClick={onClear}>
            Show all guides
          </Button>
          <ButtonLink variant="secondary" to={`${screens.support.href()}#contact`}>
            Ask for help
          </ButtonLink>
        </>
      }
    />
  );
}
