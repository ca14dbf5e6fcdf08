import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Quiet from './quiet.ts';

let quiet: typeof Quiet;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  quiet = await import('./quiet.ts');
});
afterEach(() => {
  vi.useRealTimers();
});
/** Keeps the main thread busy, on the test's clock. */
const work = (ms: number) => vi.advanceTimersByTime(ms);

test('a failure is silent and returns undefined', () => {
  const fail = quiet.quietly((): number => {
    throw new Error('of ours');
  });
  expect(fail()).toBeUndefined();
  expect(quiet.quietly((a: number, b: number) => a + b)(1, 2)).toBe(3);
});

test('adds up the time of everything that runs, without counting any of it twice', () => {
  const inner = quiet.quietly(() => work(3));
  const failing = quiet.quietly(() => {
    work(4);
    throw new Error('of ours');
  });
  quiet.quietly(() => {
    work(2);
    inner();
    failing();
    work(1);
  })();
  expect(quiet.spent).toBeCloseTo(10);
  work(50);
  inner();
  expect(quiet.spent).toBeCloseTo(13);
});

test('includes timers and listeners', () => {
  const target = new EventTarget();
  quiet.listen(target, 'one two', () => work(5));
  target.dispatchEvent(new Event('one'));
  target.dispatchEvent(new Event('two'));
  expect(quiet.spent).toBeCloseTo(10);
  quiet.after(100, () => work(7));
  vi.advanceTimersByTime(100);
  expect(quiet.spent).toBeCloseTo(17);
});

test('a page that replaces its timers later does not affect ours', () => {
  vi.stubGlobal('setTimeout', () => {
    throw new Error('of the page');
  });
  let runs = 0;
  quiet.after(10, () => {
    runs += 1;
  });
  vi.advanceTimersByTime(10);
  vi.unstubAllGlobals();
  expect(runs).toBe(1);
});

test('works on a page without a performance clock', async () => {
  vi.stubGlobal('performance', undefined);
  vi.resetModules();
  const bare: typeof Quiet = await import('./quiet.ts');
  vi.unstubAllGlobals();
  expect(bare.quietly(() => 7)()).toBe(7);
});
