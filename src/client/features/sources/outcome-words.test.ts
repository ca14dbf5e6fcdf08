import { expect, test } from 'vitest';
import type { SourceActivity } from '#shared/contract/source-activity.ts';
import { daysText, dayText } from './delivery-words.ts';
import { funnelOf, placeRows } from './outcome-words.ts';

type Outcome = SourceActivity['outcomes'][number];
const outcome = (state: Outcome['state'], reason: string | null, events: number): Outcome => ({
  state,
  reason,
  events,
});

test('what became of events is a funnel: each bar begins where the one before ends, and together they are all', () => {
  const { title, rows } = funnelOf({
    events: 12,
    outcomes: [
      outcome('retracted', 'redacted', 1),
      outcome('not-shown', 'Too old to show', 2),
      outcome('shown', null, 8),
      outcome('retracted', 'forgotten', 1),
    ],
  });
  expect(title).toBe('12 events in the last 30 days');
  expect(rows.map(({ label, text }) => `${label} ${text}`)).toEqual([
    'Shown 8',
    'Too old to show 2',
    // The shop's word and the owner's come to the same.
    'Person erased 2',
  ]);
  let end = 0;
  for (const { from = 0, share } of rows) {
    expect(from).toBeCloseTo(end);
    end += share;
  }
  expect(end).toBeCloseTo(1);
});

test('that nothing shows is said, too, and that no more than the newest are counted', () => {
  const none = funnelOf({ events: 1, outcomes: [outcome('on-hold', 'in-dispute', 1)] });
  expect(none.title).toBe('1 event in the last 30 days');
  expect(none.rows.map(({ label, text, share }) => [label, text, share])).toEqual([
    ['Shown', '0', 0],
    ['Payment disputed', '1', 1],
  ]);
  expect(funnelOf({ events: 1_000, outcomes: [outcome('shown', null, 1_000)] }).title).toBe(
    'The newest 1,000 events in the last 30 days',
  );
});

test('a place is as near to being named as it has events', () => {
  const rows = placeRows(
    [
      { name: 'Lisbon', events: 40 },
      { name: 'Porto', events: 2 },
    ],
    5,
  );
  expect(rows.map(({ text, tone }) => [text, tone])).toEqual([
    ['5 of 5', 'success'],
    ['2 of 5', 'field'],
  ]);
});

test('the dots of the days are told in words', () => {
  const day = (date: string, deliveries: number, refused = 0) => ({ date, deliveries, refused });
  const name = (date: string) => date.slice(5);
  expect(dayText(day('2026-11-26', 12, 1), name)).toBe('11-26: 12 deliveries, 1 unreadable');
  expect(dayText(day('2026-11-26', 1), name)).toBe('11-26: 1 delivery');
  expect(daysText([day('2026-11-25', 3), day('2026-11-26', 12, 1), day('2026-11-27', 0)], name)).toBe(
    '15 deliveries on 2 of 3 days, most on 11-26 (12), 1 unreadable',
  );
  expect(daysText([day('2026-11-27', 0)], name)).toBe('No deliveries in 30 days');
});
