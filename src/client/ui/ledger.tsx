// The ruled table of the product: rows under hairlines, a total under an ink rule. Below 768 px each row is a card with
// the lead on top, the corner at its right, and the other cells with their names below a hairline.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type LedgerColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** 'end' for figures. */
  align?: 'start' | 'end' | undefined;
  /** lead: what the row is about, exactly one. corner: at a card's top right, such as a switch or a menu. */
  place?: 'lead' | 'corner' | undefined;
  /** Under the ink rule at the end; the line is drawn when any column has one. */
  total?: ReactNode;
};

type LedgerProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly LedgerColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row that is out of force is drawn in muted ink. */
  isMuted?: ((row: Row) => boolean) | undefined;
};

// A card's hairline between the two halves is the row's ::before.
const CARD =
  'flex flex-wrap items-center gap-x-5 rounded-panel border border-line bg-raised p-4 before:order-2 before:my-3 before:h-px before:basis-full before:bg-line md:table-row md:rounded-none md:border-0 md:bg-transparent md:before:hidden';
const CELL = 'md:border-line md:border-t md:px-2 md:py-3 md:first:pl-0 md:last:pr-0 md:align-middle';

const inColumn = (align: 'start' | 'end' | undefined) => (align === 'end' ? 'md:text-right' : 'md:text-left');

export function Ledger<Row>({ label, columns, rows, rowKey, isMuted }: LedgerProps<Row>) {
  return (
    <table aria-label={label} className="block w-full text-table md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map(({ key, header, align, place }) => (
            <th
              key={key}
              scope="col"
              className={classNames(
                'h-9 whitespace-nowrap px-2 font-medium text-meta text-muted first:pl-0 last:pr-0',
                place === 'corner' && 'pl-6',
                inColumn(align),
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid grid-cols-1 gap-3 md:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classNames(CARD, isMuted?.(row) && 'text-muted')}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some((column) => column.total !== undefined) && <Total columns={columns} />}
    </table>
  );
}

function Cell<Row>({ column, row }: { column: LedgerColumn<Row>; row: Row }) {
  const { place, align, header, cell } = column;
  if (place === 'lead') {
    return <td className={classNames('min-w-0 flex-1 text-body md:w-full', CELL)}>{cell(row)}</td>;
  }
  if (place === 'corner') {
    return <td className={classNames('order-1 self-start md:pl-6', CELL, inColumn(align))}>{cell(row)}</td>;
  }
  return (
    <td className={classNames('order-3 whitespace-nowrap', CELL, inColumn(align))}>
      <span aria-hidden="true" className="mr-1.5 text-meta text-muted md:hidden">
        {header}
      </span>
      {cell(row)}
    </td>
  );
}

function Total<Row>({ columns }: { columns: readonly LedgerColumn<Row>[] }) {
  return (
    <tfoot className="mt-3 block md:table-footer-group">
      <tr className="flex items-center gap-x-5 border-ink border-t-2 pt-3 md:table-row md:border-0">
        {columns.map(({ key, header, align, place, total }) => (
          <td
            key={key}
            className={classNames(
              'font-semibold md:h-11 md:border-ink md:border-t-2 md:px-2 md:first:pl-0 md:last:pr-0',
              place === 'lead' && 'flex-1',
              total === undefined && 'hidden md:table-cell',
              inColumn(align),
            )}
          >
            {place !== 'lead' && total !== undefined && (
              <span aria-hidden="true" className="mr-1.5 font-normal text-meta text-muted md:hidden">
                {header}
              </span>
            )}
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
