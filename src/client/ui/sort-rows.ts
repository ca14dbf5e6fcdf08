// Sorts the rows of a table by one of its columns. Pure.

export type SortValue = string | number | null;
export type Sort = { by: string; isDescending: boolean };

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return NAMES.compare(String(a), String(b));
}

/**
 * @returns the rows sorted by `read`. Rows without a value go last in either direction, and equal rows keep their
 * order.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  read: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, value: read(row) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return isDescending ? compare(b.value, a.value) : compare(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}

/** @returns the sort order after pressing the header of `by`: largest number or A first; a second press reverses it. */
export const nextSort = (sort: Sort, by: string, isNumber: boolean): Sort => ({
  by,
  isDescending: sort.by === by ? !sort.isDescending : isNumber,
});
