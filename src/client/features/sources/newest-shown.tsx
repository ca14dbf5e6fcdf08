// The newest of a source's events that show, as visitors see it: drawn by the widget's own view, with the line that names
// where it comes from.
import { useMemo } from 'react';
import { useNewestShown } from '#client/data/sources.ts';
import { useWidget } from '#client/data/widgets.ts';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { pageNotifications } from '#client/preview/page-notifications.ts';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { reporterOf, vendorOf } from '#shared/provenance.ts';

type NewestShownProps = {
  site: Site;
  source: Source;
  /** Whether its first one is about to be there. */
  isAwaited: boolean;
};

export function NewestShown({ site, source, isAwaited }: NewestShownProps) {
  const { data: widget } = useWidget(site.id);
  const newest = useNewestShown(source, isAwaited);
  const isReading = source.connection?.state === 'reading';
  if (!newest || !widget) return isReading && <Skeleton className="h-72 w-full" />;
  const { isSigned, isRead } = newest.event;
  const from = reporterOf({ source: source.kind, isSigned, isRead }, site.name);
  return (
    <div>
      <p role="status" className="sr-only">
        {isAwaited && `The first notification is there: ${newest.notification.message}`}
      </p>
      <PreviewPane
        title="The newest, as visitors see it"
        note={
          isRead
            ? `From a past order, so its last line says ${from}. Orders from now on are signed, and say ✓ ${vendorOf(source.kind)}.`
            : 'Its last line leads visitors to the proof.'
        }
      >
        <Drawn notification={newest.notification} from={from} widget={widget} />
      </PreviewPane>
    </div>
  );
}

type DrawnProps = { notification: Notification; from: string; widget: Widget };

function Drawn({ notification, from, widget: { settings, styleSheet } }: DrawnProps) {
  const { showSource } = settings.behavior;
  // It is drawn anew whenever it is another object.
  const drawn = useMemo(() => {
    const [one] = pageNotifications([notification], 'newest', Date.now());
    return one && { ...one, ...(showSource && { from }) };
  }, [notification, from, showSource]);
  return (
    drawn && (
      <NotificationPreview
        notification={drawn}
        appearance={settings.appearance}
        customCSS={styleSheet.css}
        behavior={settings.behavior}
        isMobile
        className="h-56"
      >
        <PageSketch />
      </NotificationPreview>
    )
  );
}
