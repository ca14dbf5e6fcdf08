// Costs of page loads are counted by size, in buckets that are the same for ever: one report is one load, however large
// the number in it. Medians and percentiles come from the counts.

/** What a page load is measured in: bytes, requests, and microseconds of main thread. Stored, so never renamed. */
export const COST_MEASURES = ['bytes', 'requests', 'time'] as const;
export type CostMeasure = (typeof COST_MEASURES)[number];

/** Preferred numbers (ISO 3, series R20): twenty a decade, each about 12% above the one before, with 1, 2 and 5. */
const R20 = [1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.24, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9];
/** What is larger, such as more than 90 seconds, counts in the last bucket. */
const DECADES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];
/** Upper bounds in whole numbers, ascending. Below 10 each number has a bucket of its own. */
const BOUNDS = [0, ...new Set(DECADES.flatMap((ten) => R20.map((one) => Math.round(one * ten))))];
/** The upper bound of times that browsers' clocks cannot tell apart. */
const LEAST_TIME = 100;

/** @param value a whole number, not negative. @returns the upper bound of its bucket, the last one's for larger values. */
export function costBucket(measure: CostMeasure, value: number): number {
  const least = measure === 'time' ? Math.max(value, LEAST_TIME) : value;
  return BOUNDS.find((bound) => least <= bound) ?? BOUNDS.at(-1) ?? 0;
}

/** How many loads were in the bucket that ends at `upTo`. */
export type CostBucket = { upTo: number; loads: number };

/**
 * @param share such as 0.5 for the median.
 * @returns the value that at least this share of the loads does not exceed, by the nearest-rank method; at most 7% off,
 * because it stands for its bucket (by the geometric mean of the least and largest number in it). Null without loads.
 */
export function quantileOf(buckets: readonly CostBucket[], share: number): number | null {
  const rank = Math.ceil(share * sumOfLoads(buckets));
  let loads = 0;
  for (const bucket of buckets.toSorted((a, b) => a.upTo - b.upTo)) {
    loads += bucket.loads;
    if (loads > 0 && loads >= rank) return middleOf(bucket.upTo);
  }
  return null;
}

export const sumOfLoads = (buckets: readonly CostBucket[]): number =>
  buckets.reduce((sum, { loads }) => sum + loads, 0);

function middleOf(upTo: number): number {
  const least = (BOUNDS.findLast((bound) => bound < upTo) ?? -1) + 1;
  return Math.sqrt(least * upTo);
}

/** Upper bounds in milliseconds of the classes of main-thread time that reports show; each is a bound above, too. */
export const TIME_CLASSES = [1, 2, 5, 10, 20, 50] as const;
