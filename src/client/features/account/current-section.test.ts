import { expect, it } from 'vitest';
import { sectionAt } from './current-section.ts';

/** Seven sections in a page of 3,000 px, the last three of them short. */
const TOPS = [100, 700, 1300, 1900, 2500, 2650, 2800];
const at = (scrolled: number) => sectionAt(TOPS, { scrolled, end: 2200, height: 800 });

it('marks the section that landed below the header', () => {
  expect([0, 604, 1204].map(at)).toEqual([0, 1, 2]);
});

it('gives each section its turn, in order, and the last one the end of the page', () => {
  const turns = Array.from({ length: 2201 }, (_, scrolled) => at(scrolled));
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  expect(new Set(turns).size).toBe(TOPS.length);
  expect(at(2200)).toBe(6);
});

it('marks the first where everything fits, and where nothing is there yet', () => {
  expect(sectionAt([100, 300], { scrolled: 0, end: 0, height: 800 })).toBe(0);
  expect(sectionAt([], { scrolled: 0, end: 0, height: 800 })).toBe(0);
});
