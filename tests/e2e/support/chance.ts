// Chance in tests: the same in every run. One page load in a hundred reports its cost, so an unpinned Math.random
// would add a request to one test in a hundred. Playwright does not define the order of init scripts, so each call
// carries a rank: on a page with several, the last call made before it opened wins in whatever order they run.
import type { BrowserContext, Page } from '@playwright/test';

type Random = () => number;
type Ranked = Random & { rank?: number; native?: Random };

/** Runs in the page. */
function replaceRandom<Value>(make: (value: Value, native: Random) => Random, value: Value, rank: number): void {
  const present: Ranked = Math.random;
  if ((present.rank ?? 0) > rank) return;
  const native = present.native ?? present;
  Math.random = Object.assign(make(value, native), { rank, native });
}

let calls = 0;
/** @param make runs in the page; it stands for itself, since only its text gets there. */
function setChance<Value>(
  target: BrowserContext | Page,
  make: (value: Value, native: Random) => Random,
  value: Value,
): Promise<unknown> {
  calls += 1;
  return target.addInitScript(`(${replaceRandom})(${make}, ${JSON.stringify(value)}, ${calls})`);
}

/** Makes Math.random always return `value`; the default reports no cost. */
export const pinChance = (target: BrowserContext | Page, value = 0.5): Promise<unknown> =>
  setChance(target, (fixed) => () => fixed, value);

/** Leaves chance as it is, but reports no cost: for tests that need another order at each load. */
export const withoutCostReports = (page: Page): Promise<unknown> =>
  setChance(page, (least, native) => () => least + (1 - least) * native(), 0.01);
