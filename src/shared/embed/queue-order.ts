// In which order notifications come, and which one is next. Pure: what was shown before comes in.
import type { Behavior } from './payload.ts';

/**
 * @param notifications in the order that the owner chose, as the server sends them.
 * @param random a source of numbers in [0, 1).
 * @returns them as they are, or shuffled where the order is by chance.
 */
export function inOrder<T>(
  notifications: readonly T[],
  order: Behavior['queue']['order'],
  random: () => number,
): readonly T[] {
  if (order !== 'random') return notifications;
  return notifications
    .map((notification) => [random(), notification] as const)
    .sort(([a], [b]) => a - b)
    .map(([, notification]) => notification);
}

/**
 * Picks the notification that was shown longest ago in this visit, one never shown first of all; the queue's order decides
 * between equals. So a visitor who goes from page to page meets the next notification, not the first one again.
 * @param ordered the queue, from inOrder.
 * @param seen for each notification shown in this visit, which showing of the visit its latest was, from 1.
 * @param isOpen whether a notification may be shown now.
 * @returns the next notification, undefined when none may be shown.
 */
export function nextOf<T extends { id: string }>(
  ordered: readonly T[],
  seen: Readonly<Record<string, number>>,
  isOpen: (notification: T) => boolean,
): T | undefined {
  return ordered.filter(isOpen).sort((a, b) => (seen[a.id] ?? 0) - (seen[b.id] ?? 0))[0];
}
