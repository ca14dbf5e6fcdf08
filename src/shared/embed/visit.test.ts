import { expect, test } from 'vitest';
import { continueVisit, VISIT_GAP, withPage, withShown } from './visit.ts';

const visit = { at: 1_000, count: 2, seen: { a: 1, b: 2 }, visits: 3, pages: 4, from: 'google.com' };
const next = { count: 0, seen: {}, visits: 4 };

test('a visit continues if the visitor returns in time', () => {
  expect(continueVisit(visit, 1_000 + VISIT_GAP - 1)).toEqual({ ...visit, at: 1_000 + VISIT_GAP - 1 });
});

test('a new visit begins after a long absence, or if the stored date is in the future', () => {
  expect(continueVisit(visit, 1_000 + VISIT_GAP)).toEqual({ ...next, at: 1_000 + VISIT_GAP });
  expect(continueVisit(visit, 999)).toEqual({ ...next, at: 999 });
});

test('a new visitor is on their first visit', () => {
  expect(continueVisit({}, 1e12)).toEqual({ ...next, visits: 1, at: 1e12 });
});

test('a visit stored before visits were counted continues as the first', () => {
  expect(continueVisit({ at: 1_000, count: 2, seen: { a: 2 } }, 1_001)).toEqual({
    at: 1_001,
    count: 2,
    seen: { a: 2 },
    visits: 1,
  });
});

test('a display is counted and becomes the latest', () => {
  expect(withShown(visit, 'a')).toEqual({ count: 3, seen: { a: 3, b: 2 } });
});

test('pages of the site keep the original referrer; another host replaces it', () => {
  expect(withPage(visit)).toEqual({ pages: 5, from: 'google.com' });
  expect(withPage(visit, 'mail.example')).toEqual({ pages: 5, from: 'mail.example' });
  expect(withPage({ ...next, at: 1 })).toEqual({ pages: 1, from: '' });
});
