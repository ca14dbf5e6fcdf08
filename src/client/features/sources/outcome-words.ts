// What became of a source's events, and which places are named, as rows of bars. Pure.
import { count } from '#client/format/numbers.ts';
import type { EventState } from '#shared/contract/event.ts';
import type { SourceActivity } from '#shared/contract/source-activity.ts';
import type { BarRow } from './bars.tsx';

type Outcome = SourceActivity['outcomes'][number];

/** Why a shop took it back, or somebody did, as the server names it. */
const BECAUSE: Partial<Record<string, string>> = {
  refunded: 'Refunded',
  cancelled: 'Canceled',
  deleted: 'Deleted at the shop',
  disputed: 'Dispute lost',
  redacted: 'Person erased',
  forgotten: 'Person erased',
  'in-dispute': 'Payment disputed',
};

const LABELS: Record<EventState, string> = {
  shown: 'Shown',
  waiting: 'Waiting to show',
  'not-shown': 'Not shown',
  hidden: 'Hidden by you',
  'on-hold': 'Not paid at the moment',
  retracted: 'Canceled',
};

const TONES: Record<EventState, BarRow['tone']> = {
  shown: 'success',
  waiting: 'accent',
  'not-shown': 'field',
  hidden: 'field',
  'on-hold': 'field',
  retracted: 'field',
};

function labelOf({ state, reason }: Outcome): string {
  if (state === 'not-shown') return reason ?? LABELS[state];
  return (reason && BECAUSE[reason]) || LABELS[state];
}

/** As it goes: what shows, what will, and what falls out on the way. */
const ORDER: readonly EventState[] = ['shown', 'waiting', 'not-shown', 'hidden', 'on-hold', 'retracted'];

/** @returns the funnel's title and its bars, each of which begins where the one before ends. */
export function funnelOf({ events, outcomes }: Pick<SourceActivity, 'events' | 'outcomes'>) {
  const named = new Map<string, { state: EventState; events: number }>();
  for (const outcome of outcomes) {
    const label = labelOf(outcome);
    named.set(label, { state: outcome.state, events: outcome.events + (named.get(label)?.events ?? 0) });
  }
  if (!named.has(LABELS.shown)) named.set(LABELS.shown, { state: 'shown', events: 0 });
  let from = 0;
  const rows = [...named]
    .sort(([, one], [, other]) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.events - one.events)
    .map(([label, { state, events: some }]): BarRow => {
      const share = some / events;
      from += share;
      return { label, text: count(some), from: from - share, share: some === 0 ? 0 : share, tone: TONES[state] };
    });
  return { title: `${eventsText(events)} in the last 30 days`, rows };
}

/** The server looks at no more. */
const MOST = 1_000;
const eventsText = (events: number) =>
  events >= MOST ? `The newest ${count(MOST)} events` : events === 1 ? '1 event' : `${count(events)} events`;

/** @param threshold how many events a place needs to be named. @returns a bar for each place. */
export const placeRows = (places: SourceActivity['places'], threshold: number): BarRow[] =>
  places.map(({ name, events }) => ({
    label: name,
    text: `${count(Math.min(events, threshold))} of ${count(threshold)}`,
    share: events / threshold,
    tone: events >= threshold ? 'success' : 'field',
  }));
