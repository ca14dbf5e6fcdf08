// Whether an event shows, and why not, in words: in the list of events, and where a delivery is run again. Pure.
import type { Event, EventState } from '#shared/contract/event.ts';
import { dateOf, timeOf } from './dates.ts';

export const STATE_LABELS: Record<EventState, string> = {
  shown: 'Shown',
  waiting: 'Waiting',
  'not-shown': 'Not shown',
  hidden: 'Hidden',
  'on-hold': 'On hold',
  retracted: 'Canceled',
};

/** What canceled it or put it on hold, as the server names it. */
const BECAUSE: Partial<Record<string, string>> = {
  refunded: 'Refunded',
  cancelled: 'Canceled at the shop',
  deleted: 'Deleted at the shop',
  disputed: 'Dispute lost',
  redacted: 'Person erased',
  retracted: 'By you or by its source',
  forgotten: 'Person erased',
  'on-hold': 'On hold at the shop. Shows again once it is paid',
  'in-dispute': 'Payment disputed. Shows again if you win',
};

/** @returns why it is not shown; null when it is. */
export const reasonOf = ({ state, reason }: Pick<Event, 'state' | 'reason'>): string | null =>
  ((state === 'retracted' || state === 'on-hold') && reason !== null && BECAUSE[reason]) || reason;

/** @returns when it was canceled or put on hold, and by whom where it wasn't its sender; null when it wasn't. */
export function receiptOf({ retraction }: Pick<Event, 'retraction'>): string | null {
  if (!retraction) return null;
  const when = `${dateOf(retraction.at)}, ${timeOf(retraction.at)}`;
  if (retraction.by === 'owner') return `Deleted by you, ${when}`;
  return retraction.by === 'api' ? `By the API, ${when}` : when;
}
