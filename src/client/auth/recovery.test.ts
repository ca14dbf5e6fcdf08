import { expect, test } from 'vitest';
import { RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import { createSafeStorage, type SafeStorage } from './browser.ts';
import {
  createRedirectLog,
  createStateRepair,
  flagLife,
  isBounce,
  isLoop,
  NO_REDIRECTS,
  noteRedirect,
  type Redirects,
  readLastRedirect,
  writeLastRedirect,
} from './recovery.ts';

const NOW = 1_700_000_000_000;
const after = (...times: number[]) => times.reduce<Redirects>((all, ms) => noteRedirect(all, NOW + ms), NO_REDIRECTS);

test('three redirects within two seconds are none too many, four are a loop [spec 4.loop]', () => {
  expect(isLoop(after(0, 1, 2))).toBe(false);
  expect(isLoop(after(0, 1, 2, 3))).toBe(true);
});

test('four redirects are a loop in less than two seconds, not in two', () => {
  expect(isLoop(after(0, 500, 1_000, 1_999))).toBe(true);
  expect(isLoop(after(0, 500, 1_000, 2_000))).toBe(false);
  expect(isLoop(after(0, 500, 1_000, 2_000, 2_100))).toBe(true);
});

const mine = { at: NOW, page: 'a1' };

test('coming back by a redirect in less than a second is a bounce, in a second it is not', () => {
  expect(isBounce(mine, 'a1', true, NOW)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 999)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 1_000)).toBe(false);
});

test('a person who goes from one guarded address to another is not bounced', () => {
  expect(isBounce(mine, 'a1', false, NOW + 1)).toBe(false);
});

test('the redirect of another tab, or of before the page was loaded, is not this one’s', () => {
  expect(isBounce(mine, 'b2', true, NOW + 1)).toBe(false);
});

test('a bare time is anybody’s', () => {
  const bare = readLastRedirect(String(NOW));
  expect(isBounce(bare, 'a1', false, NOW + 999)).toBe(true);
  expect(isBounce(bare, 'a1', false, NOW + 1_000)).toBe(false);
});

test('no redirect, one that cannot be read, or one ahead of the clock counts for nothing', () => {
  expect(isBounce(null, 'a1', true, NOW)).toBe(false);
  expect(['', 'soon', '-5', '1 2 3', null].map(readLastRedirect)).toEqual(Array(5).fill(null));
  expect(isBounce(mine, 'a1', true, NOW - 1)).toBe(false);
});

test('what is kept is read as it was written', () => {
  expect(readLastRedirect(writeLastRedirect(mine))).toEqual(mine);
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
  log.noteGuard();
  clock.now += 999;
  expect(log.isBounce(true)).toBe(true);
  clock.now += 1;
  expect(log.isBounce(true)).toBe(false);
});

test('two tabs that are sent to the login page at once do not bounce each other', () => {
  const storage = makeStorage();
  const [one, two] = [setUpLog(storage, 'a1'), setUpLog(storage, 'b2')];
  one.log.noteGuard();
  expect(two.log.isBounce(true)).toBe(false);
  two.log.noteGuard();
  expect(one.log.isBounce(true)).toBe(true);
});

test('a login clears what is stored, so that an expiry a moment later is no loop', () => {
  const { log, storage } = setUpLog();
  log.noteGuard();
  expect(storage.read(KEY)).not.toBeNull();
  log.clear();
  expect(storage.read(KEY)).toBeNull();
  expect(log.isBounce(true)).toBe(false);
});

test('the fourth redirect in two seconds makes a loop, unless a person went somewhere in between', () => {
  const { log } = setUpLog();
  expect([log.note(), log.note(), log.note(), log.note()]).toEqual([false, false, false, true]);
  log.clear();
  expect([log.note(), log.note(), log.note()]).toEqual([false, false, false]);
  log.notePerson();
  expect(log.note()).toBe(false);
});

test('the reload counts as the attempt for ten seconds [spec 4.corrupted]', () => {
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

test('the page is loaded anew once, with both flags; still corrupted it is time to log in, and the flags go', () => {
  const { clock, stored, seen, loadPage } = setUpPages();
  expect(loadPage().attempt()).toBe(true);
  expect(Object.fromEntries(stored)).toEqual({ authStateFixAttempted: String(NOW), authStateCorrupted: 'true' });
  clock.now += 1_000;
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(1);
  expect(stored.size).toBe(0);
});

test('the next page clears the flags when they are ten seconds old', async () => {
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

test('where storage is blocked the page is not loaded for ever', () => {
  const { seen, loadPage } = setUpPages(true);
  expect(loadPage().attempt()).toBe(false);
  expect(seen.reloads).toBe(0);
});
