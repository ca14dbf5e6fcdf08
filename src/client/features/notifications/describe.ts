// How a notice is put into words and sorted out in lists, and what a copy of one is. Pure.
import { NOTICE_TYPES } from '#client/ui/notice-type.tsx';
import type { CreateNotificationInput, Notification } from '#shared/contract/notification.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { NAME_MAX } from '#shared/limits.ts';

/** What the editor works on: a notice there is, or the beginnings of a new one. */
export type Draft = Partial<Notification>;

const SOURCE_LABELS: Partial<Record<string, string>> = {
  manual: 'Written by hand',
  template: 'From a template',
  api: 'By the API',
};

/** @returns where a notice came from; an integration is named as it names itself. */
export const sourceLabel = (source: string): string => SOURCE_LABELS[source] ?? source;

export const FILTERS = ['all', 'active', 'inactive'] as const;
export type Filter = (typeof FILTERS)[number];

/** @returns the notices of `filter` in which every word of `search` occurs, in the order given. */
export function selectNotices(notices: Notification[], filter: Filter, search: string): Notification[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return notices.filter((notice) => {
    if (filter !== 'all' && notice.status !== filter) return false;
    const text = [notice.message, notice.title, notice.name, NOTICE_TYPES[notice.type].label].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function totalsOf(notices: Notification[]): { displays: number; clicks: number } {
  return {
    displays: notices.reduce((sum, notice) => sum + notice.displayCount, 0),
    clicks: notices.reduce((sum, notice) => sum + notice.clickCount, 0),
  };
}

const COPY = ' (Copy)';
const SHORT = 40;

const shorten = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`);

/**
 * @returns what to create for a copy of `notice`: everything the owner wrote, the name with '(Copy)' behind it (its
 * message shortened where it has none). Counts are left out, so they start at 0.
 */
export function copyOf(notice: Notification): CreateNotificationInput {
  const { widgetId, type, title, message, image, url, rating, code, count, status, timestamp } = notice;
  const { startsAt, endsAt, isCustom, metadata, rules, appearance } = notice;
  const name = `${shorten(notice.name ?? shorten(message, SHORT), NAME_MAX - COPY.length)}${COPY}`;
  return {
    ...{ widgetId, type, title, message, image, url, rating, code, count, status, timestamp },
    ...{ startsAt, endsAt, isCustom, metadata, rules, appearance, name },
  };
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** @returns that an active notice is not shown now because of its schedule, in words; null when it is shown. */
export function scheduleNote({ status, startsAt, endsAt }: Notification, now: number): string | null {
  if (status === 'inactive') return null;
  if (endsAt && Date.parse(endsAt) <= now) return `Ended ${DAY.format(new Date(endsAt))}`;
  if (startsAt && Date.parse(startsAt) > now) return `Starts ${DAY.format(new Date(startsAt))}`;
  return null;
}

/** @returns the notice as the widget gets it: absent where the list says null. */
export function toEmbed(notice: Pick<Notification, 'id' | 'type' | 'message' | 'timestamp'> & Partial<Notification>) {
  const { id, type, message, title, image, url, rating, code, count, timestamp } = notice;
  const embed: EmbedNotification = {
    ...{ id, type, message, timestamp },
    ...(title && { title }),
    ...(image && { image }),
    ...(url && { url }),
    ...(rating && { rating }),
    ...(code && { code }),
    ...(typeof count === 'number' && { count }),
  };
  return embed;
}
