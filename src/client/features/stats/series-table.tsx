// A chart's figures as a table: for screen readers always, for everybody on demand.
import type { ReactNode } from 'react';

export type SeriesColumn<Row> = { header: string; cell: (row: Row) => ReactNode };

type SeriesTableProps<Row> = {
  /** The chart's name, such as 'By day'. */
  name: string;
  /** What is counted in it, for screen readers. */
  caption: string;
  /** The hour or day, then its figures. */
  columns: readonly [SeriesColumn<Row>, ...SeriesColumn<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether it stands in the chart's place. */
  isShown: boolean;
};

const CELL = 'whitespace-nowrap border-line border-t py-1.5';

export function SeriesTable<Row>({ name, caption, columns, rows, rowKey, isShown }: SeriesTableProps<Row>) {
  const [lead, ...figures] = columns;
  return (
    // Around the table: a table itself cannot be made small, and would lengthen the page.
    <div
      {...(isShown && { tabIndex: 0, role: 'region', 'aria-label': `${name}, table` })}
      className={isShown ? 'h-full overflow-y-auto border-line border-b' : 'sr-only'}
    >
      <table className="w-full text-table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-paper text-meta text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {lead.header}
            </th>
            {figures.map(({ header }) => (
              <th key={header} scope="col" className="py-1.5 pl-4 text-right font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row" className={`${CELL} text-left font-normal`}>
                {lead.cell(row)}
              </th>
              {figures.map(({ header, cell }) => (
                <td key={header} className={`${CELL} pl-4 text-right`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
