// How lists describe and filter notifications, and how a notification is copied. Pure.
import { dayOf } from '#client/format/dates.ts';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { type CreateNotificationInput, EDITABLE_FIELDS, type Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import { contentOf, type EmbedNotification } from '#shared/embed/payload.ts';
import { NAME_MAX } from '#shared/limits.ts';

/** What the editor works on: an existing notification, or the start of a new one, which may come from a template. */
export type Draft = Partial<Notification> & { template?: Template };

const SOURCE_LABELS: Partial<Record<string, string>> = {
  manual: 'Manual',
  template: 'From a template',
  api: 'API',
};

/** @returns the label of a notification's source; an integration is labeled with its own name. */
export const sourceLabel = (source: string): string => SOURCE_LABELS[source] ?? source;

export const FILTERS = ['all', 'active', 'inactive'] as const;
export type Filter = (typeof FILTERS)[number];

/** @returns the notifications that match `filter` and contain every word of `search`, in their original order. */
export function selectNotifications(notifications: Notification[], filter: Filter, search: string): Notification[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return notifications.filter((notification) => {
    if (filter !== 'all' && notification.status !== filter) return false;
    const text = [
      notification.message,
      notification.title,
      notification.name,
      NOTIFICATION_TYPE_LOOKS[notification.type].label,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function totalsOf(notifications: Notification[]): { displays: number; clicks: number } {
  return {
    displays: notifications.reduce((sum, notification) => sum + notification.displayCount, 0),
    clicks: notifications.reduce((sum, notification) => sum + notification.clickCount, 0),
  };
}

const COPY = ' (Copy)';
const SHORT = 40;

const shorten = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`);

/**
 * @returns the input that creates a copy of `notification`: everything the owner wrote, and the name followed by
 * '(Copy)' (the shortened message if there is no name). The copy goes to the top of the list and its counts start at 0.
 */
export function copyOf(notification: Notification): CreateNotificationInput {
  const { widgetId, type, message, name } = notification;
  const written = EDITABLE_FIELDS.filter((field) => field !== 'position').map((field) => [field, notification[field]]);
  return {
    ...Object.fromEntries(written),
    widgetId,
    type,
    message,
    name: `${shorten(name ?? shorten(message, SHORT), NAME_MAX - COPY.length)}${COPY}`,
  };
}

/** @returns why the schedule currently hides an active notification, or null if it doesn't. */
export function scheduleNote({ status, startsAt, endsAt }: Notification, now: number): string | null {
  if (status === 'inactive') return null;
  if (endsAt && Date.parse(endsAt) <= now) return `Ended ${dayOf(endsAt)}`;
  if (startsAt && Date.parse(startsAt) > now) return `Starts ${dayOf(startsAt)}`;
  return null;
}

type Previewed = Pick<Notification, 'id' | 'type' | 'message' | 'timestamp'> & Partial<Notification>;

/** @returns the notification in the form that the widget's view renders. */
export const previewOf = (notification: Previewed): EmbedNotification => {
  const { id, type, message, timestamp } = notification;
  return { id, type, message, timestamp, ...contentOf(notification) };
};
