// A table of numbers that can be sorted by any column. It shows the first rows, and all of them on demand.
import { useState } from 'react';
import { Button } from './button.tsx';
import { type Sort, sortRows } from './sort-rows.ts';
import { Table, type TableProps } from './table.tsx';

/** Rows shown at first. */
const FIRST_ROWS = 10;

type RankedTableProps<Row> = Omit<TableProps<Row>, 'variant' | 'sorting'> & {
  /** Key of the initial sort column, in descending order. */
  sortedBy: string;
  /** What the rows are called, as in 'Show all 143 pages'. */
  plural: string;
};

/** Every column needs `sortBy`. */
export function RankedTable<Row>({ rows, sortedBy, plural, ...table }: RankedTableProps<Row>) {
  const [sort, setSort] = useState<Sort>({ by: sortedBy, isDescending: true });
  const [isWhole, setIsWhole] = useState(false);
  const read = table.columns.find(({ key }) => key === sort.by)?.sortBy;
  const sorted = read ? sortRows(rows, read, sort.isDescending) : rows;
  return (
    <>
      <Table
        {...table}
        variant="ranked"
        rows={isWhole ? sorted : sorted.slice(0, FIRST_ROWS)}
        sorting={{ sort, onSort: setSort }}
      />
      {rows.length > FIRST_ROWS && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? `Show the first ${FIRST_ROWS}` : `Show all ${rows.length} ${plural}`}
        </Button>
      )}
    </>
  );
}
