import { expect, test } from 'vitest';
import { continueVisit, VISIT_GAP, withShown } from './visit.ts';

const visit = { at: 1_000, count: 2, seen: { a: 1, b: 2 } };

test('a visit goes on while the visitor comes back in time', () => {
  expect(continueVisit(visit, 1_000 + VISIT_GAP - 1)).toEqual({ ...visit, at: 1_000 + VISIT_GAP - 1 });
});

test('a new visit begins after a long absence, or when the kept date lies ahead', () => {
  expect(continueVisit(visit, 1_000 + VISIT_GAP)).toEqual({ at: 1_000 + VISIT_GAP, count: 0, seen: {} });
  expect(continueVisit(visit, 999)).toEqual({ at: 999, count: 0, seen: {} });
});

test('a showing is counted and becomes the latest', () => {
  expect(withShown(visit, 'a')).toEqual({ at: 1_000, count: 3, seen: { a: 3, b: 2 } });
});
