// What the widget costs, as the screen tells it: how loads spread over main-thread times, and what an average is worth.
// Pure.
import type { SiteCost } from '#shared/contract/stats.ts';

/** One load in so many is measured; the widget chooses by chance. */
export const MEASURED_ONE_IN = 100;
/** Below this many measured loads one slow phone moves the average. */
const LOADS_MIN = 30;

export type TimeBucket = {
  /** 'Up to 1 ms', '1 to 2 ms', 'Over 50 ms' */
  name: string;
  loads: number;
  /** Of all measured loads, 0 to 1. */
  share: number;
  /** Whether every load in it took longer than the budget. */
  isOver: boolean;
};

/** @returns the spread of loads over times, fastest first. */
export function timeBuckets({ times, budget }: Pick<SiteCost, 'times' | 'budget'>): TimeBucket[] {
  const sum = times.reduce((total, { loads }) => total + loads, 0);
  return times.map(({ upTo, loads }, at) => {
    const above = times[at - 1]?.upTo ?? 0;
    const name = upTo === null ? `Over ${above} ms` : above === 0 ? `Up to ${upTo} ms` : `${above} to ${upTo} ms`;
    return { name, loads, share: sum === 0 ? 0 : loads / sum, isOver: above >= budget.time };
  });
}

export const isFewLoads = (loads: number): boolean => loads < LOADS_MIN;

/** @returns a figure against its budget: 'within the budget of 5 ms', 'over the budget of 5 ms'. */
export const budgetWords = (value: number, budget: number, name: string): string =>
  `${value <= budget ? 'within' : 'over'} the budget of ${name}`;
