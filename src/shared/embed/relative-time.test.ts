import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const ago = (seconds: number, language = 'en') =>
  relativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW, language);

test('uses the largest unit that fits', () => {
  expect(
    [0, 59, 60, 3_599, 7_200, 86_400, 3 * 86_400, 8 * 86_400, 70 * 86_400, 800 * 86_400].map((s) => ago(s)),
  ).toEqual([
    'now',
    'now',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
    'last week',
    '2 months ago',
    '2 years ago',
  ]);
});

test('uses the given language', () => {
  expect(ago(7_200, 'de')).toBe('vor 2 Stunden');
  expect(ago(7_200, 'ar')).toBe('قبل ساعتين');
});

test('describes future dates as future', () => {
  expect(ago(-3 * 3_600)).toBe('in 3 hours');
});

test('a clock that is minutes slow does not move the past into the future', () => {
  expect(ago(-5 * 60)).toBe('now');
});

test('describes every valid date', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => relativeTime(date.toISOString(), NOW, 'en') !== ''),
  );
});
