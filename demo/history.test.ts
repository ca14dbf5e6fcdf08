import { expect, it } from 'vitest';
import { makeMoments, makeZone } from '#server/domain/stats/zone.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { choose, HISTORY_DAYS, makeHistory, makeRandom, type Run } from './history.ts';
import { makeCosts } from './history-cost.ts';

const NOW = Date.parse('2026-03-10T12:10:00.000Z');

const run = (more: Partial<Run> = {}): Run => ({
  siteId: 'site',
  widgetId: 'widget',
  notificationId: 'a',
  from: NOW - HISTORY_DAYS * DAY,
  until: NOW,
  weight: 1,
  pages: [
    ['/demo/shop', 3],
    ['/demo/shop/oak-desk', 1],
  ],
  clickRate: 0.06,
  dismissRate: 0.02,
  ...more,
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

it('is the same for the same moment', () => {
  expect(makeHistory([run()], 'Europe/Lisbon', NOW)).toEqual(makeHistory([run()], 'Europe/Lisbon', NOW));
});

it('draws numbers in [0, 1), the same ones for the same seed', () => {
  const [a, b] = [makeRandom(7), makeRandom(7)];
  const drawn = Array.from({ length: 10_000 }, a);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(sum(drawn) / drawn.length).toBeCloseTo(0.5, 1);
  expect(Array.from({ length: 10_000 }, b)).toEqual(drawn);
});

it.each(['Asia/Kolkata', 'America/New_York'])(
  'follows the hours and days of %s, with one tally per notification, hour, page and device while it ran',
  (timezone) => {
    // New York changed its clocks on 8 March 2026, within these days.
    const runs = [
      run(),
      run({ notificationId: 'b', from: NOW - 90 * 60_000 }),
      run({ notificationId: 'c', until: NOW - DAY }),
    ];
    const history = makeHistory(runs, timezone, NOW);
    const momentOf = makeMoments();
    for (const { hour, day, notificationId } of history) {
      expect(momentOf(timezone, Date.parse(hour))).toEqual({ hour, day });
      const { from, until } = runs.find((one) => one.notificationId === notificationId) ?? run();
      expect(Date.parse(hour)).toBeGreaterThan(from - HOUR);
      expect(Date.parse(hour)).toBeLessThan(until);
    }
    const keys = history.map((one) => `${one.hour} ${one.notificationId} ${one.page} ${one.device}`);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

it('has displays on each day of its length, and never more clicks and dismissals than displays', () => {
  const history = makeHistory([run()], 'Europe/Lisbon', NOW);
  const { dateAt: toDate } = makeZone('Europe/Lisbon');
  const days = new Set(history.map(({ hour }) => toDate(Date.parse(hour))));
  for (let day = 0; day < HISTORY_DAYS; day++) expect(days).toContain(toDate(NOW - day * DAY));
  expect(history.every(({ displays, clicks, dismissals }) => displays > 0 && clicks + dismissals <= displays)).toBe(
    true,
  );
});

it('has quiet nights, busy evenings, and busier weekends than weekdays', () => {
  const history = makeHistory([run()], 'UTC', NOW);
  const displaysAt = (isIn: (date: Date) => boolean) =>
    sum(history.filter(({ hour }) => isIn(new Date(hour))).map(({ displays }) => displays));
  expect(displaysAt((date) => date.getUTCHours() === 20)).toBeGreaterThan(
    10 * displaysAt((date) => date.getUTCHours() === 3),
  );
  // Four full weeks, so that every weekday counts equally.
  const inWeeks = (date: Date) =>
    date.getTime() >= Date.parse('2026-02-09') && date.getTime() < Date.parse('2026-03-09');
  const weekend = displaysAt((date) => inWeeks(date) && [0, 6].includes(date.getUTCDay())) / 2;
  const weekday = displaysAt((date) => inWeeks(date) && ![0, 6].includes(date.getUTCDay())) / 5;
  expect(weekend).toBeGreaterThan(1.15 * weekday);
});

it("splits an hour's displays by weight", () => {
  const history = makeHistory([run({ weight: 3 }), run({ notificationId: 'b' })], 'UTC', NOW);
  const displaysOf = (id: string) =>
    sum(history.filter((one) => one.notificationId === id).map(({ displays }) => displays));
  expect(displaysOf('a') / displaysOf('b')).toBeCloseTo(3, 0);
});

it('spreads displays over pages by their shares, and over devices with phones first', () => {
  const history = makeHistory([run()], 'UTC', NOW);
  const displaysOf = (isIn: (one: (typeof history)[number]) => boolean) =>
    sum(history.filter(isIn).map(({ displays }) => displays));
  const [home, desk] = ['/demo/shop', '/demo/shop/oak-desk'].map((path) => displaysOf(({ page }) => page === path));
  expect((home ?? 0) / (desk ?? 1)).toBeCloseTo(3, 0);
  const devices = ['mobile', 'desktop', 'tablet'].map((name) => displaysOf(({ device }) => device === name));
  expect(devices).toEqual(devices.toSorted((a, b) => b - a));
  expect(sum(devices)).toBe(displaysOf(() => true));
});

it('picks choices in proportion to their shares, and throws when there are none', () => {
  const random = makeRandom(3);
  const chosen = Array.from({ length: 10_000 }, () =>
    choose(
      [
        ['a', 1],
        ['b', 0],
        ['c', 3],
      ],
      random,
    ),
  );
  expect(chosen.filter((one) => one === 'a').length / 10_000).toBeCloseTo(0.25, 1);
  expect(chosen).not.toContain('b');
  expect(() => choose([], random)).toThrow('Nothing to choose from');
});

it('has cost reports for every day up to today, most within the published bounds', () => {
  const costs = makeCosts('site', 'Europe/Lisbon', NOW, 5_900);
  expect(costs).toEqual(makeCosts('site', 'Europe/Lisbon', NOW, 5_900));
  const loads = sum(costs.filter(({ measure }) => measure === 'time').map((one) => one.loads));
  expect(loads).toBeGreaterThan(100);
  expect(new Set(costs.map(({ day }) => day)).size).toBeGreaterThan(50);
  expect(
    costs
      .map(({ day }) => day)
      .sort()
      .at(-1),
  ).toBe('2026-03-10');
  const loadsUpTo = (measure: string, most: number) =>
    sum(costs.filter((one) => one.measure === measure && one.upTo <= most).map((one) => one.loads));
  expect(loadsUpTo('time', 5_000) / loads).toBeGreaterThan(0.8);
  expect(loadsUpTo('bytes', 9_000)).toBe(loads);
  expect(loadsUpTo('requests', 2)).toBe(loads);
});
