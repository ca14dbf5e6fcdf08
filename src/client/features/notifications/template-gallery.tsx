// The gallery of templates, in place of the list: search, categories, a card for each. What is shown is in the address,
// so that Back closes it and a link opens it: `?templates=sales&find=order`. `&from=<id>` opens the form for a template
// made from that notification.
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useAllTemplates, useCloneTemplate } from '#client/data/templates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Input } from '#client/ui/input.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import { TEMPLATE_CATEGORIES, type Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { TOASTS } from '#shared/messages.ts';
import { HOUR } from '#shared/time.ts';
import type { Draft } from './describe.ts';
import { CARD_GRID, GALLERY_COLUMNS, GalleryFrame, LoadingCards } from './gallery-frame.tsx';
import { type TemplateActions, TemplateCard } from './template-card.tsx';
import { draftFromNotification, draftFromTemplate, type TemplateDraft } from './template-form.ts';
import { DeleteTemplate, TemplateSheet } from './template-sheet.tsx';
import {
  CATEGORY_LABELS,
  draftOf,
  inOrder,
  isInFilter,
  searchTemplates,
  type TemplateFilter,
} from './template-text.ts';

const FILTERS: { filter: TemplateFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'yours', label: 'Yours' },
  ...TEMPLATE_CATEGORIES.map((category) => ({ filter: category, label: CATEGORY_LABELS[category] })),
];

const filterOf = (text: string | null): TemplateFilter =>
  FILTERS.find(({ filter }) => filter === text)?.filter ?? 'all';

/** @returns the gallery's address, relative to the page. */
function hrefOf(filter: TemplateFilter, search: string): string {
  const query = new URLSearchParams({ templates: filter === 'all' ? '' : filter });
  if (search !== '') query.set('find', search);
  return `?${query}`;
}

type TemplateGalleryProps = {
  site: Site;
  widget: Widget;
  /** From which templates can be made; undefined while they are loading. */
  notifications: Notification[] | undefined;
  onUse: (draft: Draft) => void;
};

export function TemplateGallery({ site, widget, notifications, onUse }: TemplateGalleryProps) {
  useTitle(`Templates · ${site.name}`);
  const [params, setParams] = useSearchParams();
  const { search, setSearch } = useSearch();
  const { templates, error, isFetching, refetch } = useAllTemplates();
  const [happenedAt] = useState(() => new Date(Date.now() - 2 * HOUR).toISOString());
  const [draft, setDraft] = useState<TemplateDraft | null>(null);
  const [toDelete, setToDelete] = useState<Template | null>(null);
  const clone = useCloneTemplate();

  const { mutate } = clone;
  const actions = useMemo<TemplateActions>(
    () => ({
      use: (template) => onUse(draftOf(template)),
      editCopy: (template) => setDraft(draftFromTemplate(template)),
      remove: setToDelete,
      duplicate: ({ id }) =>
        mutate(
          { id },
          {
            onSuccess: () => toast(TOASTS.templateDuplicated),
            onError: (reason) =>
              toast({ ...TOASTS.templateCreateFailed, description: failureOf(reason).message, tone: 'danger' }),
          },
        ),
    }),
    [onUse, mutate],
  );

  const from = params.get('from');
  useEffect(() => {
    if (from === null || !notifications) return;
    const source = notifications.find(({ id }) => id === from);
    if (source) setDraft(draftFromNotification(source));
    setParams({ templates: '' }, { replace: true });
  }, [from, notifications, setParams]);
  return (
    <>
      <GalleryFrame>
        {error ? (
          <EmptyState
            title="Couldn't load the templates"
            description={failureOf(error).message}
            action={
              <Button onClick={() => refetch()} isBusy={isFetching}>
                Try again
              </Button>
            }
          />
        ) : (
          <Browser
            templates={templates}
            filter={filterOf(params.get('templates'))}
            search={search}
            onSearch={setSearch}
            card={(template) => (
              <TemplateCard
                key={template.id}
                template={template}
                widget={widget}
                happenedAt={happenedAt}
                actions={actions}
              />
            )}
          />
        )}
      </GalleryFrame>
      {draft && <TemplateSheet widget={widget} timezone={site.timezone} draft={draft} onClose={() => setDraft(null)} />}
      {toDelete && <DeleteTemplate template={toDelete} onClose={() => setToDelete(null)} />}
    </>
  );
}

/** The search as typed; the address follows it, and decides after Back or Forward. */
function useSearch() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('find') ?? '');
  const { key } = useLocation();
  const type = useNavigationType();
  const found = params.get('find') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step in the history counts, whatever it changed
  useEffect(() => {
    if (type === 'POP') setSearch(found);
  }, [key]);
  return {
    search,
    setSearch(text: string) {
      setSearch(text);
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (text === '') next.delete('find');
          else next.set('find', text);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

type BrowserProps = {
  /** Undefined while loading. */
  templates: Template[] | undefined;
  filter: TemplateFilter;
  search: string;
  onSearch: (search: string) => void;
  card: (template: Template) => ReactNode;
};

function Browser({ templates, filter, search, onSearch, card }: BrowserProps) {
  const found = useMemo(() => searchTemplates(inOrder(templates ?? []), search), [templates, search]);
  const shown = found.filter((template) => isInFilter(template, filter));
  return (
    <div className={GALLERY_COLUMNS}>
      <div className="min-w-0 space-y-3 lg:sticky lg:top-20 lg:self-start">
        <SearchField value={search} onChange={onSearch} />
        <nav
          aria-label="Categories"
          className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 md:-mx-0 md:flex-wrap md:px-0 lg:flex-col lg:pb-0"
        >
          {FILTERS.map(({ filter: one, label }) => (
            <Link
              key={one}
              to={hrefOf(one, search)}
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
          <NothingFound filter={filter} search={search} onClear={() => onSearch('')} />
        )}
      </div>
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />
      <Input
        type="search"
        aria-label="Search templates"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Search"
        className="pl-9"
      />
    </div>
  );
}

function NothingFound({ filter, search, onClear }: { filter: TemplateFilter; search: string; onClear: () => void }) {
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
          <Link to={hrefOf('all', '')}>See all templates</Link>
        </Button>
      }
    />
  ) : (
    <EmptyState title="No templates here" description="Choose another category." />
  );
}
