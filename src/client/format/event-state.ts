// Whether an event shows, and why not, in words: in the list of events, and where a delivery is run again. Pure.
import type { Event, EventState } from '#shared/contract/event.ts';
import { dateOf, timeOf } from './dates.ts';

export const STATE_LABELS: Record<EventState, string> = {
  shown: 'Shown',
  waiting: 'Waiting',
  'not-shown': 'Not shown',
  hidden: 'Hidden',
  'on-hold': 'On hold',
  retracted: 'Retracted',
};

/** What retracted it, or put it on hold, as the server names it. */
const BECAUSE: Partial<Record<string, string>> = {
  refunded: 'It was refunded',
  cancelled: 'It was canceled',
  deleted: 'It was deleted at the source',
  disputed: 'Its payment was disputed',
  redacted: 'The shop had it erased',
  retracted: 'It was retracted by hand or by its source',
  forgotten: 'The person was forgotten',
  'on-hold': 'On hold at the shop: it shows again once it is paid',
  'in-dispute': 'Its payment is disputed: it shows again if the shop wins',
};

/** @returns why it is not shown; null when it is. */
export const reasonOf = ({ state, reason }: Pick<Event, 'state' | 'reason'>): string | null =>
  ((state === 'retracted' || state === 'on-hold') && reason !== null && BECAUSE[reason]) || reason;

/** @returns when it was retracted or put on hold, and by whom where it wasn't its sender; null when it wasn't. */
export function receiptOf({ retraction }: Pick<Event, 'retraction'>): string | null {
  if (!retraction) return null;
  const when = `${dateOf(retraction.at)}, ${timeOf(retraction.at)}`;
  if (retraction.by === 'owner') return `By hand, ${when}`;
  return retraction.by === 'api' ? `By the API, ${when}` : when;
}
