// A table of numbers that can be sorted by every column. It starts with the first rows and shows all on demand.
import { useState } from 'react';
import { Button } from './button.tsx';
import { type Sort, sortRows } from './sort-rows.ts';
import { Table, type TableProps } from './table.tsx';

/** Rows shown at first. */
const FIRST_ROWS = 10;

type RankedTableProps<Row> = Omit<TableProps<Row>, 'variant' | 'sorting'> & {
  /** Key of the column it is initially sorted by, in descending order. */
  sortedBy: string;
  /** What the rows are called, in 'Show all 143 pages'. */
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
