import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clickRate } from './click-rate.ts';

it('is null without displays', () => {
  expect(clickRate({ displays: 0, clicks: 0 })).toBeNull();
  expect(clickRate({ displays: 0, clicks: 3 })).toBeNull();
});

it.each([
  // From published tables of the 95% Wilson score interval.
  [0, 10, 0, 0.2775],
  [1, 10, 0.0179, 0.4042],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [50, 1_000, 0.0381, 0.0653],
  [1, 1, 0.2065, 1],
])('of %d clicks in %d displays lies between %f and %f', (clicks, displays, low, high) => {
  const rate = clickRate({ displays, clicks });
  expect(rate?.value).toBe(clicks / displays);
  expect(rate?.low).toBeCloseTo(low, 4);
  expect(rate?.high).toBeCloseTo(high, 4);
});

it('is at most 1, even if clicks outnumber displays', () => {
  expect(clickRate({ displays: 2, clicks: 3 })).toEqual(clickRate({ displays: 2, clicks: 2 }));
});

it('has an interval that contains the share, stays within 0 and 1, and narrows with more displays', () => {
  const count = fc.integer({ min: 0, max: 2_147_483_647 });
  fc.assert(
    fc.property(count, count, (displays, clicks) => {
      const rate = clickRate({ displays: displays + 1, clicks });
      if (!rate) return false;
      const isOrdered = 0 <= rate.low && rate.low <= rate.value && rate.value <= rate.high && rate.high <= 1;
      return isOrdered && rate.high > rate.low;
    }),
  );
  const widths = [10, 100, 1_000, 10_000].map((displays) => {
    const rate = clickRate({ displays, clicks: displays / 10 });
    return (rate?.high ?? 0) - (rate?.low ?? 0);
  });
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

it('contains the true share in about 95 of 100 samples', () => {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const samples = 2_000;
  let held = 0;
  for (let sample = 0; sample < samples; sample++) {
    let clicks = 0;
    for (let display = 0; display < 200; display++) if (random() < 0.06) clicks++;
    const rate = clickRate({ displays: 200, clicks });
    if (rate && rate.low <= 0.06 && 0.06 <= rate.high) held++;
  }
  expect(held / samples).toBeGreaterThan(0.93);
  expect(held / samples).toBeLessThan(0.97);
});
