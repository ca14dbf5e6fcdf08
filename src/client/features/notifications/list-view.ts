// Which notifications the list shows, and in which order: read from the address, so that it can be shared and the
// browser's back button works. Pure.
import { sortableRate } from '#client/format/numbers.ts';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { sortRows } from '#client/ui/sort-rows.ts';
import { clickRate } from '#shared/click-rate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { type Behavior, NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import { EMBED_LOOKAHEAD } from '#shared/limits.ts';
import { byQueueOrder } from '#shared/notification-order.ts';

/**
 * What visitors get of a notification at a moment: an active one may not have started yet, be over, be held back until its
 * number is large enough, or wait behind as many as a page gets.
 */
export const STATES = ['live', 'waiting', 'held', 'scheduled', 'ended', 'off'] as const;
export type State = (typeof STATES)[number];

const STATE_LABELS: Record<State, string> = {
  live: 'Active',
  waiting: 'Waiting',
  held: 'Held back',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
};

/** @param isPaused whether the widget is: then nothing is live. */
export const stateLabel = (state: State, isPaused: boolean): string =>
  isPaused && state === 'live' ? 'Paused' : STATE_LABELS[state];

/** @param now in ms. @param isSent whether it is among those that a page gets (sentOf). */
export function stateOf({ status, startsAt, endsAt, isHeldBack }: Notification, now: number, isSent = true): State {
  if (status === 'inactive') return 'off';
  if (endsAt && Date.parse(endsAt) <= now) return 'ended';
  if (startsAt && Date.parse(startsAt) > now) return 'scheduled';
  if (isHeldBack) return 'held';
  return isSent ? 'live' : 'waiting';
}

/** The ids of those that a page gets; null while that is all of them. */
export type Sent = ReadonlySet<string> | null;

/**
 * As the server chooses them (domain/site/embed.ts).
 * @param order of the widget's queue. @param now in ms.
 */
export function sentOf(list: readonly Notification[], order: Behavior['queue']['order'], now: number): Sent {
  if (list.length <= EMBED_NOTIFICATIONS_MAX) return null;
  const near = list.filter((one) => {
    const state = stateOf(one, now);
    const isSoon = typeof one.metadata.eventId !== 'string' && Date.parse(one.startsAt ?? '') <= now + EMBED_LOOKAHEAD;
    return state === 'live' || (state === 'scheduled' && isSoon);
  });
  if (near.length <= EMBED_NOTIFICATIONS_MAX) return null;
  return new Set(
    near
      .sort(byQueueOrder(order))
      .slice(0, EMBED_NOTIFICATIONS_MAX)
      .map(({ id }) => id),
  );
}

/** 'order' is the owner's own. */
export const SORTS = ['newest', 'oldest', 'displays', 'clicks', 'rate', 'order'] as const;
export type SortBy = (typeof SORTS)[number];

export const SORT_LABELS: Record<SortBy, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  displays: 'Most displayed',
  clicks: 'Most clicked',
  rate: 'Best click rate',
  order: 'Your own order',
};

export type ListView = {
  search: string;
  state: State | 'all';
  type: Notification['type'] | 'all';
  source: string;
  sort: SortBy;
};

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

/** @returns the view that an address asks for; what it does not say, or says wrongly, is the default. */
export function readView(query: URLSearchParams, defaultSort: SortBy): ListView {
  return {
    search: query.get('q') ?? '',
    state: oneOf(STATES, query.get('status')) ?? 'all',
    type: oneOf(NOTIFICATION_TYPES, query.get('type')) ?? 'all',
    source: query.get('source') || 'all',
    sort: oneOf(SORTS, query.get('sort')) ?? defaultSort,
  };
}

/** @returns the address's query with a changed view; defaults are left out, and what belongs to others stays. */
export function writeView(query: URLSearchParams, changes: Partial<ListView>, defaultSort: SortBy): URLSearchParams {
  const { search, state, type, source, sort } = { ...readView(query, defaultSort), ...changes };
  const next = new URLSearchParams(query);
  const values = {
    q: search.trim() && search,
    status: state === 'all' ? '' : state,
    type: type === 'all' ? '' : type,
    source: source === 'all' ? '' : source,
    sort: sort === defaultSort ? '' : sort,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export const isFiltered = ({ search, state, type, source }: ListView): boolean =>
  search.trim() !== '' || [state, type, source].some((filter) => filter !== 'all');

const searchedText = ({ message, title, name, type }: Notification) =>
  [message, title, name, NOTIFICATION_TYPE_LOOKS[type].label].join(' ').toLowerCase();

export const rateOf = ({ displayCount, clickCount }: Notification) =>
  clickRate({ displays: displayCount, clicks: clickCount });

export const isIn = (sent: Sent, { id }: Pick<Notification, 'id'>): boolean => sent?.has(id) ?? true;

/** Descending; the owner's own order is how the list comes. */
const VALUES: Partial<Record<SortBy, (notification: Notification) => number | null>> = {
  displays: ({ displayCount }) => displayCount,
  clicks: ({ clickCount }) => clickCount,
  rate: (notification) => sortableRate({ clickRate: rateOf(notification) }),
};

/**
 * @param list in the owner's order. @param now in ms.
 * @returns the notifications that match every filter and contain every word of the search, in the view's order: by time as
 * visitors get them, by when it happened.
 */
export function selectNotifications(
  list: readonly Notification[],
  view: ListView,
  now: number,
  sent: Sent,
): readonly Notification[] {
  const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = list.filter(
    (notification) =>
      (view.state === 'all' || stateOf(notification, now, isIn(sent, notification)) === view.state) &&
      (view.type === 'all' || notification.type === view.type) &&
      (view.source === 'all' || notification.source === view.source) &&
      (words.length === 0 || words.every((word) => searchedText(notification).includes(word))),
  );
  if (view.sort === 'newest' || view.sort === 'oldest') return shown.sort(byQueueOrder(view.sort));
  const value = VALUES[view.sort];
  return value ? sortRows(shown, value, true) : shown;
}

/** @returns how many notifications are in each state. */
export function countStates(list: readonly Notification[], now: number, sent: Sent): Record<State, number> {
  const counts = { live: 0, waiting: 0, held: 0, scheduled: 0, ended: 0, off: 0 };
  for (const notification of list) counts[stateOf(notification, now, isIn(sent, notification))] += 1;
  return counts;
}

/** @returns the different values, the most frequent first. */
export function valuesOf<T extends string>(list: readonly Notification[], read: (one: Notification) => T): T[] {
  const counts = new Map<T, number>();
  for (const one of list) counts.set(read(one), (counts.get(read(one)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

export type Move = 'up' | 'down' | 'top' | 'bottom';

/** @returns the place that a row at `index` of `count` moves to. */
export const placeAfter = (move: Move, index: number, count: number): number =>
  ({ up: Math.max(0, index - 1), down: Math.min(count - 1, index + 1), top: 0, bottom: count - 1 })[move];

/** @returns the ids between two places, both included, in their order once the one at `from` is at `to`. */
export function idsAfterMove(ids: readonly string[], from: number, to: number): string[] {
  const [first, last] = from < to ? [from, to] : [to, from];
  const between = ids.slice(first, last + 1);
  const [moved] = between.splice(from - first, 1);
  if (moved !== undefined) between.splice(to - first, 0, moved);
  return between;
}
