import { expect, it } from 'vitest';
import { momentOf, spanOf, timeOf } from './times.ts';

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const DAY = 24 * H;

it.each([
  [0, '0 s'],
  [45 * S + 999, '45 s'],
  [-12 * MIN, '12 min'],
  [59 * MIN + 59 * S, '59 min'],
  [3 * H, '3 h'],
  [3 * H - S, '2 h 59 min'],
  [DAY, '1 day'],
  [2 * DAY + 5 * H, '2 days 5 h'],
])('formats %i ms as %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words);
});

it('formats a moment and a time in a time zone', () => {
  const at = Date.parse('2026-03-10T23:30:00Z');
  expect(momentOf(at, 'UTC')).toBe('Mar 10, 2026, 23:30');
  expect(timeOf(at, 'Asia/Tokyo')).toBe('08:30');
});
