import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#tests/support/runs.ts';
import { COST_MEASURES, type CostMeasure, costBucket, quantileOf, TIME_CLASSES } from './cost-buckets.ts';

const count = (measure: CostMeasure, values: readonly number[]) =>
  [...Map.groupBy(values, (value) => costBucket(measure, value))].map(([upTo, same]) => ({ upTo, loads: same.length }));

describe('costBucket', () => {
  it.each([
    ['bytes', 0, 0],
    ['requests', 1, 1],
    ['requests', 2, 2],
    ['requests', 10, 10],
    ['requests', 11, 11],
    ['requests', 12, 13],
    ['requests', 1_000, 1_000],
    ['bytes', 5_600, 5_600],
    ['bytes', 5_601, 6_300],
    ['bytes', 10_000_000, 10_000_000],
    ['time', 0, 100],
    ['time', 100, 100],
    ['time', 101, 112],
    ['time', 10_000, 10_000],
    ['time', 10_001, 11_200],
    ['time', 90_000_000, 90_000_000],
    ['time', 604_800_000_000, 90_000_000],
  ] as const)('of %s %i ends at %i', (measure, value, bound) => {
    expect(costBucket(measure, value)).toBe(bound);
  });

  it('never separates the loads of a class of times', () => {
    for (const ms of TIME_CLASSES) expect(costBucket('time', ms * 1_000)).toBe(ms * 1_000);
  });
});

describe('quantileOf', () => {
  it('is null without loads', () => {
    expect(quantileOf([], 0.5)).toBeNull();
    expect(quantileOf([{ upTo: 5, loads: 0 }], 0.5)).toBeNull();
  });

  it('is exact for small numbers', () => {
    expect(quantileOf(count('requests', [0, 1, 2, 2, 9]), 0.5)).toBe(2);
    expect(quantileOf(count('requests', [0, 0, 0, 2]), 0.5)).toBe(0);
    expect(quantileOf(count('requests', [1, 2, 3, 4]), 0.95)).toBe(4);
  });

  it('is the nearest rank’s value, at most 7% off', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 10_000_000 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.constantFrom(...COST_MEASURES), values, fc.constantFrom(0.5, 0.95), (measure, list, share) => {
        // Shorter times cannot be told apart.
        const numbers = measure === 'time' ? list.map((value) => Math.max(value, 95)) : list;
        const exact = numbers.toSorted((a, b) => a - b)[Math.ceil(share * list.length) - 1] ?? Number.NaN;
        const found = quantileOf(count(measure, list), share) ?? Number.NaN;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.07 * exact);
      }),
      { numRuns: runs(500, 3_000, 20_000) },
    );
  });

  it('is moved by one value no further than to a neighbor of what it was', () => {
    const values = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 10_000_000 }), (honest, forged) => {
        const rank = Math.ceil(0.5 * (honest.length + 1));
        const sorted = honest.map((value) => costBucket('bytes', value)).sort((a, b) => a - b);
        const all = count('bytes', [...honest, forged]);
        const of = (upTo: number | undefined) => quantileOf([{ upTo: upTo ?? 0, loads: 1 }], 1) ?? Number.NaN;
        const median = quantileOf(all, 0.5);
        expect(median).toBeGreaterThanOrEqual(of(sorted[rank - 2]));
        expect(median).toBeLessThanOrEqual(of(sorted[rank - 1]));
      }),
      { numRuns: runs(500, 3_000, 20_000) },
    );
  });
});
