// The widget's cost as shown on screen: how loads are distributed over main-thread times, and how many a figure rests
// on. Pure.
import type { TimeName } from '#client/format/dates.ts';
import { count } from '#client/format/numbers.ts';
import type { CostFigure, SiteCost } from '#shared/contract/stats.ts';
import { COST_LOADS_FOR_MEDIAN, COST_LOADS_FOR_P95 } from '#shared/limits.ts';

export type CostDay = SiteCost['days'][number] & TimeName;

/** With fewer measured loads than this, a few slow phones move the figures. */
const LOADS_MIN = 30;

export type TimeBucket = {
  /** 'Up to 1 ms', '1 to 2 ms', 'Over 50 ms' */
  name: string;
  loads: number;
  /** Share of all measured loads, 0 to 1. */
  share: number;
  /** Whether every load in this bucket took longer than the budget. */
  isOver: boolean;
};

/** @returns the distribution of loads over times, fastest first. */
export function timeBuckets({ times, budget }: Pick<SiteCost, 'times' | 'budget'>): TimeBucket[] {
  const sum = times.reduce((total, { loads }) => total + loads, 0);
  return times.map(({ upTo, loads }, at) => {
    const above = times[at - 1]?.upTo ?? 0;
    const name = upTo === null ? `Over ${above} ms` : above === 0 ? `Up to ${upTo} ms` : `${above} to ${upTo} ms`;
    return { name, loads, share: sum === 0 ? 0 : loads / sum, isOver: above >= budget.time };
  });
}

export const isFewLoads = (loads: number): boolean => loads < LOADS_MIN;

/**
 * @param all measured loads. @returns what the figure is, and how many loads it rests on unless all: 'Median',
 * 'Median of 12 loads'.
 */
export function describeMedian({ loads, median }: CostFigure, all: number): string {
  if (median === null) return `Needs ${COST_LOADS_FOR_MEDIAN} measured loads`;
  return loads === all ? 'Median' : `Median of ${count(loads)} loads`;
}

/** @returns '95th percentile 4.5 ms', or from how many loads there is one; null while there is no median, either. */
export function describeP95({ median, p95 }: CostFigure, format: (value: number) => string): string | null {
  if (median === null) return null;
  return `95th percentile ${p95 === null ? `from ${COST_LOADS_FOR_P95} loads` : format(p95)}`;
}

/** @returns how a median compares with its budget: 'Within the 5 ms budget', 'Over the 5 ms budget'. */
export const compareWithBudget = (value: number, budget: number, name: string): string =>
  `${value <= budget ? 'Within' : 'Over'} the ${name} budget`;
