// A site's notifications: the list, the editor, the templates, and what was deleted.
import { LayoutTemplate, Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useNotifications } from '#client/data/notifications.ts';
import { useWidget } from '#client/data/widgets.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { NextStep } from '#client/setup/next-step.tsx';
import { Button } from '#client/ui/button.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { lazyOverlay, lazyPart } from '#client/ui/load-later.tsx';
import { prefetchCode } from '#client/ui/loadable.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { type Draft, firstDraft, placeOfEditor } from './describe.ts';
import { FilteredList } from './filtered-list.tsx';
import { FirstNotification } from './first-notification.tsx';
import { galleryHref } from './gallery-address.ts';
import { GallerySkeleton } from './gallery-frame.tsx';
import { loadSortable, NotificationsSkeleton } from './notification-list.tsx';
import type { OwnSection } from './own-sections.tsx';
import { RecentlyDeleted } from './recently-deleted.tsx';

const Editor = lazyOverlay(async () => (await import('./editor-sheet.tsx')).EditorSheet);
const Gallery = lazyPart(async () => (await import('./template-gallery.tsx')).TemplateGallery, <GallerySkeleton />);

export default function NotificationsPage({ site }: { site: Site }) {
  useTitle(`Notifications · ${site.name}`);
  const widget = useWidget(site.id);
  const notifications = useNotifications(widget.data?.id, { isLive: true });
  const [draft, setDraft] = useState<Draft | null>(null);
  // The same function every time, so that rows don't render again.
  const open = useCallback((next: Draft) => void afterPaint(() => setDraft(next)), []);
  // A second notification with the same words helps nobody, so its copy waits for others, unless something else has been
  // opened before the server had made it.
  const openCopy = useCallback((copy: Notification) => setDraft((now) => now ?? copy), []);
  const widgetId = widget.data?.id;
  const isOwnOrder = widget.data?.settings.behavior.queue.order === 'custom';
  useEffect(() => {
    // Ahead of the list, which says so if it can't be loaded.
    if (isOwnOrder) prefetchCode(loadSortable);
  }, [isOwnOrder]);
  useReopened(widgetId && placeOfEditor(widgetId), setDraft);

  const failed = [widget, notifications].find((query) => query.isError && !query.data);
  // Each site has a widget, unless it is being deleted elsewhere.
  const hasNoWidget = widget.isError && failureOf(widget.error).status === 404;
  const list = notifications.data;
  const [params, setParams] = useSearchParams();
  // From a link to one notification, or a part of it, or to a new one.
  const askedId = params.get('edit');
  const sectionInLink = params.get('section');
  const [askedSection, setAskedSection] = useState<OwnSection>();
  const isNewAsked = params.has('new');
  useEffect(() => {
    if (!list || (askedId === null && !isNewAsked)) return;
    const asked = list.find(({ id }) => id === askedId);
    if (sectionInLink === 'rules' || sectionInLink === 'appearance') setAskedSection(sectionInLink);
    if (isNewAsked) setDraft(list.length === 0 ? firstDraft(site.name) : {});
    else if (asked) setDraft(asked);
    else toast({ ...TOASTS.notificationGone, tone: 'danger' });
    setParams(
      (now) => {
        for (const name of ['edit', 'section', 'new']) now.delete(name);
        return now;
      },
      { replace: true },
    );
  }, [askedId, sectionInLink, isNewAsked, list, site.name, setParams]);
  const close = () => {
    setDraft(null);
    setAskedSection(undefined);
  };
  const editor = widget.data && draft && (
    <Editor
      key={draft.id ?? 'new'}
      widget={widget.data}
      draft={draft}
      timezone={site.timezone}
      askedSection={askedSection}
      onClose={close}
      onSaved={() => {
        // At once, or the address could not change: the editor asks before unsaved changes are left.
        flushSync(close);
        // The list shows what was made from a template.
        if (params.has('templates')) setParams({});
      }}
    />
  );
  if (params.has('templates') && !failed) {
    if (!widget.data) return <GallerySkeleton />;
    return (
      <>
        <Gallery site={site} widget={widget.data} notifications={list} onUse={open} />
        {editor}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        description="All your notifications and how they perform."
        action={
          // There from the start: on phones it has rows of its own.
          !(failed && !widget.data) && (
            <>
              <WhyButton site={site} />
              <Button asChild variant="secondary" icon={<LayoutTemplate aria-hidden="true" size={17} />}>
                <Link to={galleryHref(params)}>Templates</Link>
              </Button>
              <Button
                // The empty list has a loud one of its own.
                variant={list?.length === 0 ? 'secondary' : 'primary'}
                icon={<Plus aria-hidden="true" size={17} />}
                onClick={() => open({})}
              >
                New notification
              </Button>
            </>
          )
        }
      />
      {failed ? (
        <ContentError
          title={hasNoWidget ? MESSAGES.noWidgetSelected : "Couldn't load your notifications"}
          query={failed}
        />
      ) : !widget.data || !list ? (
        <NotificationsSkeleton />
      ) : list.length === 0 ? (
        <FirstNotification widget={widget.data} slug={site.slug} onWrite={open} />
      ) : (
        <>
          <FilteredList site={site} widget={widget.data} list={list} onEdit={open} onCopied={openCopy} />
          {/* Below, since it comes and goes. */}
          <NextStep site={site} />
        </>
      )}
      {widget.data && <RecentlyDeleted widgetId={widget.data.id} isHidden={!failed && !list} />}
      {editor}
    </>
  );
}
