// A ruled table of figures that can be ordered by each column. Below 768 px each row has its name on top and its figures
// beneath, still in columns, so that they can be compared down the page and the headers stay in reach.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { nextSort, type Sort, type SortValue, sortRows } from './sort-rows.ts';

export type FigureColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What rows are ordered by; null goes last. */
  sortBy: (row: Row) => SortValue;
  /** Under the ink rule at the end; the line is drawn when any column has one. */
  total?: ReactNode;
};

type FigureTableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  /** What the rows are about, then their figures. */
  columns: readonly [FigureColumn<Row>, ...FigureColumn<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the column that it is ordered by at first, the greatest on top. */
  sortedBy: string;
  /** What the rows are called, in 'Show all 143 pages'. */
  plural: string;
};

/** Rows that stand before the rest is asked for. */
const FIRST_ROWS = 10;

const ROW =
  'grid grid-cols-[repeat(var(--figures),minmax(0,1fr))] items-center gap-x-2 border-line border-t py-2.5 md:table-row';
const LEAD = 'col-span-full min-w-0 text-left md:w-full md:border-line md:border-t md:py-2.5 md:pr-4';
const FIGURE = 'text-right md:whitespace-nowrap md:border-line md:border-t md:py-2.5 md:pl-6';

export function FigureTable<Row>({ label, columns, rows, rowKey, sortedBy, plural }: FigureTableProps<Row>) {
  const [sort, setSort] = useState<Sort>({ by: sortedBy, isDescending: true });
  const [isWhole, setIsWhole] = useState(false);
  const [lead, ...figures] = columns;
  const key = columns.find((column) => column.key === sort.by) ?? lead;
  const sorted = sortRows(rows, key.sortBy, sort.isDescending);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_ROWS);
  return (
    <>
      <table
        aria-label={label}
        className="block w-full text-table md:table"
        style={{ '--figures': figures.length } as CSSProperties}
      >
        <thead className="block md:table-header-group">
          <tr className={classNames(ROW, 'border-t-0')}>
            {columns.map((column) => (
              <Header
                key={column.key}
                column={column}
                isLead={column === lead}
                sort={sort}
                onPress={() => setSort(nextSort(sort, column.key, column !== lead))}
              />
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {shown.map((row) => (
            <tr key={rowKey(row)} className={ROW}>
              <th scope="row" className={classNames(LEAD, 'font-normal')}>
                {lead.cell(row)}
              </th>
              {figures.map((column) => (
                <td key={column.key} className={classNames(FIGURE, 'pt-1.5 md:pt-2.5')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some((column) => column.total !== undefined) && (
          <tfoot className="block md:table-footer-group">
            <tr className={classNames(ROW, 'border-ink border-t-2 font-semibold')}>
              <th scope="row" className={classNames(LEAD, 'md:border-ink md:border-t-2')}>
                {lead.total}
              </th>
              {figures.map((column) => (
                <td key={column.key} className={classNames(FIGURE, 'md:border-ink md:border-t-2')}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
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

type HeaderProps<Row> = { column: FigureColumn<Row>; isLead: boolean; sort: Sort; onPress: () => void };

function Header<Row>({ column, isLead, sort, onPress }: HeaderProps<Row>) {
  const isSorted = sort.by === column.key;
  const Arrow = isSorted && !sort.isDescending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames(isLead ? LEAD : FIGURE, 'md:border-t-0 md:py-1')}
    >
      <button
        type="button"
        onClick={onPress}
        className={classNames(
          'group inline-flex h-7 items-center gap-1 rounded-control font-medium text-meta hover:text-ink',
          isSorted ? 'text-ink' : 'text-muted',
          !isLead && 'flex-row-reverse',
        )}
      >
        {column.header}
        <Arrow
          aria-hidden="true"
          size={12}
          className={classNames(
            'shrink-0',
            !isSorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
      </button>
    </th>
  );
}
