import { expect, test } from 'vitest';
import { HOUR } from '#shared/time.ts';
import { dismissedUntil, FOREVER } from './dismissal.ts';
import { DISMISS_PERIODS } from './payload.ts';

test('each period lasts as long as its name says', () => {
  const now = 1_000;
  expect(DISMISS_PERIODS.map((period) => dismissedUntil(period, now) - now)).toEqual([
    0,
    HOUR,
    24 * HOUR,
    7 * 24 * HOUR,
    30 * 24 * HOUR,
    expect.any(Number),
  ]);
});

test('forever lies beyond FOREVER, is a valid date, and survives JSON', () => {
  const until = JSON.parse(JSON.stringify(dismissedUntil('forever', Date.now())));
  expect(until).toBeGreaterThan(FOREVER);
  expect(new Date(until).getTime()).toBe(until);
});
