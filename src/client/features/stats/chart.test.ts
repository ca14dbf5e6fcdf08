import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf } from './chart.tsx';

test('the values with a line are round', () => {
  expect(ticksOf(4, 4, true)).toEqual([0, 1, 2, 3, 4]);
  expect(ticksOf(1, 4, true)).toEqual([0, 1]);
  expect(ticksOf(47, 4, true)).toEqual([0, 15, 30, 45, 60]);
  expect(ticksOf(12_971, 2, true)).toEqual([0, 8_000, 16_000]);
  expect(ticksOf(9, 4, true)).toEqual([0, 3, 6, 9]);
  expect(ticksOf(9, 4, false)).toEqual([0, 2.5, 5, 7.5, 10]);
  expect(ticksOf(0.3, 4, false)).toEqual([0, 0.08, 0.16, 0.24, 0.32]);
});

test('they begin at 0, reach the largest value, and are a few whole numbers for counts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 2, max: 5 }), (most, intervals) => {
      const ticks = ticksOf(most, intervals, true);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.at(-2)).toBeLessThan(most);
      expect(ticks.length).toBeLessThanOrEqual(intervals + 1);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
