// Search and categories of the gallery, and the cards that match.
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAddressSearch } from '#client/hooks/use-address-search.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { TEMPLATE_CATEGORIES, type Template } from '#shared/contract/template.ts';
import { galleryHref } from './gallery-address.ts';
import { CARD_GRID, GALLERY_COLUMNS, LoadingCards } from './gallery-frame.tsx';
import { CATEGORY_LABELS, inOrder, isInFilter, searchTemplates, type TemplateFilter } from './template-text.ts';

const FILTERS: { filter: TemplateFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'yours', label: 'Yours' },
  ...TEMPLATE_CATEGORIES.map((category) => ({ filter: category, label: CATEGORY_LABELS[category] })),
];

/** @returns the filter of that name in the address. */
const filterOf = (text: string | null): TemplateFilter =>
  FILTERS.find(({ filter }) => filter === text)?.filter ?? 'all';

type TemplateBrowserProps = {
  /** Undefined while loading. */
  templates: Template[] | undefined;
  card: (template: Template) => ReactNode;
};

export function TemplateBrowser({ templates, card }: TemplateBrowserProps) {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params.get('templates'));
  const write = useCallback(
    (text: string) =>
      setParams((before) => galleryHref(before, { filter: filterOf(before.get('templates')), search: text }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  const { search, setSearch } = useAddressSearch(params.get('find') ?? '', write);
  // Typing goes first; the cards follow.
  const searched = useDeferredValue(search);
  const found = useMemo(() => searchTemplates(inOrder(templates ?? []), searched), [templates, searched]);
  const shown = useMemo(() => found.filter((template) => isInFilter(template, filter)), [found, filter]);
  return (
    <div className={GALLERY_COLUMNS}>
      <div className="min-w-0 space-y-3 lg:sticky lg:top-20 lg:self-start">
        <SearchField label="Search templates" value={search} onChange={setSearch} />
        <nav
          aria-label="Categories"
          className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 md:-mx-0 md:flex-wrap md:px-0 lg:flex-col lg:pb-0"
        >
          {FILTERS.map(({ filter: one, label }) => (
            <Link
              key={one}
              to={galleryHref(params, { filter: one, search })}
              preventScrollReset
              aria-current={one === filter ? 'true' : undefined}
              className={`flex h-9 shrink-0 items-center justify-between gap-2 rounded-control px-3 font-medium text-table transition-colors duration-100 ${one === filter ? 'bg-accent-tint text-ink' : 'text-muted hover:bg-ink/6 hover:text-ink'}`}
            >
              {label}
              <span className="text-meta tabular-nums">
                {templates ? found.filter((template) => isInFilter(template, one)).length : ''}
              </span>
            </Link>
          ))}
        </nav>
      </div>
      <div className="min-w-0">
        <p role="status" className="sr-only">
          {templates && `${shown.length} ${shown.length === 1 ? 'template' : 'templates'}`}
        </p>
        {!templates ? (
          <LoadingCards />
        ) : shown.length > 0 ? (
          <ul aria-label="Templates" className={CARD_GRID}>
            {shown.map(card)}
          </ul>
        ) : (
          <NothingFound filter={filter} search={searched} all={galleryHref(params)} onClear={() => setSearch('')} />
        )}
      </div>
    </div>
  );
}

type NothingFoundProps = {
  filter: TemplateFilter;
  search: string;
  /** The address of all templates. */
  all: string;
  onClear: () => void;
};

function NothingFound({ filter, search, all, onClear }: NothingFoundProps) {
  if (search.trim() !== '') {
    return (
      <EmptyState
        title={`Nothing matches “${search.trim()}”`}
        description="Names, categories and messages are searched."
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    );
  }
  return filter === 'yours' ? (
    <EmptyState
      title="No templates of your own yet"
      description="Save any notification as a template from its menu, or duplicate one of these."
      action={
        <Button asChild variant="secondary">
          <Link to={all}>See all templates</Link>
        </Button>
      }
    />
  ) : (
    <EmptyState title="No templates here" description="Choose another category." />
  );
}
