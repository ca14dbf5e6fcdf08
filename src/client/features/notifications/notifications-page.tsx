// A site's notifications: the list with filters and search, the editor, deleting.
import { LayoutTemplate, Plus, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useNotifications } from '#client/data/notifications.ts';
import { useWidget } from '#client/data/widgets.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Input } from '#client/ui/input.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { type Draft, FILTERS, type Filter, selectNotifications } from './describe.ts';
import type { EditorValues } from './editor-form.ts';
import { FirstNotification } from './first-notification.tsx';
import { GallerySkeleton } from './gallery-frame.tsx';
import { NotificationList, NotificationsSkeleton } from './notification-list.tsx';
import { DeleteNotification } from './row-menu.tsx';
import { takeDraft } from './saved-draft.ts';

const Editor = lazy(async () => ({ default: (await import('./editor-sheet.tsx')).EditorSheet }));
const Gallery = lazy(async () => ({ default: (await import('./template-gallery.tsx')).TemplateGallery }));

export default function NotificationsPage({ site }: { site: Site }) {
  useTitle(`Notifications · ${site.name}`);
  const widget = useWidget(site.id);
  const notifications = useNotifications(widget.data?.id, { isLive: true });
  const [draft, setDraft] = useState<Draft | null>(null);
  const [savedValues, setSavedValues] = useState<EditorValues>();
  const widgetId = widget.data?.id;
  useEffect(() => {
    const saved = widgetId === undefined ? null : takeDraft(widgetId);
    if (!saved) return;
    setDraft(saved.draft);
    setSavedValues(saved.values);
  }, [widgetId]);
  const [toDelete, setToDelete] = useState<Notification | null>(null);

  const failed = [widget, notifications].find((query) => query.isError && !query.data);
  const list = notifications.data;
  const [params, setParams] = useSearchParams();
  // From a link to one notification.
  const askedId = params.get('edit');
  useEffect(() => {
    const asked = askedId !== null && list?.find(({ id }) => id === askedId);
    if (!asked) return;
    setDraft(asked);
    setParams(
      (now) => {
        now.delete('edit');
        return now;
      },
      { replace: true },
    );
  }, [askedId, list, setParams]);
  const close = () => {
    setDraft(null);
    setSavedValues(undefined);
  };
  const editor = widget.data && draft && (
    <Suspense fallback={null}>
      <Editor
        key={draft.id ?? 'new'}
        widget={widget.data}
        draft={draft}
        timezone={site.timezone}
        savedValues={savedValues}
        onClose={close}
        onSaved={() => {
          // At once, or the address could not change: the editor asks before unsaved changes are left.
          flushSync(close);
          // The list shows what was made from a template.
          if (params.has('templates')) setParams({});
        }}
      />
    </Suspense>
  );
  if (params.has('templates') && !failed) {
    if (!widget.data) return <GallerySkeleton />;
    return (
      <Suspense fallback={<GallerySkeleton />}>
        <Gallery site={site} widget={widget.data} notifications={list} onUse={setDraft} />
        {editor}
      </Suspense>
    );
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        description="All your notifications and how they perform."
        action={
          widget.data && (
            <>
              <WhyButton site={site} />
              <Button asChild variant="secondary" icon={<LayoutTemplate aria-hidden="true" size={17} />}>
                <Link to="?templates">Templates</Link>
              </Button>
              <Button icon={<Plus aria-hidden="true" size={17} />} onClick={() => setDraft({})}>
                New notification
              </Button>
            </>
          )
        }
      />
      {failed ? (
        <EmptyState
          title="Couldn't load your notifications"
          description={failureOf(failed.error).message}
          action={
            <Button onClick={() => failed.refetch()} isBusy={failed.isFetching}>
              Try again
            </Button>
          }
        />
      ) : !widget.data || !list ? (
        <NotificationsSkeleton />
      ) : list.length === 0 ? (
        <FirstNotification widget={widget.data} onWrite={setDraft} />
      ) : (
        <Notifications widget={widget.data} list={list} onEdit={setDraft} onDelete={setToDelete} />
      )}
      {editor}
      {toDelete && <DeleteNotification notification={toDelete} onClose={() => setToDelete(null)} />}
    </>
  );
}

type NotificationsProps = {
  widget: Widget;
  list: Notification[];
  onEdit: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
};

/** Filter tabs, search, and the rows that match. */
function Notifications({ widget, list, onEdit, onDelete }: NotificationsProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const active = list.filter((notification) => notification.status === 'active').length;
  const shown = selectNotifications(list, filter, search);
  return (
    <div className="space-y-3">
      <div className="md:hidden">
        <SearchField value={search} onChange={setSearch} />
      </div>
      <Tabs
        label="Status"
        value={filter}
        onValueChange={(value) => setFilter(FILTERS.find((one) => one === value) ?? 'all')}
        tabs={[
          { value: 'all', label: 'All', count: list.length },
          { value: 'active', label: 'Active', count: active },
          { value: 'inactive', label: 'Inactive', count: list.length - active },
        ]}
        action={
          <div className="hidden w-56 md:block">
            <SearchField value={search} onChange={setSearch} />
          </div>
        }
      />
      {shown.length > 0 ? (
        <NotificationList widgetId={widget.id} notifications={shown} onEdit={onEdit} onDelete={onDelete} />
      ) : (
        <p className="py-14 text-center text-muted">
          {search.trim() === '' ? `No ${filter} notifications.` : `Nothing matches “${search.trim()}”.`}
        </p>
      )}
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative md:-mt-2">
      <Search
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />
      <Input
        type="search"
        aria-label="Search notifications"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Search"
        className="pl-9"
      />
    </div>
  );
}
