// What the columns of a CSV file of events mean, and what a row of it says: by the names of our own fields, by the exports
// of shops that are known, or as the source's owner mapped them. The server takes rows by it, and the screen shows by it
// what would be taken. Pure.
import type { EventInput } from './contract/event.ts';
import type { FieldError } from './contract/field-errors.ts';
import { type FieldMapping, MAPPED_FIELDS, type MappedField, type Mapping } from './contract/mapping.ts';
import { type EndedRow, type ExportKind, exact, exportOf, KNOWN, type KnownExport } from './csv-exports.ts';
import { FREE, type MappedEvent, NO_TIME, readMapped } from './event-mapping.ts';
import { provenOrder } from './facts/moments.ts';
import { columnOf, toPointer } from './json-pointer.ts';
import { isRoundedNumber } from './read-json.ts';
import { shorten } from './shorten.ts';
import { usableParts } from './usable-event.ts';

export type Layout = {
  /** Ours by name, mapped by the owner, or the export of a shop. */
  from: 'names' | 'mapping' | ExportKind;
  mapping: Mapping;
  /** By pointer: the place in a row. */
  places: ReadonlyMap<string, number>;
  columns: number;
  order: number | null;
  known: KnownExport | null;
  /** The place of each column of a known export. */
  byName: ReadonlyMap<string, number>;
};

/** 'First name' and 'first_name' are firstName. */
const loose = (name: string) => exact(name).replace(/[\s_-]/g, '');

/** What each event needs; an id is made where there is none. */
const NEEDED = [
  ['occurredAt', 'No column says when it happened'],
  ['kind', 'No column says what happened: purchase, signup, review or custom'],
] as const satisfies readonly (readonly [MappedField, string])[];

/** What makes a row skipped. */
const SIGNS = ['retractWhen', 'paidWhen'] as const;

const fieldsOf = ({ fields }: Mapping) => Object.entries(fields) as [MappedField, FieldMapping][];

function layoutFrom(
  header: readonly string[],
  from: Layout['from'],
  mapping: Mapping,
  same: (name: string) => string,
): Layout | FieldError[] {
  const places = new Map<string, number>();
  const issues: FieldError[] = [];
  const names = header.map(same);
  const find = (field: string, pointers: readonly string[]): boolean => {
    const found = pointers.flatMap((pointer) => {
      const name = same(columnOf(pointer));
      const place = name === '' ? -1 : names.indexOf(name);
      if (place >= 0) places.set(pointer, place);
      return place >= 0 ? [place] : [];
    });
    const twice = found.find((place) => names.indexOf(names[place] ?? '', place + 1) >= 0);
    if (twice !== undefined) issues.push({ field, message: `Two columns are called ${shortName(header[twice])}` });
    return found.length > 0;
  };
  const found = new Set<MappedField>();
  for (const [field, { pointers = [], value }] of fieldsOf(mapping))
    if (find(field, pointers) || (value !== undefined && field !== 'occurredAt')) found.add(field);
  for (const sign of SIGNS) if (mapping[sign]) find(sign, [mapping[sign].pointer]);
  for (const [field, message] of NEEDED) if (!found.has(field)) issues.push({ field, message });
  if (issues.length > 0) return issues;
  const known = from === 'names' || from === 'mapping' ? null : KNOWN[from];
  const byName = new Map(header.map((name, place) => [exact(name), place]));
  const order = known?.order === undefined ? null : (byName.get(exact(known.order)) ?? null);
  return { from, mapping, places, columns: header.length, order, known, byName };
}

/** What a header says goes into a message that is shown and logged: no more of it than a name. */
const shortName = (name = '') => `“${shorten(name.trim(), 40)}”`;

/** Our own fields under their own names. */
const OWN_NAMES: Mapping = {
  fields: Object.fromEntries(MAPPED_FIELDS.map((field) => [field, { pointers: [`/${field}`] }])),
};

/** @returns our own fields by the columns of this header that are called so, for an owner who adds to what those say. */
export const ownNamesIn = (header: readonly string[]): Mapping => ({
  fields: Object.fromEntries(
    MAPPED_FIELDS.flatMap((field) => {
      const column = header.find((name) => loose(name) === loose(field))?.trim();
      return column === undefined ? [] : [[field, { pointers: [toPointer([column])] }]];
    }),
  ),
});

/** @returns for each field with places, and for what makes a row skipped, the columns that are looked at. */
function columnsOf(mapping: Mapping | null): [field: MappedField | (typeof SIGNS)[number], columns: string[]][] {
  const places = mapping ? fieldsOf(mapping).map(([field, { pointers = [] }]) => [field, pointers] as const) : [];
  const signs = SIGNS.flatMap((sign) => (mapping?.[sign] ? [[sign, [mapping[sign].pointer]] as const] : []));
  return [...places, ...signs].flatMap(([field, pointers]) =>
    pointers.length > 0 ? [[field, pointers.map(columnOf)]] : [],
  );
}

/**
 * @param mapping of the source; it holds for files that have a column for each of its fields.
 * @returns what the columns mean, or why that isn't clear.
 */
