import { expect, test } from 'vitest';
import { compareWithBudget, describeMedian, describeP95, isFewLoads, timeBuckets } from './cost.ts';

const budget = { script: 5_480, meter: 157, bytes: 7_750, payload: 1_400, requests: 2, time: 5 };
const times = [
  { upTo: 1, loads: 6 },
  { upTo: 5, loads: 3 },
  { upTo: 20, loads: 1 },
  { upTo: null, loads: 0 },
];

test('loads are distributed over named buckets, each with its share', () => {
  expect(timeBuckets({ times, budget }).map(({ name, loads, share }) => [name, loads, share])).toEqual([
    ['Up to 1 ms', 6, 0.6],
    ['1 to 5 ms', 3, 0.3],
    ['5 to 20 ms', 1, 0.1],
    ['Over 20 ms', 0, 0],
  ]);
});

test('a bucket is over budget only if all of it is', () => {
  expect(timeBuckets({ times, budget }).map(({ isOver }) => isOver)).toEqual([false, false, true, true]);
});

test('without loads there are no shares', () => {
  expect(timeBuckets({ times: [{ upTo: 1, loads: 0 }], budget })[0]?.share).toBe(0);
});

test('figures of few loads are marked as such', () => {
  expect([29, 30].map(isFewLoads)).toEqual([true, false]);
});

test('exactly the budget is within the budget', () => {
  expect(compareWithBudget(5, 5, '5 ms')).toBe('Within the 5 ms budget');
  expect(compareWithBudget(5.1, 5, '5 ms')).toBe('Over the 5 ms budget');
});

test('a figure says how many loads it rests on, unless all, and what it still needs', () => {
  const ms = (value: number) => `${value} ms`;
  expect(describeMedian({ loads: 1_184, median: 2, p95: 4 }, 1_184)).toBe('Median');
  expect(describeMedian({ loads: 1_184, median: 2, p95: 4 }, 1_200)).toBe('Median of 1,184 loads');
  expect(describeMedian({ loads: 2, median: null, p95: null }, 2)).toBe('Needs 3 measured loads');
  expect(describeP95({ loads: 1_184, median: 2, p95: 4 }, ms)).toBe('95th percentile 4 ms');
  expect(describeP95({ loads: 3, median: 2, p95: null }, ms)).toBe('95th percentile from 20 loads');
  expect(describeP95({ loads: 2, median: null, p95: null }, ms)).toBeNull();
});
