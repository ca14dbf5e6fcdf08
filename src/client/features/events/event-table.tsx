// The table of events: cards on narrow screens. Each row says what happened, whether it shows, and why not.

import { EyeOff, MessageSquare, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRetractEvent } from '#client/data/events.ts';
import { agoOf } from '#client/format/dates.ts';
import { reasonOf, receiptOf, STATE_LABELS } from '#client/format/event-state.ts';
import { factsOf, sentenceOf } from '#client/format/event-words.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { screens } from '#client/screens.ts';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { Event, EventState } from '#shared/contract/event.ts';
import type { Site } from '#shared/contract/site.ts';
import { SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { MINUTE } from '#shared/time.ts';
import { useHide } from './use-hide.ts';

const ICON = { 'aria-hidden': true, size: 15 } as const;

export function EventTable({ site, events }: { site: Site; events: readonly Event[] }) {
  const now = useNow(MINUTE / 2);
  const hide = useHide(site.id);
  const retract = useRetractEvent();
  /** Asked about first: nothing brings it back. */
  const [retracting, setRetracting] = useState<Event | null>(null);

  const itemsOf = (event: Event): MenuItem[] => {
    const { notificationId, state } = event;
    return [
      ...(notificationId === null
        ? []
        : [
            {
              kind: 'item' as const,
              label: 'Show notification',
              icon: <MessageSquare {...ICON} />,
              href: screens.siteNotifications.editHref(site.slug, notificationId),
            },
            {
              kind: 'item' as const,
              label: 'Hide',
              icon: <EyeOff {...ICON} />,
              onSelect: () => void hide(notificationId),
            },
            { kind: 'separator' as const },
          ]),
      {
        kind: 'item',
        label: 'Delete',
        icon: <Trash2 {...ICON} />,
        tone: 'danger',
        disabled: state === 'retracted',
        onSelect: () => setRetracting(event),
      },
    ];
  };

  const columns: TableColumns<Event> = [
    { key: 'event', header: 'Event', cell: (event) => <What event={event} /> },
    {
      key: 'source',
      header: 'Source',
      cell: ({ source }) => SOURCE_KIND_FACTS[source].label,
    },
    { key: 'when', header: 'Happened', cell: ({ occurredAt }) => agoOf(occurredAt, now) },
    {
      key: 'state',
      header: 'State',
      cell: (event) => <State event={event} />,
      className: 'md:min-w-36 lg:min-w-56 max-md:basis-full max-md:pt-2',
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      place: 'corner',
      align: 'end',
      cell: (event) => (
        <Menu
          label="Actions"
          trigger={
            <button
              type="button"
              aria-label={`Actions for “${sentenceOf(event)}”`}
              className="grid size-8 place-items-center rounded-control text-ink hover:bg-ink/6 active:bg-ink/10"
            >
              <MoreHorizontal aria-hidden="true" size={18} />
            </button>
          }
          items={() => itemsOf(event)}
        />
      ),
    },
  ];
  return (
    <>
      <Table
        label="Events"
        columns={columns}
        rows={events}
        rowKey={({ key }) => key}
        isMuted={({ state }) => state === 'retracted'}
      />
      {retracting && (
        <ConfirmAction
          title="Delete this event for good?"
          description="Its notification disappears, and the person's details are erased. It can't show again, even if the source resends it."
          confirmLabel="Delete for good"
          tone="danger"
          run={() => retract.mutateAsync({ siteId: site.id, eventId: retracting.key })}
          done={{
            title: 'Event deleted',
            description: 'Open pages may show it a little longer.',
          }}
          failed={{ title: 'Failed to delete the event' }}
          onClose={() => setRetracting(null)}
        />
      )}
    </>
  );
}

function What({ event }: { event: Event }) {
  const { icon: Icon } = NOTIFICATION_TYPE_LOOKS[event.kind];
  return (
    <div className="flex gap-3">
      <span className="mt-px grid size-9 shrink-0 place-items-center rounded-control bg-ink/5 text-muted max-lg:hidden">
        <Icon aria-hidden="true" size={17} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{sentenceOf(event)}</p>
        {event.kind === 'review' && event.text && (
          <p className="wrap-anywhere mt-0.5 line-clamp-2 text-table">“{event.text}”</p>
        )}
        <p className="wrap-anywhere mt-0.5 text-meta text-muted">{factsOf(event).join(' · ')}</p>
      </div>
    </div>
  );
}

const STATE_LOOKS: Record<EventState, string> = {
  shown: 'bg-success',
  waiting: 'border-2 border-field',
  'not-shown': 'bg-field',
  hidden: 'bg-field',
  'on-hold': 'border-2 border-field',
  retracted: 'bg-field',
};

function State({ event }: { event: Event }) {
  const receipt = receiptOf(event);
  // By whom it was retracted says all there is.
  const reason = receipt && event.reason === 'retracted' ? null : reasonOf(event);
  return (
    <span className="inline-block max-w-60 whitespace-normal align-top max-md:max-w-none">
      <span className={`flex items-center gap-2 ${event.state === 'shown' ? 'font-medium text-success' : ''}`}>
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${STATE_LOOKS[event.state]}`} />
        {STATE_LABELS[event.state]}
      </span>
      {(reason || receipt) && (
        <span className="mt-0.5 block text-pretty text-meta text-muted">
          {[reason, receipt].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  );
}
