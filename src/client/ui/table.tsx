// Tables in three variants, with hairlines between rows and totals under an ink rule.
//   cards   a list of things: below 768 px each row becomes a card with the lead on top, the corner cell at the right,
//           and the other cells, labeled, below a hairline.
//   ranked  numbers to compare (ranked-table.tsx sorts them): below 768 px the lead moves above its numbers, which
//           stay in columns.
//   plain   a short table, or a chart's numbers: a table at every width.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { nextSort, type Sort, type SortValue } from './sort-rows.ts';

type Variant = 'cards' | 'ranked' | 'plain';

export type TableColumn<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** 'end' for numbers; in ranked and plain tables all columns but the lead are. */
  align?: 'start' | 'end' | undefined;
  /**
   * corner: in a card's top right corner, for a switch or menu. The first column is the lead: what the row is about.
   */
  place?: 'corner' | undefined;
  /** In a ranked table, shown below the ink rule, which is drawn if any column has a total. */
  total?: ReactNode;
  /** The value a ranked table sorts by; null sorts last. */
  sortBy?: (row: Row) => SortValue;
  /** Layout only. */
  className?: string;
};

/** The lead column, then the rest. */
export type TableColumns<Row> = readonly [TableColumn<Row>, ...TableColumn<Row>[]];

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: TableColumns<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  variant?: Variant;
  /** Rows to draw in muted ink because they are switched off. */
  isMuted?: ((row: Row) => boolean) | undefined;
  /** Whether the header stays visible while the table scrolls inside its own box. */
  isHeaderSticky?: boolean;
  /** For ranked tables. */
  sorting?: Sorting;
};

type Sorting = { sort: Sort; onSort: (sort: Sort) => void };

const LINED = 'md:border-line md:border-t';

