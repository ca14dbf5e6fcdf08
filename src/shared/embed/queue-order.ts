// In which order notices come, and which one is next. Pure: what was shown before comes in.
import type { Behavior } from './payload.ts';

type Dated = { id: string; timestamp: string };
type Order = Behavior['queue']['order'];

/** Unreadable dates come last, whatever the direction. */
const compareDates = (a: Dated, b: Dated, direction: number): number => {
  const [first, second] = [Date.parse(a.timestamp), Date.parse(b.timestamp)];
  return Number(Number.isNaN(first)) - Number(Number.isNaN(second)) || direction * (first - second) || 0;
};

/**
 * @param notices in the owner's order, which `custom` keeps.
 * @param random a source of numbers in [0, 1).
 * @returns a new list, in the order of the queue; equal dates keep the owner's order.
 */
export function inOrder<T extends Dated>(notices: readonly T[], order: Order, random: () => number): T[] {
  if (order === 'random') {
    const keyed = notices.map((notice) => ({ notice, key: random() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ notice }) => notice);
  }
  const list = [...notices];
  if (order === 'custom') return list;
  return list.sort((a, b) => compareDates(a, b, order === 'oldest' ? 1 : -1));
}

/**
 * Picks the notice that was shown longest ago in this visit, one never shown first of all; the queue's order decides
 * between equals. So a visitor who goes from page to page meets the next notice, not the first one again.
 * @param ordered the queue, from inOrder.
 * @param seen ids shown in this visit, the latest last.
 * @param isOpen whether a notice may be shown now.
 * @returns the next notice, undefined when none may be shown.
 */
export function nextOf<T extends { id: string }>(
  ordered: readonly T[],
  seen: readonly string[],
  isOpen: (notice: T) => boolean,
): T | undefined {
  let next: T | undefined;
  let place = Number.POSITIVE_INFINITY;
  for (const notice of ordered) {
    const shown = seen.lastIndexOf(notice.id);
    if (shown < place && isOpen(notice)) {
      next = notice;
      place = shown;
    }
  }
  return next;
}
