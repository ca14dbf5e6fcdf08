// The order of notifications, and which one is next. Pure: the display history is passed in.
import type { Behavior } from './payload.ts';

/**
 * @param notifications in the owner's order, as the server sends them.
 * @param random a source of numbers in [0, 1).
 * @returns the notifications in the same order, or shuffled if the order is random.
 */
export function inOrder<T>(
  notifications: readonly T[],
  order: Behavior['queue']['order'] | undefined,
  random: () => number,
): readonly T[] {
  if (order !== 'random') return notifications;
  return notifications
    .map((notification) => [random(), notification] as const)
    .sort(([a], [b]) => a - b)
    .map(([, notification]) => notification);
}

/**
 * Picks the notification shown longest ago in this visit, preferring any that has not been shown; ties follow the
 * queue's order. So a visitor who goes from page to page sees the next notification, not the first one again.
 * @param ordered the queue, from inOrder.
 * @param seen for each notification shown in this visit, the number of its latest display within the visit, from 1.
 * @param isOpen whether a notification may be shown now.
 * @returns the next notification, or undefined if none may be shown.
 */
export function nextOf<T extends { id: string }>(
  ordered: readonly T[],
  seen: Readonly<Record<string, number>>,
  isOpen: (notification: T) => boolean,
): T | undefined {
  return ordered.filter(isOpen).sort((a, b) => (seen[a.id] ?? 0) - (seen[b.id] ?? 0))[0];
}
