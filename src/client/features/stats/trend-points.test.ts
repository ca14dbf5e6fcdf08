import { expect, test } from 'vitest';
import { DAY } from '#shared/time.ts';
import { type TrendPoint, trendPoints } from './trend-points.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const seriesOf = (...ats: string[]) =>
  ats.map((at, index) => ({ at, displays: 10 + index, clicks: index, dismissals: 0 }));
const series = seriesOf('2026-03-08', '2026-03-09', '2026-03-10');
const days = { series, unit: 'day', timezone: 'UTC' } as const;
const phases = (points: TrendPoint[]) => points.map(({ phase }) => phase);

test('the current day is drawn separately from completed days', () => {
  const points = trendPoints(days, undefined, NOON);
  expect(phases(points)).toEqual(['past', 'past', 'current']);
  expect(points.map(({ settled }) => settled.displays)).toEqual([10, 11, null]);
  expect(points.map(({ running }) => running.displays)).toEqual([null, 11, 12]);
});

test('a past range has no current day', () => {
  const past = trendPoints(days, undefined, NOON + DAY);
  expect(phases(past)).toEqual(['past', 'past', 'past']);
  expect(past.every(({ running }) => running.displays === null)).toBe(true);
});

test('future days and hours are not drawn as zero', () => {
  const future = { at: '2026-03-10', displays: 0, clicks: 0, dismissals: 0 };
  const ahead = trendPoints({ ...days, series: [...series.slice(0, 2), future] }, undefined, NOON - DAY);
  expect(phases(ahead)).toEqual(['past', 'current', 'future']);
  expect(ahead.at(-1)).toMatchObject({ settled: { displays: null }, running: { displays: null } });
  const hours = seriesOf('2026-03-10T11:00:00.000Z', '2026-03-10T12:00:00.000Z');
  const next = { ...future, at: '2026-03-10T13:00:00.000Z' };
  const today = trendPoints({ series: [...hours, next], unit: 'hour', timezone: 'UTC' }, undefined, NOON + 600_000);
  expect(phases(today)).toEqual(['past', 'current', 'future']);
});

test('when the day has begun only on another site’s clock, both days are drawn as current', () => {
  // In Pago Pago it is still the 9th, in Kiritimati the 11th.
  const account = {
    ...days,
    series: seriesOf('2026-03-09', '2026-03-10', '2026-03-11'),
    timezone: 'Pacific/Pago_Pago',
  };
  const points = trendPoints(account, undefined, Date.parse('2026-03-10T10:20:00Z'));
  expect(phases(points)).toEqual(['current', 'current', 'current']);
  expect(points.map(({ running }) => running.displays)).toEqual([10, 11, 12]);
  const later = trendPoints(account, undefined, NOON);
  expect(phases(later)).toEqual(['past', 'current', 'current']);
  expect(later.map(({ settled }) => settled.displays)).toEqual([10, null, null]);
});

test('the last hour is current until it is over', () => {
  const hours = { series: seriesOf('2026-03-10T11:00:00.000Z'), unit: 'hour', timezone: 'UTC' } as const;
  expect(phases(trendPoints(hours, undefined, NOON - 1))).toEqual(['current']);
  expect(phases(trendPoints(hours, undefined, NOON))).toEqual(['past']);
});

test('the site’s clock decides whether a day is still current', () => {
  const inTokyo = { ...days, timezone: 'Asia/Tokyo' } as const;
  expect(phases(trendPoints(inTokyo, undefined, Date.parse('2026-03-10T15:30:00Z'))).at(-1)).toBe('past');
  expect(phases(trendPoints(inTokyo, undefined, Date.parse('2026-03-10T14:30:00Z'))).at(-1)).toBe('current');
});

test('each completed day is paired with the same day of the previous period', () => {
  const before = series.map((point) => ({ ...point, displays: point.displays * 2 }));
  expect(trendPoints(days, before, NOON).map((point) => point.before)).toEqual([20, 22, null]);
  expect(trendPoints(days, undefined, NOON).map((point) => point.before)).toEqual([null, null, null]);
});
