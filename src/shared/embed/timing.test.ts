import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SPREAD, spread } from './timing.ts';

const seconds = fc.double({ min: 0, max: 3600, noNaN: true });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a randomized time varies by at most a fifth', () => {
  fc.assert(
    fc.property(seconds, chance, (value, drawn) => {
      const ms = spread(value, true, () => drawn);
      expect(ms).toBeGreaterThanOrEqual(value * 1000 * (1 - SPREAD) - 1e-6);
      expect(ms).toBeLessThanOrEqual(value * 1000 * (1 + SPREAD) + 1e-6);
    }),
  );
});

test('uses the whole range', () => {
  expect(spread(10, true, () => 0)).toBeCloseTo(8_000);
  expect(spread(10, true, () => 0.5)).toBeCloseTo(10_000);
  expect(spread(10, true, () => 0.999999)).toBeCloseTo(12_000, 0);
});

test('a time that is not randomized is exact', () => {
  fc.assert(fc.property(seconds, chance, (value, drawn) => spread(value, false, () => drawn) === value * 1000));
});
