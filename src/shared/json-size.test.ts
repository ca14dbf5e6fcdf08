// How much a JSON value holds.
import { expect, it } from 'vitest';
import { holdsAtMost } from './json-size.ts';

it.each([
  ['nothing', {}, 0],
  ['a text', 'abc', 0],
  ['null', null, 0],
  ['a list', [1, null, 'a'], 3],
  ['an object', { a: 1, b: undefined }, 2],
  ['lists in objects', { a: [1, [2, 3]], b: { c: null } }, 7],
])('%s', (_what, value, size) => {
  expect([holdsAtMost(value, size), size > 0 && holdsAtMost(value, size - 1)]).toEqual([true, false]);
});

it('ends for what is inside of itself', () => {
  const ring: Record<string, unknown> = {};
  ring.ring = ring;
  expect(holdsAtMost(ring, 100)).toBe(false);
});
