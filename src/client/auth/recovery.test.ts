import { expect, test } from 'vitest';
import { RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import { createSafeStorage, type SafeStorage } from './browser.ts';
import { createRedirectLog, createStateRepair, remainingFlagLife } from './recovery.ts';

const NOW = 1_700_000_000_000;
const KEY = 'lastAuthRedirectTime';
const blocked = createSafeStorage(() => {
  throw new DOMException('blocked', 'SecurityError');
});

function makeStorage(): SafeStorage {
  const stored = new Map<string, string>();
  return {
    read: (key) => stored.get(key) ?? null,
    write: (key, value) => Boolean(stored.set(key, value)),
    remove: (key) => void stored.delete(key),
  };
}

function setUpLog(storage = makeStorage(), page = 'a1') {
  const clock = { now: NOW };
  return { clock, storage, log: createRedirectLog(storage, () => clock.now, page) };
}

/** @returns whether each redirect, made that many ms after the first, completes a loop. */
function loopsAfter(...times: number[]): boolean[] {
  const { clock, log } = setUpLog();
  return times.map((ms) => {
    clock.now = NOW + ms;
    return log.record();
  });
}

test('four redirects are a loop in under two seconds, but not in exactly two [spec 4.loop.1 9.10]', () => {
  expect(loopsAfter(0, 500, 1_000, 1_999)).toEqual([false, false, false, true]);
  expect(loopsAfter(0, 500, 1_000, 2_000, 2_100)).toEqual([false, false, false, false, true]);
});

test.each([
  ['in local storage', makeStorage],
  ['in memory where storage is blocked', () => blocked],
])('a redirect back within a second is a bounce, remembered %s [spec 4.loop.2 9.10]', (_where, storage) => {
  const { clock, log } = setUpLog(storage());
  expect(log.isBounce(true)).toBe(false);
  log.recordGuardRedirect();
  clock.now += 999;
  expect(log.isBounce(true)).toBe(true);
  clock.now += 1;
  expect(log.isBounce(true)).toBe(false);
});

test('a user navigating from one guarded address to another does not bounce', () => {
  const { log } = setUpLog();
  log.recordGuardRedirect();
  expect(log.isBounce(false)).toBe(false);
});

test('a redirect stored without a page counts for any page', () => {
  const { clock, log, storage } = setUpLog();
  storage.write(KEY, String(NOW));
  clock.now += 999;
  expect(log.isBounce(false)).toBe(true);
  clock.now += 1;
  expect(log.isBounce(false)).toBe(false);
});

test.each(['', 'soon', '-5', '1 2 3', `${NOW + 1} a1`])('an unreadable or future redirect is ignored: %j', (stored) => {
  const { log, storage } = setUpLog();
  storage.write(KEY, stored);
  expect(log.isBounce(true)).toBe(false);
});

test('two tabs sent to the login page at once do not bounce each other', () => {
  const storage = makeStorage();
  const [one, two] = [setUpLog(storage, 'a1'), setUpLog(storage, 'b2')];
  one.log.recordGuardRedirect();
  expect(two.log.isBounce(true)).toBe(false);
  two.log.recordGuardRedirect();
  expect(one.log.isBounce(true)).toBe(true);
});

test('a login clears the stored redirect, so that an expiry right after it is not a loop [spec 3.storage.3]', () => {
  const { log, storage } = setUpLog();
  log.recordGuardRedirect();
  expect(storage.read(KEY)).not.toBeNull();
  log.clear();
  expect(storage.read(KEY)).toBeNull();
  expect(log.isBounce(true)).toBe(false);
});

test('where the user navigated in between, the fourth redirect makes no loop', () => {
  const { log } = setUpLog();
  expect([log.record(), log.record(), log.record()]).toEqual([false, false, false]);
  log.recordNavigation();
  expect(log.record()).toBe(false);
});

test('the reload counts as the attempt for ten seconds [spec 4.corrupted.1 9.21]', () => {
  expect(remainingFlagLife(null, NOW)).toBe(0);
  expect(remainingFlagLife(String(NOW), NOW)).toBe(10_000);
  expect(remainingFlagLife(String(NOW), NOW + 9_999)).toBe(1);
  expect(remainingFlagLife(String(NOW), NOW + 10_000)).toBe(0);
});

test('an invalid or future flag counts as one set just now', () => {
  expect(remainingFlagLife('true', NOW)).toBe(RELOAD_FLAG_LIFE);
  expect(remainingFlagLife(String(NOW + 1), NOW)).toBe(RELOAD_FLAG_LIFE);
});

/** A browser with manual reloads, whose timers fire when the test says so. */
function setUpPages(isBlocked = false) {
  const clock = { now: NOW };
  const stored = new Map<string, string>();
  const seen = { reloads: 0 };
  const pauses: { ms: number; end: () => void }[] = [];
  const storage = createSafeStorage(() => {
    if (isBlocked) throw new DOMException('blocked', 'SecurityError');
    return {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
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
  return { clock, stored, seen, pauses, loadPage };
}

test('reloads once, setting both flags; if still corrupted, clears them and asks for a login [spec 3.storage.2 4.corrupted.1]', () => {
  const { clock, stored, seen, loadPage } = setUpPages();
  expect(loadPage().attempt()).toBe(true);
  expect(Object.fromEntries(stored)).toEqual({ authStateFixAttempted: String(NOW), authStateCorrupted: 'true' });
  clock.now += 1_000;
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(1);
  expect(stored.size).toBe(0);
});

test('the next page load clears the flags once they are ten seconds old', async () => {
  const { clock, stored, pauses, loadPage } = setUpPages();
  loadPage().attempt();
  clock.now += 4_000;
  loadPage().expireFlags();
  expect(pauses.map(({ ms }) => ms)).toEqual([6_000]);
  expect(stored.size).toBe(2);
  pauses[0]?.end();
  await Promise.resolve();
  await Promise.resolve();
  expect(stored.size).toBe(0);
});

test('without flags there is nothing to clear', () => {
  const { pauses, loadPage } = setUpPages();
  loadPage().expireFlags();
  expect(pauses).toEqual([]);
});

test('with storage blocked, the page never reloads in a loop', () => {
  const { seen, loadPage } = setUpPages(true);
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(0);
});
