// The list of a site's notices: what visitors may see, and what each did.
import { Plus, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
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
import { DeleteNotification } from './delete-notification.tsx';
import { type Draft, FILTERS, type Filter, selectNotices } from './describe.ts';
import type { EditorValues } from './editor-form.ts';
import { FirstNotice } from './first-notice.tsx';
import { takeDraft } from './kept-draft.ts';
import { NotificationList } from './notification-list.tsx';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';
import { useNotifications, useWidget } from './queries.ts';

const Editor = lazy(async () => ({ default: (await import('./editor-sheet.tsx')).EditorSheet }));

export function NotificationsPage({ site }: { site: Site }) {
  useTitle(`Notifications · ${site.name}`);
  const widget = useWidget(site.id);
  const notices = useNotifications(widget.data?.id);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [written, setWritten] = useState<EditorValues>();
  const widgetId = widget.data?.id;
  useEffect(() => {
    const kept = widgetId === undefined ? null : takeDraft(widgetId);
    if (!kept) return;
    setDraft(kept.draft);
    setWritten(kept.values);
  }, [widgetId]);
  const [doomed, setDoomed] = useState<Notification | null>(null);

  const failed = [widget, notices].find((query) => query.isError && !query.data);
  const list = notices.data;
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Every notice, where it came from, and what it did."
        action={
          widget.data && (
            <>
              <WhyButton site={site} />
              <Button icon={<Plus aria-hidden="true" size={17} />} onClick={() => setDraft({})}>
                New notification
              </Button>
            </>
          )
        }
      />
      {failed ? (
        <EmptyState
          title="The notifications could not be loaded"
          description={faultOf(failed.error).message}
          action={
            <Button onClick={() => failed.refetch()} isBusy={failed.isFetching}>
              Try again
            </Button>
          }
        />
      ) : !widget.data || !list ? (
        <NotificationsSkeleton />
      ) : list.length === 0 ? (
        <FirstNotice widget={widget.data} onWrite={setDraft} />
      ) : (
        <Notices widget={widget.data} list={list} onEdit={setDraft} onDelete={setDoomed} />
      )}
      {widget.data && draft && (
        <Suspense fallback={null}>
          <Editor
            key={draft.id ?? 'new'}
            widget={widget.data}
            draft={draft}
            written={written}
            onClose={() => {
              setDraft(null);
              setWritten(undefined);
            }}
          />
        </Suspense>
      )}
      {doomed && <DeleteNotification notice={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
}

type NoticesProps = {
  widget: Widget;
  list: Notification[];
  onEdit: (notice: Notification) => void;
  onDelete: (notice: Notification) => void;
};

/** Filter tabs, search, and what they leave of the list. */
function Notices({ widget, list, onEdit, onDelete }: NoticesProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const active = list.filter((notice) => notice.status === 'active').length;
  const shown = selectNotices(list, filter, search);
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
        <NotificationList widgetId={widget.id} notices={shown} onEdit={onEdit} onDelete={onDelete} />
      ) : (
        <p className="py-14 text-center text-muted">
          {search.trim() === '' ? `No ${filter} notification.` : `Nothing matches “${search.trim()}”.`}
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
