// Shift selects the rows between two.
import { expect, test } from 'vitest';
import { idsBetween } from './use-selection.ts';

test('a range is the rows between the last one and this one, in either direction', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'c', 'c')).toEqual(['c']);
  // The last one is hidden by a filter, or there was none.
  expect(idsBetween(ids, 'x', 'c')).toEqual(['c']);
  expect(idsBetween(ids, null, 'c')).toEqual(['c']);
});