const STYLES: Record<Variant, Record<'table' | 'head' | 'header' | 'body' | 'row' | 'lead' | 'cell', string>> = {
  cards: {
    table: 'block md:table',
    head: 'sr-only md:not-sr-only md:table-header-group',
    header: 'h-9 whitespace-nowrap px-2 first:pl-0 last:pr-0',
    body: 'grid grid-cols-1 gap-3 md:table-row-group',
    // The row's ::before is the hairline between the two halves of a card.
    row: 'flex flex-wrap items-center gap-x-5 rounded-panel border border-line bg-raised p-4 before:order-2 before:my-3 before:h-px before:basis-full before:bg-line md:table-row md:rounded-none md:border-0 md:bg-transparent md:before:hidden',
    lead: `min-w-0 flex-1 text-body ${LINED} md:w-full md:py-3 md:pr-2`,
    cell: `whitespace-nowrap ${LINED} md:px-2 md:py-3 md:last:pr-0 md:align-middle`,
  },
  ranked: {
    table: 'block md:table',
    head: 'block md:table-header-group',
    header: 'md:py-1',
    // What stands below a name or a figure, such as a bar, moves neither off the row's line.
    body: 'block md:table-row-group md:align-baseline',
    row: 'grid grid-cols-[repeat(var(--numbers),minmax(0,1fr))] items-center gap-x-2 border-line border-t py-2.5 md:table-row',
    lead: `col-span-full min-w-0 ${LINED} md:w-full md:py-2.5 md:pr-4`,
    cell: `pt-1.5 text-right md:whitespace-nowrap ${LINED} md:py-2.5 md:pl-6`,
  },
  plain: {
    table: '',
    head: '',
    header: 'py-1.5',
    body: '',
    row: '',
    lead: 'whitespace-nowrap border-line border-t py-1.5',
    cell: 'whitespace-nowrap border-line border-t py-1.5 pl-4 text-right',
  },
};

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, variant = 'cards', isMuted, isHeaderSticky = false, sorting } = props;
  const style = STYLES[variant];
  const [lead, ...others] = columns;
  return (
    <table
      aria-label={label}
      className={classNames('w-full text-table', style.table)}
      style={{ '--numbers': others.length } as CSSProperties}
    >
      <thead className={classNames('text-meta text-muted', style.head, isHeaderSticky && 'sticky top-0 bg-paper')}>
        <tr className={variant === 'ranked' ? classNames(style.row, 'border-t-0') : undefined}>
          {columns.map((column) => (
            <Header key={column.key} column={column} isLead={column === lead} variant={variant} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody className={style.body}>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classNames(style.row, isMuted?.(row) && 'text-muted')}>
            <th scope="row" className={classNames('text-left font-normal', style.lead, lead.className)}>
              {lead.cell(row)}
            </th>
            {others.map((column) => (
              <Cell key={column.key} column={column} row={row} variant={variant} />
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some((column) => column.total !== undefined) && <Total columns={columns} />}
    </table>
  );
}

const inColumn = (align: 'start' | 'end' | undefined) => (align === 'end' ? 'md:text-right' : 'md:text-left');

type CellProps<Row> = { column: TableColumn<Row>; row: Row; variant: Variant };

function Cell<Row>({ column: { place, align, header, cell, className }, row, variant }: CellProps<Row>) {
  const { cell: style } = STYLES[variant];
  if (variant !== 'cards') return <td className={classNames(style, className)}>{cell(row)}</td>;
  const order = place === 'corner' ? 'order-1 self-start md:pl-6' : 'order-3';
  return (
    <td className={classNames(style, order, inColumn(align), className)}>
      {place !== 'corner' && <CardLabel>{header}</CardLabel>}
      {cell(row)}
    </td>
  );
}

/** The column's name inside a card, which has no header. */
const CardLabel = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="mr-1.5 font-normal text-meta text-muted md:hidden">
    {children}
  </span>
);

function Total<Row>({ columns: [lead, ...others] }: { columns: TableColumns<Row> }) {
  const style = STYLES.ranked;
  const totalRule = 'font-semibold md:border-ink md:border-t-2';
  return (
    <tfoot className="block md:table-footer-group">
      <tr className={classNames(style.row, 'border-ink border-t-2')}>
        <th scope="row" className={classNames('text-left', style.lead, totalRule)}>
          {lead.total}
        </th>
        {others.map(({ key, total }) => (
          <td key={key} className={classNames(style.cell, totalRule)}>
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

type HeaderProps<Row> = { column: TableColumn<Row>; isLead: boolean; variant: Variant; sorting: Sorting | undefined };

function Header<Row>({ column, isLead, variant, sorting }: HeaderProps<Row>) {
  const { key, header, align, place, className } = column;
  const style = STYLES[variant];
  const isSorted = sorting?.sort.by === key;
  const isDescending = sorting?.sort.isDescending ?? true;
  const position = {
    cards: inColumn(align),
    ranked: classNames(isLead ? classNames('text-left', style.lead) : style.cell, 'md:border-t-0'),
    plain: isLead ? 'text-left' : 'pl-4 text-right',
  }[variant];
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames('font-medium', position, style.header, place === 'corner' && 'pl-6', className)}
    >
      {sorting ? (
        <SortButton
          isSorted={isSorted}
          isDescending={isDescending}
          isReversed={!isLead}
          onPress={() => sorting.onSort(nextSort(sorting.sort, key, !isLead))}
        >
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  );
}

type SortButtonProps = {
  isSorted: boolean;
  isDescending: boolean;
  /** Puts the arrow before the name, so that names align with the numbers on the right. */
  isReversed: boolean;
  onPress: () => void;
  children: ReactNode;
};

function SortButton({ isSorted, isDescending, isReversed, onPress, children }: SortButtonProps) {
  const Arrow = isSorted && !isDescending ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'group inline-flex h-7 items-center gap-1 rounded-control font-medium text-meta hover:text-ink',
        isSorted ? 'text-ink' : 'text-muted',
        isReversed && 'flex-row-reverse',
      )}
    >
      {children}
      <Arrow
        aria-hidden="true"
        size={12}
        className={classNames(
          'shrink-0',
          !isSorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      />
    </button>
  );
}
