// The tabs of a source's page, and which of them opens first. Pure.
import type { Source } from '#shared/contract/source.ts';

export type SourceTab = 'set-up' | 'shows' | 'deliveries';

export const TAB_LABELS: Record<SourceTab, string> = {
  'set-up': 'Set up',
  shows: 'What shows',
  deliveries: 'Deliveries',
};

/** @returns those of a source: only what is delivered to an address of its own is logged. */
export const tabsOf = ({ hookUrl }: Pick<Source, 'hookUrl'>): readonly SourceTab[] =>
  hookUrl === null ? ['set-up', 'shows'] : ['set-up', 'shows', 'deliveries'];

/**
 * @returns the tab that is useful now: setting up until it works, where a file is always the next thing to do; then what shows, or,
 * where the last delivery couldn't be read, the deliveries.
 */
export function firstTabOf({ kind, status, connection, lastProblem }: Source): SourceTab {
  if (kind === 'csv' || status === 'refused' || status === 'off') return 'set-up';
  if (lastProblem) return 'deliveries';
  // A shop that has been connected works before its first new order.
  const isWorking = connection ? connection.state === 'connected' : status === 'working';
  return isWorking ? 'shows' : 'set-up';
}
