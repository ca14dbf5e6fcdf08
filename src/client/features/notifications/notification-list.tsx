// The table of notifications: each with its message, counts, switch and menu.

import { useState } from 'react';
import { count } from '#client/format/numbers.ts';
import { Delta } from '#client/ui/delta.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { scheduleNote, sourceLabel, totalsOf } from './describe.ts';
import { RowMenu, useRowActions } from './row-menu.tsx';

type NotificationListProps = {
  widgetId: string;
  notifications: Notification[];
  onEdit: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
};

const Count = ({ value }: { value: number }) => <span className="inline-block lg:min-w-16">{count(value)}</span>;

export function NotificationList({ widgetId, notifications, onEdit, onDelete }: NotificationListProps) {
  const deltaOf = useCountDelta(notifications);
  const actions = useRowActions(widgetId);
  const totals = totalsOf(notifications);
  const columns: TableColumns<Notification> = [
    {
      key: 'message',
      header: 'Message',
      cell: (notification) => (
        <NotificationText
          notification={notification}
          delta={deltaOf(notification)}
          onEdit={() => onEdit(notification)}
        />
      ),
      total: 'Total',
    },
    {
      key: 'type',
      header: 'Type',
      cell: (notification) => (
        <span className="inline-block text-muted lg:min-w-28">{NOTIFICATION_TYPE_LOOKS[notification.type].label}</span>
      ),
    },
    {
      key: 'displays',
      header: 'Displays',
      align: 'end',
      cell: (notification) => <Count value={notification.displayCount} />,
      total: count(totals.displays),
    },
    {
      key: 'clicks',
      header: 'Clicks',
      align: 'end',
      cell: (notification) => <Count value={notification.clickCount} />,
      total: count(totals.clicks),
    },
    {
      key: 'status',
      header: 'Status',
      place: 'corner',
      cell: (notification) => (
        <span className="inline-flex items-center gap-3">
          <Switch
            checked={notification.status === 'active'}
            onCheckedChange={(isActive) => actions.setActive(notification, isActive)}
            label={`Show “${notification.name ?? notification.message}”`}
          />
          <RowMenu
            notification={notification}
            onEdit={() => onEdit(notification)}
            onDuplicate={() => actions.duplicate(notification)}
            onDelete={() => onDelete(notification)}
          />
        </span>
      ),
    },
  ];
  return (
    <Table
      label="Notifications"
      columns={columns}
      rows={notifications}
      rowKey={(notification) => notification.id}
      isMuted={(notification) => notification.status === 'inactive'}
    />
  );
}

type NotificationTextProps = { notification: Notification; delta: number; onEdit: () => void };

/** A row's text: the message, then its count's increase, internal name and source. */
function NotificationText({ notification, delta, onEdit }: NotificationTextProps) {
  const now = Date.now();
  const age = relativeTime(notification.createdAt, now, 'en');
  const origin = `${sourceLabel(notification.source)} · ${age === 'now' ? 'just now' : age}`;
  return (
    <>
      <button
        type="button"
        onClick={onEdit}
        className="line-clamp-2 wrap-anywhere text-left font-medium text-[15px] leading-snug hover:underline"
      >
        {notification.title && <strong className="font-semibold">{notification.title} · </strong>}
        {notification.message}
      </button>
      <p className="wrap-anywhere mt-1 text-meta text-muted">
        {delta > 0 && (
          <>
            <Delta count={delta} since="since you opened this page" /> ·{' '}
          </>
        )}
        {[notification.name, scheduleNote(notification, now), origin].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}

/**
 * @returns a function that returns how much a notification's displays have grown since the list was opened, 0 or more.
 */
function useCountDelta(notifications: Notification[]): (notification: Notification) => number {
  const [first, setFirst] = useState<ReadonlyMap<string, number>>(new Map());
  const unseen = notifications.filter((notification) => !first.has(notification.id));
  if (unseen.length > 0) {
    setFirst(
      new Map([...first, ...unseen.map((notification) => [notification.id, notification.displayCount] as const)]),
    );
  }
  return ({ id, displayCount }) => Math.max(0, displayCount - (first.get(id) ?? displayCount));
}

/** The list's skeleton, in the same sizes so that nothing jumps. */
export function NotificationsSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      <div className="flex h-10 items-center gap-6 border-line border-b">
        <Skeleton className="h-4 w-10" />
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-16" />
      </div>
      <div className="mt-3 grid gap-3 md:mt-9 md:gap-0">
        {['a', 'b', 'c', 'd'].map((row) => (
          <div
            key={row}
            className="rounded-panel border border-line p-4 md:rounded-none md:border-0 md:border-t md:px-0 md:py-3"
          >
            <Skeleton className="h-5 w-2/3 max-w-md" />
            <Skeleton className="mt-1.5 h-4 w-1/3 max-w-56" />
          </div>
        ))}
      </div>
    </div>
  );
}
