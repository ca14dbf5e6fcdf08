import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSort, sortRows } from './sort-rows.ts';

const order = (values: (string | number | null)[], isDescending: boolean) =>
  sortRows(values, (value) => value, isDescending);

test('numbers sort by value, names alphabetically', () => {
  expect(order([2, 10, 1], true)).toEqual([10, 2, 1]);
  expect(order(['/b', '/A', '/a10', '/a9'], false)).toEqual(['/A', '/a9', '/a10', '/b']);
});

test('rows without a value go last in either direction', () => {
  expect(order([null, 1, null, 3], true)).toEqual([3, 1, null, null]);
  expect(order([null, 1, null, 3], false)).toEqual([1, 3, null, null]);
});

test('equal rows keep their order, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(3))), fc.boolean(), (values, isDescending) => {
      const rows = values.map((value, index) => ({ value, index }));
      const sorted = sortRows(rows, (row) => row.value, isDescending);
      expect(sorted.map(({ index }) => index).sort((a, b) => a - b)).toEqual(rows.map(({ index }) => index));
      sorted.forEach((row, at) => {
        const next = sorted[at + 1];
        if (next && next.value === row.value) expect(next.index).toBeGreaterThan(row.index);
      });
    }),
  );
});

test('a press sorts by the column, a second one reverses the order', () => {
  const byName = nextSort({ by: 'displays', isDescending: true }, 'name', false);
  expect(byName).toEqual({ by: 'name', isDescending: false });
  expect(nextSort(byName, 'name', false)).toEqual({ by: 'name', isDescending: true });
  expect(nextSort(byName, 'clicks', true)).toEqual({ by: 'clicks', isDescending: true });
});