export function layoutOf(header: readonly string[], mapping: Mapping | null): Layout | FieldError[] {
  const names = new Set(header.map(exact));
  const missing = columnsOf(mapping).flatMap(([field, wanted]) =>
    wanted.some((name) => names.has(exact(name))) ? [] : [{ field, column: wanted[0] }],
  );
  if (mapping && missing.length === 0) return layoutFrom(header, 'mapping', mapping, exact);
  const kind = exportOf(header);
  if (kind) return layoutFrom(header, kind, KNOWN[kind].mapping, exact);
  const own = layoutFrom(header, 'names', OWN_NAMES, loose);
  if (!Array.isArray(own) || !mapping) return own;
  return missing.map(({ field, column }) => ({ field, message: `The file has no column ${shortName(column)}` }));
}

/** @returns the layout with the order of day and month that dates of the rows prove, unless it is known. */
export function withProvenOrder(layout: Layout, rows: readonly { cells: readonly string[] }[]): Layout {
  const { mapping, places } = layout;
  if (mapping.dateOrder !== undefined) return layout;
  const columns = (mapping.fields.occurredAt?.pointers ?? []).flatMap((pointer) => places.get(pointer) ?? []);
  const dateOrder = provenOrder(rows.flatMap(({ cells }) => columns.map((place) => cells[place]?.trim() ?? '')));
  return dateOrder === undefined ? layout : { ...layout, mapping: { ...mapping, dateOrder } };
}

/** An event as a file tells of it; whether somebody of the shop entered it. */
type FileEvent = EventInput & { isByStaff?: true };

export type ReadRow =
  | { is: 'event'; draft: MappedEvent; issues: FieldError[]; isByStaff: boolean }
  /**
   * More of the order above, or an order that isn't paid, was free or no longer holds. `ended` is the id of one that was
   * paid, and is no longer.
   */
  | { is: 'skipped'; because: string; ended?: EndedRow }
  | { is: 'refused'; issues: FieldError[] };

/** An event can't be without these, and two ids that a spreadsheet shortened are the same. */
const KEPT: ReadonlySet<string> = new Set<MappedField>(['id', 'kind', 'occurredAt', 'reference']);

/** Of an event's own id (contract/event.ts). */
const OWN_ID_MAX = 200;

/** Characters of a cell that are looked at: more than any field takes. */
const CELL_MAX = 10_000;

/**
 * @param before the row above; null for the first. @param timeZone of times without a zone.
 * @returns what the row says, still unchecked.
 */
export function readRow(
  { known, order, places, columns, mapping, byName }: Layout,
  cells: readonly string[],
  before: readonly string[] | null,
  timeZone: string,
): ReadRow {
  const cell = (place = -1) => cells[place]?.slice(0, CELL_MAX).trim() ?? '';
  if (cells.slice(columns).some((text) => text.trim() !== '')) {
    return { is: 'refused', issues: [{ field: 'row', message: 'The row has more values than there are columns' }] };
  }
  const skipped = (because: string): ReadRow => ({ is: 'skipped', because });
  const valueAt = (pointer: string) => cell(places.get(pointer));
  /** Only a shop's own words end an order that is here: columns that an owner chose only skip. */
  const ended = (because: EndedRow['because'] | undefined): ReadRow => {
    const id = mapping.fields.id?.pointers?.map(valueAt).find(Boolean) ?? '';
    if (because === undefined || id === '' || id.length > OWN_ID_MAX || isRoundedNumber(id)) return skipped('not paid');
    return { is: 'skipped', because: `${because}; it disappears if it is here`, ended: { id, because } };
  };
  if (order !== null && cell(order) !== '' && cell(order) === before?.[order]?.trim())
    return skipped('another line of the order above');
  const named = (name: string) => cell(byName.get(exact(name)));
  if (known && known.stateOf(named) !== 'paid') return ended(known.endOf(named));
  const { event, issues, isRetraction, notBought } = readMapped({ valueAt, timeZone }, mapping);
  if (isRetraction) return skipped('by the column you chose');
  if (notBought !== null) return skipped(notBought === FREE ? 'nothing was paid' : 'not paid');
  const { subject } = event;
  const isNamed = known?.product && subject?.name !== undefined;
  const draft = isNamed ? { ...event, subject: { ...subject, name: known.product?.(subject.name ?? '') } } : event;
  return { is: 'event', draft, issues, isByStaff: known?.isByStaff?.(named) === true };
}

/** How the schema of events calls what a file calls by fewer words. */
const COLUMN_OF: Record<string, string> = {
  'subject.name': 'product',
  'subject.url': 'url',
  'subject.image': 'image',
};

/** @returns the issue with the field as columns are called. */
export const toColumnIssue = ({ field, message }: FieldError): FieldError => ({
  field: COLUMN_OF[field] ?? field.replace(/^actor\./, ''),
  message,
});

/**
 * @returns the event that a row tells of, with what it goes without because it can't be read, such as its buyer's city; or
 * what is wrong with the row.
 */
export function eventOf({
  draft,
  issues,
  isByStaff,
}: Omit<Extract<ReadRow, { is: 'event' }>, 'is'>):
  | { event: FileEvent; without: FieldError[] }
  | { issues: FieldError[] } {
  const { event, issues: dropped } = usableParts(draft);
  const known = new Set(issues.map(({ field }) => field));
  const others = dropped.map(toColumnIssue).filter(({ field }) => !known.has(field));
  const all = [...issues, ...others];
  const wrong = all.filter(({ field }) => KEPT.has(field));
  if (event && wrong.length === 0) return { event: isByStaff ? { ...event, isByStaff } : event, without: all };
  return {
    issues: wrong.map((issue) =>
      known.has(issue.field) || issue.field !== 'occurredAt' ? issue : { ...issue, message: NO_TIME },
    ),
  };
}
