// What the columns of a file mean while that is being chosen: guessed from what they are called, and judged by the first
// rows with what the server takes rows by. Pure.
import type { ColumnMapping, CsvField } from '#shared/contract/column-mapping.ts';
import type { EventInput } from '#shared/contract/event.ts';
import type { EventKind } from '#shared/contract/event-fields.ts';
import { type CsvIssue, eventOf, type Layout, layoutOf, readRow } from '#shared/csv-columns.ts';
import type { CsvStart } from './csv-start.ts';
import { LABELS } from './mapping-draft.ts';

export const COLUMN_LABELS: Record<CsvField, string> = { ...LABELS, fullName: 'Full name' };

/** How columns are called, without blanks and signs, the surest first. */
const NAMES: Partial<Record<CsvField, string>> = {
  id: 'id orderid orderno ordernumber ordernr order transactionid bookingid invoiceid invoice number',
  occurredAt:
    'occurredat paidat paidon datepaid createdat datecreated created orderdate purchasedate date datetime time timestamp',
  fullName: 'fullname customername customer client buyer billingname name',
  firstName: 'firstname forename givenname billingfirstname customerfirstname',
  lastName: 'lastname surname familyname billinglastname customerlastname',
  city: 'city town billingcity shippingcity customercity',
  region: 'region state province county billingstate shippingstate',
  country: 'country countrycode billingcountry shippingcountry',
  email: 'email emailaddress customeremail billingemail mail',
  product: 'product productname item itemname lineitemname lineitem products items title',
  url: 'url link producturl productlink',
  image: 'image picture photo imageurl productimage',
  quantity: 'quantity qty',
  amount: 'amount total ordertotal grandtotal price sum',
  currency: 'currency currencycode',
  rating: 'rating stars score',
  text: 'text review reviewtext comment message body',
  reference: 'reference ordername ordernumber orderno orderid',
};

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** @returns what the columns probably mean. */
export function guessMapping(header: readonly string[]): ColumnMapping {
  const known = header.map(bare);
  const columns: ColumnMapping['columns'] = {};
  for (const [field, names] of Object.entries(NAMES) as [CsvField, string][]) {
    const found = names
      .split(' ')
      .find((name) => known.indexOf(name) >= 0 && known.indexOf(name) === known.lastIndexOf(name));
    const column = found === undefined ? undefined : header[known.indexOf(found)]?.trim();
    if (column) columns[field] = [column];
  }
  // A column with the parts says more than one with the whole.
  if (columns.firstName) delete columns.fullName;
  const kindColumn = header[known.indexOf('kind')]?.trim();
  if (kindColumn) columns.kind = [kindColumn];
  const kind: EventKind = columns.rating ? 'review' : 'purchase';
  return { columns, ...(!kindColumn && { constants: { kind } }) };
}

/** @returns the mapping with another column for a field; null for none. */
export function withColumn(mapping: ColumnMapping, field: CsvField, column: string | null): ColumnMapping {
  const { [field]: _before, ...others } = mapping.columns;
  return { ...mapping, columns: column === null ? others : { ...others, [field]: [column] } };
}

/** @returns the mapping with what holds for all rows; undefined for nothing. */
export function withConstant(
  { columns, constants = {} }: ColumnMapping,
  name: 'kind' | 'currency',
  value: string | undefined,
): ColumnMapping {
  const { [name]: _before, ...others } = constants;
  const next = value ? { ...others, [name]: value } : others;
  return { columns, ...(Object.keys(next).length > 0 && { constants: next as ColumnMapping['constants'] }) };
}

export type JudgedRow = { line: number } & (
  | { is: 'event'; event: EventInput }
  | { is: 'skipped' }
  | { is: 'refused'; issues: CsvIssue[] }
);

export type Judgment = {
  layout: Layout | null;
  /** Why it isn't clear what the columns mean. */
  issues: CsvIssue[];
  rows: JudgedRow[];
};

/** @returns what becomes of the first rows. @param mapping of the source, or as it is being chosen. */
export function judgeColumns({ header, rows }: CsvStart, mapping: ColumnMapping | null, timeZone: string): Judgment {
  const layout = layoutOf(header, mapping);
  if (Array.isArray(layout)) return { layout: null, issues: layout, rows: [] };
  const judged = rows.map(({ line, cells }, at): JudgedRow => {
    const row = readRow(layout, cells, rows[at - 1]?.cells ?? null, timeZone);
    if (row.is !== 'event') return { line, ...row };
    // The server makes an id for a row without one.
    const read = eventOf(layout, { ...row.draft, id: row.draft.id ?? `row-${line}` });
    return 'event' in read ? { line, is: 'event', event: read.event } : { line, is: 'refused', issues: read.issues };
  });
  return { layout, issues: [], rows: judged };
}

/** @returns the first value of a column; null where the first rows have none. */
export function exampleOf({ header, rows }: CsvStart, column: string): string | null {
  const place = header.findIndex((name) => name.trim().toLowerCase() === column.trim().toLowerCase());
  return rows.map(({ cells }) => cells[place]?.trim()).find(Boolean) ?? null;
}
