// A chart's numbers as a table: always for screen readers, on demand for everyone.
import { Table, type TableProps } from '#client/ui/table.tsx';

type SeriesTableProps<Row> = Pick<TableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey'> & {
  /** The chart's name, such as 'By day'. */
  name: string;
  /** Whether it replaces the chart. */
  isShown: boolean;
};

export const SeriesTable = <Row,>({ name, isShown, ...table }: SeriesTableProps<Row>) => (
  // Hide a wrapper, not the table: a table cannot shrink and would make the page longer.
  <div
    {...(isShown && { tabIndex: 0, role: 'region', 'aria-label': `${name}, table` })}
    className={isShown ? 'h-full overflow-y-auto border-line border-b' : 'sr-only'}
  >
    <Table variant="plain" isHeaderSticky {...table} />
  </div>
);
