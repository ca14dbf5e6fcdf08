import { expect, it } from 'vitest';
import { windowOf } from './aggregates.ts';

const at = (iso: string) => Date.parse(iso);

it.each([
  ['UTC', 'day', '2026-03-10T12:00:00Z', '2026-03-10', '2026-03-10T00:00:00.000Z'],
  ['UTC', 'week', '2026-03-10T00:00:00Z', '2026-03-04', '2026-03-04T00:00:00.000Z'],
  ['UTC', 'month', '2026-03-10T12:00:00Z', '2026-02-09', '2026-02-09T00:00:00.000Z'],
  // It is tomorrow there already, and still yesterday here.
  ['Pacific/Auckland', 'day', '2026-03-10T12:00:00Z', '2026-03-11', '2026-03-10T11:00:00.000Z'],
  ['America/Los_Angeles', 'day', '2026-03-11T06:59:59Z', '2026-03-10', '2026-03-10T07:00:00.000Z'],
  ['Asia/Kathmandu', 'day', '2026-03-10T12:00:00Z', '2026-03-10', '2026-03-09T18:15:00.000Z'],
  // The clocks went forward in between: the first day of the week began by the old ones.
  ['Europe/Berlin', 'week', '2026-04-02T10:00:00Z', '2026-03-27', '2026-03-26T23:00:00.000Z'],
  ['Europe/Berlin', 'week', '2026-04-05T10:00:00Z', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  // And back; a day of 25 hours is one day.
  ['Europe/Berlin', 'day', '2026-10-25T22:30:00Z', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  // Midnight was skipped there: the day begins at one.
  ['Africa/Cairo', 'day', '2026-04-24T12:00:00Z', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['no/such', 'day', '2026-03-10T12:00:00Z', '2026-03-10', '2026-03-10T00:00:00.000Z'],
] as const)('in %s a %s until %s starts on %s', (timezone, window, now, from, since) => {
  expect(windowOf(timezone, window, at(now))).toMatchObject({ from, since });
});
