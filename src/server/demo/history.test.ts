import { expect, it } from 'vitest';
import { makeHours } from '../domain/hours.ts';
import { dateIn } from '../domain/stats.ts';
import { HISTORY_DAYS, makeHistory, makeRandom, type Run } from './history.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-10T12:10:00.000Z');

const run = (more: Partial<Run> = {}): Run => ({
  siteId: 'site',
  widgetId: 'widget',
  notificationId: 'a',
  from: NOW - HISTORY_DAYS * DAY,
  until: NOW,
  weight: 1,
  clickRate: 0.06,
  dismissRate: 0.02,
  ...more,
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

it('tells the same history for the same moment', () => {
  expect(makeHistory([run()], 'Europe/Lisbon', NOW)).toEqual(makeHistory([run()], 'Europe/Lisbon', NOW));
});

it('draws numbers from 0 up to 1, and the same ones for the same seed', () => {
  const [a, b] = [makeRandom(7), makeRandom(7)];
  const drawn = Array.from({ length: 10_000 }, a);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(sum(drawn) / drawn.length).toBeCloseTo(0.5, 1);
  expect(Array.from({ length: 10_000 }, b)).toEqual(drawn);
});

it.each(['Europe/Lisbon', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/New_York'])(
  'keeps to the hours of %s, each notice and hour once, while the notice ran',
  (timezone) => {
    // New York turned its clocks on 8 March 2026, within these days.
    const runs = [
      run(),
      run({ notificationId: 'b', from: NOW - 90 * 60_000 }),
      run({ notificationId: 'c', until: NOW - DAY }),
    ];
    const history = makeHistory(runs, timezone, NOW);
    const hourOf = makeHours();
    for (const { hour, notificationId } of history) {
      expect(hourOf(timezone, Date.parse(hour))).toBe(hour);
      const { from, until } = runs.find((one) => one.notificationId === notificationId) ?? run();
      expect(Date.parse(hour)).toBeGreaterThan(from - HOUR);
      expect(Date.parse(hour)).toBeLessThan(until);
    }
    const keys = history.map(({ hour, notificationId }) => `${hour} ${notificationId}`);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

it('has displays on each of the last 30 days, and never more answers than displays', () => {
  const history = makeHistory([run()], 'Europe/Lisbon', NOW);
  const toDate = dateIn('Europe/Lisbon');
  const days = new Set(history.map(({ hour }) => toDate(Date.parse(hour))));
  for (let day = 0; day < HISTORY_DAYS; day++) expect(days).toContain(toDate(NOW - day * DAY));
  expect(history.every(({ displays, clicks, dismissals }) => displays > 0 && clicks + dismissals <= displays)).toBe(
    true,
  );
});

it('has quiet nights, busy evenings, and weekends above weekdays', () => {
  const history = makeHistory([run()], 'UTC', NOW);
  const displaysAt = (isIn: (date: Date) => boolean) =>
    sum(history.filter(({ hour }) => isIn(new Date(hour))).map(({ displays }) => displays));
  expect(displaysAt((date) => date.getUTCHours() === 20)).toBeGreaterThan(
    10 * displaysAt((date) => date.getUTCHours() === 3),
  );
  // Four full weeks, so that every weekday counts as often.
  const inWeeks = (date: Date) =>
    date.getTime() >= Date.parse('2026-02-09') && date.getTime() < Date.parse('2026-03-09');
  const weekend = displaysAt((date) => inWeeks(date) && [0, 6].includes(date.getUTCDay())) / 2;
  const weekday = displaysAt((date) => inWeeks(date) && ![0, 6].includes(date.getUTCDay())) / 5;
  expect(weekend).toBeGreaterThan(1.15 * weekday);
});

it('shares the displays of an hour by weight', () => {
  const history = makeHistory([run({ weight: 3 }), run({ notificationId: 'b' })], 'UTC', NOW);
  const displaysOf = (id: string) =>
    sum(history.filter((one) => one.notificationId === id).map(({ displays }) => displays));
  expect(displaysOf('a') / displaysOf('b')).toBeCloseTo(3, 0);
});
