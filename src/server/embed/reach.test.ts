import { expect, it } from 'vitest';
import { PAGES_PER_ADDRESS } from '#shared/limits.ts';
import { makeReach } from './reach.ts';

const DAY = '2026-03-10';

it('grows by one for each address that displays a page, once a site and day', () => {
  const note = makeReach();
  expect(note('shop', DAY, 'x', '/a')).toEqual({ more: 1, all: 1 });
  expect(note('shop', DAY, 'x', '/a')).toEqual({ more: 0, all: 1 });
  expect(note('shop', DAY, 'y', '/a')).toEqual({ more: 1, all: 2 });
  expect(note('shop', DAY, 'y', '/b')).toEqual({ more: 1, all: 1 });
  expect(note('shop', '2026-03-11', 'x', '/a')).toEqual({ more: 1, all: 1 });
  expect(note('other', DAY, 'x', '/a')).toEqual({ more: 1, all: 1 });
  expect(note('shop', DAY, 'x', '/a')).toEqual({ more: 0, all: 2 });
});

it('takes only the first pages of an address into account, on each site and day', () => {
  const note = makeReach();
  const sum = (day: string) =>
    Array.from({ length: 100 }, (_, n) => note('shop', day, 'x', `/${n}`).more).reduce((all, one) => all + one, 0);
  expect(sum(DAY)).toBe(PAGES_PER_ADDRESS);
  expect(sum(DAY)).toBe(0);
  expect(sum('2026-03-11')).toBe(PAGES_PER_ADDRESS);
});

it('never takes one page or address for another, whatever characters they contain', () => {
  const note = makeReach();
  note('shop', DAY, 'x', '/a');
  expect(note(`shop ${DAY}`, '', 'x', '/a').all).toBe(1);
  expect(note('shop', `${DAY} x`, '', '/a').all).toBe(1);
});

it('remembers no more addresses and pages than its maximum, and forgets those unused for longest', () => {
  const note = makeReach({ addresses: 2, pages: 2 });
  for (const address of ['x', 'y', 'x', 'z']) note('shop', DAY, address, '/a');
  expect(note('shop', DAY, 'x', '/a').more).toBe(0);
  expect(note('shop', DAY, 'y', '/a')).toEqual({ more: 1, all: 4 });
  for (const page of ['/b', '/c']) note('shop', DAY, 'x', page);
  expect(note('shop', DAY, 'w', '/a').all).toBe(1);
});
