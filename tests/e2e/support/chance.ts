// Chance in tests: the same in every run. One page load in a hundred reports its cost, so that an unpinned Math.random
// would add a request to one test in a hundred.
import type { BrowserContext, Page } from '@playwright/test';

/** Makes Math.random always return `value`; the default reports no cost. The last call before a page opens counts. */
export const pinChance = (target: BrowserContext | Page, value = 0.5): Promise<unknown> =>
  target.addInitScript((fixed) => {
    Math.random = () => fixed;
  }, value);

/** Makes Math.random a sequence with a fixed seed (mulberry32) whose first value reports no cost. */
export const seedChance = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let seed = 7;
    Math.random = () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  });

/** Leaves chance as it is, but reports no cost: for tests that need another order at each load. */
export const withoutCostReports = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { random } = Math;
    Math.random = () => 0.01 + 0.99 * random();
  });
