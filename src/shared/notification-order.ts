// The order in which a site's notifications reach its visitors. Pure.
import type { Behavior } from './embed/payload.ts';

type Sortable = { id: string; timestamp: string; position: number };

/**
 * @returns a comparison for sorting; ids break ties, so that the same notifications always come in the same order. For
 * 'random' it is the newest first: the widget shuffles.
 */
export function byQueueOrder(order: Behavior['queue']['order']): (a: Sortable, b: Sortable) => number {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const time = ({ timestamp }: Sortable) => Date.parse(timestamp);
  if (order === 'custom') return (a, b) => a.position - b.position || byText(a.id, b.id);
  if (order === 'oldest') return (a, b) => time(a) - time(b) || byText(a.id, b.id);
  return (a, b) => time(b) - time(a) || byText(b.id, a.id);
}
