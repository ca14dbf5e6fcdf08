import { expect, test } from 'vitest';
import { clockName, dayIn, momentIn, timeNames, todayIn } from './dates.ts';

const at = (...instants: string[]) => instants.map((one) => ({ at: one, displays: 0, clicks: 0, dismissals: 0 }));

test('day names do not depend on the reader’s time zone', () => {
  const names = timeNames({ unit: 'day', timezone: 'Pacific/Kiritimati', series: at('2026-11-20', '2026-11-21') });
  expect(names).toEqual([
    { tick: 'Nov 20', full: 'Fri, Nov 20' },
    { tick: 'Nov 21', full: 'Sat, Nov 21' },
  ]);
});

test('days across two years include the year', () => {
  const names = timeNames({ unit: 'day', timezone: 'UTC', series: at('2025-12-31', '2026-01-01') });
  expect(names.map(({ full }) => full)).toEqual(['Wed, Dec 31, 2025', 'Thu, Jan 1, 2026']);
});

test('hours follow the site’s clock, including half-hour zones', () => {
  const series = at('2026-03-10T18:30:00.000Z', '2026-03-10T19:30:00.000Z');
  expect(timeNames({ unit: 'hour', timezone: 'Asia/Kolkata', series })).toEqual([
    { tick: '00:00', full: 'Mar 11, 00:00' },
    { tick: '01:00', full: 'Mar 11, 01:00' },
  ]);
});

test('the repeated hour when clocks go back can be told apart', () => {
  const series = at('2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z');
  expect(timeNames({ unit: 'hour', timezone: 'Europe/Berlin', series }).map(({ full }) => full)).toEqual([
    'Oct 25, 02:00 GMT+2',
    'Oct 25, 02:00 GMT+1',
    'Oct 25, 03:00',
  ]);
});

test('today is the current day in the site’s time zone', () => {
  const now = Date.parse('2026-03-10T23:30:00Z');
  expect(todayIn('Asia/Tokyo', now)).toBe('2026-03-11');
  expect(todayIn('America/New_York', now)).toBe('2026-03-10');
});

test('a clock is named by its city', () => {
  expect(['Europe/Lisbon', 'America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'].map(clockName)).toEqual([
    'Lisbon time',
    'New York time',
    'Buenos Aires time',
    'UTC',
  ]);
});

test("a moment is the site's", () => {
  expect(momentIn('Asia/Tokyo', '2026-03-10T23:30:00Z')).toBe('Mar 11, 2026, 08:30');
  expect(momentIn('Mars/Olympus', '2026-03-10T00:05:00Z')).toBe('Mar 10, 2026, 00:05');
});

test("a day is the site's, up to the last that a schedule can have", () => {
  expect(dayIn('Asia/Tokyo', '2026-03-10T23:30:00Z')).toBe('Mar 11');
  expect(dayIn('America/New_York', '2026-03-11T01:30:00Z')).toBe('Mar 10');
  expect(dayIn('Mars/Olympus', '2026-03-10T23:30:00Z')).toBe('Mar 10');
  expect(dayIn('Pacific/Auckland', '9999-12-31T23:00:00Z')).toBe('Jan 1');
});
