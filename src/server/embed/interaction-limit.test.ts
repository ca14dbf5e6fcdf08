import { expect, it } from 'vitest';
import { makeInteractionLimit } from './interaction-limit.ts';

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
