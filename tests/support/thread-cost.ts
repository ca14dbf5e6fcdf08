// What work costs the thread it runs on, in CPU and never by the clock: what else runs on the machine counts as nothing.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

/** Milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Before work that seemed dear is measured again: what ran before it would have its garbage collected in the middle. The same
 * work took 16 to 68 ms with that, and 14 to 18 without. It takes longer than most work does, so not each time.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** @returns the work's CPU in ms. */
export async function costOf(work: () => unknown): Promise<number> {
  const before = threadMs();
  await work();
  return threadMs() - before;
}

/** @returns the most CPU (ms) of a turn of the event loop while the work goes on: so long whoever else came would wait. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = (async () => {
    while (!isOver) {
      const before = threadMs();
      await setImmediate();
      longest = Math.max(longest, threadMs() - before);
    }
  })();
  // The first turn is the watch's own.
  await setImmediate();
  try {
    await work();
  } finally {
    isOver = true;
    await watch;
  }
  return longest;
}

/** An order as shops send it, two megabytes of it. */
const LARGE = JSON.stringify(
  Array.from({ length: 11_000 }, (_, id) => ({
    ...{ id, name: `Oak Desk ${id}`, price: '249.00', quantity: 1, taxable: true, vendor: null },
    ...{ sku: `OAK-${id}`, properties: [], tags: ['wood', 'desk'], grams: 12_000, title: 'Oak Desk, large' },
  })),
);
/** What parsing that took where the goals were set, in ms. */
const LARGE_MS = 45;
/**
 * A machine that parses five times faster isn't so in all else: there, what is far below its goal in real time would seem
 * far above it.
 */
const SLOWNESS_MIN = 0.5;

/** @returns how many times slower this machine is at the moment than where the goals were set; less than 1 if it is faster. */
async function measureSlowness(): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 3; run++) costs.push(await costOf(() => JSON.parse(LARGE)));
  return Math.max(SLOWNESS_MIN, Math.min(...costs) / LARGE_MS);
}

let slowness: number | undefined;

/** Above a goal nothing fails until so much more: beside other programs the same work differs by half. SECURITY.md says so. */
const MARGIN = 2;

/** Code that has hardly run yet is slow, and so is what other programs get in the way of: the best of so many counts. */
const RUNS = 10;

/**
 * Expects work to stay below a goal and its margin, in ms of a machine like that of LARGE_MS.
 * @param what is measured. @param measure costOf the work, or its longestTurn.
 */
export async function expectCheap(what: string, goal: number, measure: () => Promise<number>): Promise<void> {
  slowness ??= await measureSlowness();
  let cost = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let run = 0; run < RUNS && cost > goal * MARGIN; run++) {
    if (run > 0) {
      collectGarbage();
      // Whatever else keeps the machine busy makes both dearer.
      slowness = await measureSlowness();
    }
    const once = (await measure()) / slowness;
    sum += once;
    // The system may count in steps of 4 ms, so that what takes 1 is 0 or 4: then the mean is nearer.
    cost = Math.min(cost, once, sum / (run + 1));
  }
  expect([what, cost <= goal * MARGIN ? 'cheap' : `${Math.round(cost)} ms`]).toEqual([what, 'cheap']);
}

/** CPU (ms) that a request may cost which needs no login, and what any other may between two turns of the event loop. */
export const OPEN_GOAL = 20;
export const TURN_GOAL = 60;
