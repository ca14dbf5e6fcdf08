import { expect, test } from 'vitest';
import { createRedirectLog } from './redirect-log.ts';
import { createSafeStorage, type SafeStorage } from './safe-storage.ts';

const KEY = 'lastAuthRedirectTime';
const blocked = createSafeStorage(() => {
  throw new DOMException('blocked', 'SecurityError');
});

function makeStorage(): SafeStorage {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => Boolean(kept.set(key, value)),
    remove: (key) => void kept.delete(key),
  };
}

function setUp(storage = makeStorage(), page = 'a1') {
  const clock = { now: 1_700_000_000_000 };
  return { clock, storage, log: createRedirectLog(storage, () => clock.now, page) };
}

test.each([
  ['in local storage', makeStorage],
  ['in memory where storage is blocked', () => blocked],
])('the guard’s last redirect is remembered %s', (_where, storage) => {
  const { clock, log } = setUp(storage());
  expect(log.isBounce(true)).toBe(false);
  log.noteGuard();
  clock.now += 999;
  expect(log.isBounce(true)).toBe(true);
  clock.now += 1;
  expect(log.isBounce(true)).toBe(false);
});

test('two tabs that are sent to the login page at once do not bounce each other', () => {
  const storage = makeStorage();
  const [one, two] = [setUp(storage, 'a1'), setUp(storage, 'b2')];
  one.log.noteGuard();
  expect(two.log.isBounce(true)).toBe(false);
  two.log.noteGuard();
  expect(one.log.isBounce(true)).toBe(true);
});

test('a login clears what is stored, so that an expiry a moment later is no loop', () => {
  const { log, storage } = setUp();
  log.noteGuard();
  expect(storage.read(KEY)).not.toBeNull();
  log.clear();
  expect(storage.read(KEY)).toBeNull();
  expect(log.isBounce(true)).toBe(false);
});

test('the fourth redirect in two seconds makes a loop, unless a person went somewhere in between', () => {
  const { log } = setUp();
  expect([log.note(), log.note(), log.note(), log.note()]).toEqual([false, false, false, true]);
  log.clear();
  expect([log.note(), log.note(), log.note()]).toEqual([false, false, false]);
  log.notePerson();
  expect(log.note()).toBe(false);
});
