import { expect, it } from 'vitest';
import { DAY } from '#shared/time.ts';
import { makeAddressHash, makeDisplayLimit, makeInteractionLimit } from './address-limits.ts';

it('allows the configured number per minute, then says how long to wait', () => {
  const limit = makeInteractionLimit(600);
  expect(limit('a', 550, 0)).toBe(0);
  expect(limit('a', 51, 1_000)).toBe(59);
  expect(limit('a', 50, 1_000)).toBe(0);
  expect(limit('a', 1, 59_001)).toBe(1);
  expect(limit('a', 1, 60_000)).toBe(0);
});

it('counts each key separately', () => {
  const limit = makeInteractionLimit(10);
  expect(limit('a', 10, 0)).toBe(0);
  expect(limit('b', 10, 0)).toBe(0);
  expect(limit('a', 1, 0)).toBe(60);
});

it('is off at 0', () => {
  const limit = makeInteractionLimit(0);
  expect(limit('a', 1_000_000, 0)).toBe(0);
});

it('refuses a request that exceeds a whole minute’s limit', () => {
  expect(makeInteractionLimit(10)('a', 11, 0)).toBe(60);
});

it('tracks no more keys than its maximum, and drops the oldest first', () => {
  const limit = makeInteractionLimit(1, 2);
  limit('a', 1, 0);
  limit('b', 1, 1);
  expect(limit('b', 1, 2)).toBeGreaterThan(0);
  limit('c', 1, 3);
  expect(limit('b', 1, 4)).toBeGreaterThan(0);
  expect(limit('a', 1, 5)).toBe(0);
});

it('starts a new minute when the clock was set back, instead of waiting for the old one', () => {
  const limit = makeInteractionLimit(1);
  expect(limit('a', 1, 3_600_000)).toBe(0);
  expect(limit('a', 1, 0)).toBe(0);
  expect(limit('a', 1, 1)).toBe(60);
});

const display = (notificationId: string) => ({ type: 'display', notificationId }) as const;
const cost = { type: 'cost', bytes: 1, requests: 1, time: 1 } as const;

it('lets so many displays of each notification through for each address and minute, and all costs', () => {
  const limit = makeDisplayLimit(2);
  const three = [display('a'), display('a'), display('a'), display('b'), cost];
  expect(limit('x', three, 0)).toEqual([display('a'), display('a'), display('b'), cost]);
  expect(limit('x', three, 59_999)).toEqual([display('b'), cost]);
  expect(limit('y', three, 59_999)).toHaveLength(4);
  expect(limit('x', three, 60_000)).toHaveLength(4);
  expect(makeDisplayLimit(0)('x', three, 0)).toBe(three);
});

it('counts displays, clicks and dismissals of a notification separately', () => {
  const limit = makeDisplayLimit(1);
  const all = (['display', 'click', 'dismiss'] as const).map((type) => ({ type, notificationId: 'a' }));
  expect(limit('x', [...all, ...all], 0)).toEqual(all);
});

it('tracks no more notifications than its maximum', () => {
  const limit = makeDisplayLimit(1, 2);
  limit('x', [display('a'), display('b')], 0);
  expect(limit('x', [display('b')], 1)).toEqual([]);
  limit('x', [display('c')], 2);
  expect(limit('x', [display('b')], 3)).toEqual([]);
  expect(limit('x', [display('a')], 4)).toHaveLength(1);
});

it('hashes an address alike within a day, and differently on another day and in another process', () => {
  const hash = makeAddressHash();
  const first = hash('203.0.113.9', 0);
  expect(hash('203.0.113.9', DAY - 1)).toBe(first);
  expect(hash('203.0.113.8', 0)).not.toBe(first);
  const next = hash('203.0.113.9', DAY);
  expect(next).not.toBe(first);
  expect(makeAddressHash()('203.0.113.9', DAY)).not.toBe(next);
  expect(first).toHaveLength(16);
});
