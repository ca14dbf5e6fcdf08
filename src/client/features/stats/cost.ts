// The widget's cost as shown on screen: how loads are distributed over main-thread times, and whether an average is
// meaningful. Pure.
import type { TimeName } from '#client/format/dates.ts';
import type { SiteCost } from '#shared/contract/stats.ts';

export type CostDay = SiteCost['days'][number] & TimeName;

/** With fewer measured loads than this, one slow phone moves the average. */
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

/** @returns how a value compares with its budget: 'within the 5 ms budget', 'over the 5 ms budget'. */
export const compareWithBudget = (value: number, budget: number, name: string): string =>
  `${value <= budget ? 'within' : 'over'} the ${name} budget`;
