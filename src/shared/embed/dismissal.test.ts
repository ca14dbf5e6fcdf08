import { expect, test } from 'vitest';
import { dismissedUntil, FOREVER } from './dismissal.ts';
import { DISMISS_PERIODS } from './payload.ts';

const HOUR = 3_600_000;

test('each period lasts as long as its name says', () => {
  const now = 1_000;
  expect(DISMISS_PERIODS.map((period) => dismissedUntil(period, now) - now)).toEqual([
    0,
    HOUR,
    24 * HOUR,
    7 * 24 * HOUR,
    30 * 24 * HOUR,
    FOREVER - now,
  ]);
});

test('for ever survives being kept as JSON', () => {
  expect(JSON.parse(JSON.stringify(dismissedUntil('forever', 0)))).toBe(FOREVER);
});
