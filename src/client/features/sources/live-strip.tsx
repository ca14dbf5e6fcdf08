// The way of the last event: what the source told, and the notification that visitors see of it, drawn by the widget's own view
// with the line that names where it comes from. Where the last one doesn't show, the newest that does.
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useNotificationOf, useSourceActivity } from '#client/data/sources.ts';
import { useWidget } from '#client/data/widgets.ts';
import { agoOf } from '#client/format/dates.ts';
import { KIND_LABELS } from '#client/format/event-kinds.ts';
import { reasonOf, STATE_LABELS } from '#client/format/event-state.ts';
import { sentenceOf } from '#client/format/event-words.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { pageNotifications } from '#client/preview/page-notifications.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Event } from '#shared/contract/event.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { reporterOf } from '#shared/provenance.ts';

type LiveStripProps = { site: Site; source: Source };

/** Nothing, before anything has arrived. */
export function LiveStrip({ site, source }: LiveStripProps) {
  const { lastDeliveryAt, connection } = source;
  const isReading = connection?.state === 'reading';
  const { data } = useSourceActivity(source, isReading);
  const told = data?.last?.state === 'shown' ? data.last : data?.shown;
  const notification = useNotificationOf(told, site.id);
  const { data: widget } = useWidget(site.id);
  if (lastDeliveryAt === null && !isReading && !connection?.found && !data?.last) return null;
  if (!data) return <Skeleton className="h-62 w-full md:h-36" />;
  return (
    <section
      aria-label="Latest"
      className="grid overflow-hidden rounded-panel border border-line bg-surface md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="flex items-center gap-4 px-4 py-4 md:px-6">
        <div className="min-w-0 flex-1">
          <Last source={source} last={data.last} />
        </div>
        <ArrowRight aria-hidden="true" size={20} className="shrink-0 text-muted max-md:rotate-90" />
      </div>
      <div className="relative grid min-h-36 border-line max-md:border-t md:border-l">
        {told && notification && widget ? (
          <Drawn
            notification={notification}
            from={reporterOf({ ...told, source: source.kind }, site.name)}
            widget={widget}
          />
        ) : (
          <p className="self-center px-6 text-center text-muted">
            {isReading ? 'The first notification is on its way …' : told ? '' : 'No notification shows at the moment.'}
          </p>
        )}
        {told && told.key !== data.last?.key && (
          <p className="absolute top-2 left-2 rounded-control bg-raised px-2 py-0.5 font-medium text-ink text-meta">
            Newest that shows
          </p>
        )}
      </div>
      {/* The picture is none of the news that screen readers tell by themselves. */}
      <p role="status" className="sr-only">
        {isReading && notification && `The first notification is there: ${notification.message}`}
      </p>
    </section>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="text-muted text-table">{children}</p>;

/** What arrived last: an event, or what could not be read. */
function Last({ source: { kind, lastProblem }, last }: { source: Source; last: Event | null }) {
  const now = useNow(15_000);
  if (lastProblem && lastProblem.at > (last?.receivedAt ?? '')) {
    return (
      <>
        <Line>Last delivery, {agoOf(lastProblem.at, now)}</Line>
        <p className="font-display text-heading text-danger">Couldn't be read</p>
        <Line>{lastProblem.reason}.</Line>
      </>
    );
  }
  if (!last) return <Line>Nothing arrived in the last 30 days.</Line>;
  const reason = reasonOf(last);
  const from = reporterOf({ ...last, source: kind }, '');
  return (
    <>
      <Line>
        Last {KIND_LABELS[last.kind].toLowerCase()}, {agoOf(last.occurredAt, now)}
      </Line>
      <p className="wrap-anywhere line-clamp-2 font-display text-heading">{sentenceOf(last)}</p>
      <Line>
        {last.state === 'shown'
          ? last.isRead && from
            ? `Visitors see it with “${from}”. New orders also get a ✓.`
            : 'Shown'
          : [STATE_LABELS[last.state], reason].filter(Boolean).join(': ')}
      </Line>
    </>
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
        className="h-full min-h-36"
      >
        <PageSketch />
      </NotificationPreview>
    )
  );
}
