import { expect, test } from 'vitest';
import { RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import { createSafeStorage, type SafeStorage } from './browser.ts';
import {
  addRedirect,
  createRedirectLog,
  createStateRepair,
  formatLastRedirect,
  isBounce,
  isLoop,
  NO_REDIRECTS,
  parseLastRedirect,
  type Redirects,
  remainingFlagLife,
} from './recovery.ts';

const NOW = 1_700_000_000_000;
const after = (...times: number[]) => times.reduce<Redirects>((all, ms) => addRedirect(all, NOW + ms), NO_REDIRECTS);

test('three redirects within two seconds are fine, four are a loop [spec 4.loop.1]', () => {
  expect(isLoop(after(0, 1, 2))).toBe(false);
  expect(isLoop(after(0, 1, 2, 3))).toBe(true);
});

test('four redirects are a loop in under two seconds, but not in exactly two [spec 4.loop.1 9.10]', () => {
  expect(isLoop(after(0, 500, 1_000, 1_999))).toBe(true);
  expect(isLoop(after(0, 500, 1_000, 2_000))).toBe(false);
  expect(isLoop(after(0, 500, 1_000, 2_000, 2_100))).toBe(true);
});

const mine = { at: NOW, page: 'a1' };

test('a redirect back within a second is a bounce, after a full second it is not [spec 4.loop.2 9.10]', () => {
  expect(isBounce(mine, 'a1', true, NOW)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 999)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 1_000)).toBe(false);
});

test('a user navigating from one guarded address to another does not bounce', () => {
  expect(isBounce(mine, 'a1', false, NOW + 1)).toBe(false);
});

test('redirects from another tab or an earlier page load do not count', () => {
  expect(isBounce(mine, 'b2', true, NOW + 1)).toBe(false);
});

test('a redirect stored without a page counts for any page', () => {
  const bare = parseLastRedirect(String(NOW));
  expect(isBounce(bare, 'a1', false, NOW + 999)).toBe(true);
  expect(isBounce(bare, 'a1', false, NOW + 1_000)).toBe(false);
});

test('a missing, unreadable or future redirect is ignored', () => {
  expect(isBounce(null, 'a1', true, NOW)).toBe(false);
  expect(['', 'soon', '-5', '1 2 3', null].map(parseLastRedirect)).toEqual(Array(5).fill(null));
  expect(isBounce(mine, 'a1', true, NOW - 1)).toBe(false);
});

test('a stored redirect is read back unchanged', () => {
  expect(parseLastRedirect(formatLastRedirect(mine))).toEqual(mine);
});

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

test.each([
  ['in local storage', makeStorage],
  ['in memory where storage is blocked', () => blocked],
])('the guard’s last redirect is remembered %s', (_where, storage) => {
  const { clock, log } = setUpLog(storage());
  expect(log.isBounce(true)).toBe(false);
  log.recordGuardRedirect();
  clock.now += 999;
  expect(log.isBounce(true)).toBe(true);
  clock.now += 1;
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

test('the fourth redirect in two seconds makes a loop, unless the user navigated in between', () => {
  const { log } = setUpLog();
  expect([log.record(), log.record(), log.record(), log.record()]).toEqual([false, false, false, true]);
  log.clear();
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
