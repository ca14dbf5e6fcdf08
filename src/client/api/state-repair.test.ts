import { expect, test } from 'vitest';
import { RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import { createSafeStorage } from './safe-storage.ts';
import { createStateRepair, flagLife } from './state-repair.ts';

const NOW = 1_700_000_000_000;

test('the reload counts as the attempt for ten seconds', () => {
  expect(flagLife(null, NOW)).toBe(0);
  expect(flagLife(String(NOW), NOW)).toBe(RELOAD_FLAG_LIFE);
  expect(flagLife(String(NOW), NOW + RELOAD_FLAG_LIFE - 1)).toBe(1);
  expect(flagLife(String(NOW), NOW + RELOAD_FLAG_LIFE)).toBe(0);
});

test('a flag that is no time, or ahead of the clock, is taken for one of just now', () => {
  expect(flagLife('true', NOW)).toBe(RELOAD_FLAG_LIFE);
  expect(flagLife(String(NOW + 1), NOW)).toBe(RELOAD_FLAG_LIFE);
});

/** A browser whose pages are loaded anew by hand; its pauses end when the test says so. */
function setUp(isBlocked = false) {
  const clock = { now: NOW };
  const kept = new Map<string, string>();
  const seen = { reloads: 0 };
  const pauses: { ms: number; end: () => void }[] = [];
  const storage = createSafeStorage(() => {
    if (isBlocked) throw new DOMException('blocked', 'SecurityError');
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  });
  const loadPage = () =>
    createStateRepair({
      storage,
      now: () => clock.now,
      wait: (ms) => new Promise((end) => pauses.push({ ms, end })),
      reload: () => {
        seen.reloads += 1;
      },
    });
  return { clock, kept, seen, pauses, loadPage };
}

test('the page is loaded anew once, with both flags; still corrupted it is time to log in, and the flags go', () => {
  const { clock, kept, seen, loadPage } = setUp();
  expect(loadPage().attempt()).toBe(true);
  expect(Object.fromEntries(kept)).toEqual({ authStateFixAttempted: String(NOW), authStateCorrupted: 'true' });
  clock.now += 1_000;
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(1);
  expect(kept.size).toBe(0);
});

test('the next page clears the flags when they are ten seconds old', async () => {
  const { clock, kept, pauses, loadPage } = setUp();
  loadPage().attempt();
  clock.now += 4_000;
  loadPage().expireFlags();
  expect(pauses.map(({ ms }) => ms)).toEqual([6_000]);
  expect(kept.size).toBe(2);
  pauses[0]?.end();
  await Promise.resolve();
  await Promise.resolve();
  expect(kept.size).toBe(0);
});

test('without flags there is nothing to clear', () => {
  const { pauses, loadPage } = setUp();
  loadPage().expireFlags();
  expect(pauses).toEqual([]);
});

test('where storage is blocked the page is not loaded for ever', () => {
  const { seen, loadPage } = setUp(true);
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(0);
});
