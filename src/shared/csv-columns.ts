// What the columns of a CSV file of events mean, and what a row of it says: by the names of our own fields, by the exports
// of shops that are known, or as the source's owner mapped them. The server takes rows by it, and the screen shows by it
// what would be taken. Pure.
import { type ColumnMapping, CSV_FIELDS, type CsvField } from './contract/column-mapping.ts';
import { type EventInput, eventInput } from './contract/event.ts';
import { fieldErrors } from './contract/field-errors.ts';
import { type ExportKind, exact, exportOf, KNOWN, type KnownExport } from './csv-exports.ts';
import { isRoundedNumber, readNumber, readTime, splitName } from './csv-values.ts';
import { MESSAGE_MAX, NAME_MAX, SUBJECT_MAX } from './limits.ts';
import { shorten } from './shorten.ts';

export type CsvIssue = { field: string; message: string };

export type Layout = {
  /** Ours by name, mapped by the owner, or the export of a shop. */
  from: 'names' | 'mapping' | ExportKind;
  /** By field: the places in a row where it is looked for. */
  places: Partial<Record<CsvField, number[]>>;
  constants: NonNullable<ColumnMapping['constants']>;
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
] as const satisfies readonly (readonly [CsvField, string])[];

function layoutFrom(
  header: readonly string[],
  from: Layout['from'],
  { columns, constants = {} }: ColumnMapping,
  same: (name: string) => string,
): Layout | CsvIssue[] {
  const places: Layout['places'] = {};
  const issues: CsvIssue[] = [];
  const names = header.map(same);
  for (const [field, wanted] of Object.entries(columns) as [CsvField, string[]][]) {
    const found = wanted.map((name) => names.indexOf(same(name))).filter((place) => place >= 0);
    const twice = found.find((place) => names.indexOf(names[place] ?? '', place + 1) >= 0);
    if (twice !== undefined) issues.push({ field, message: `Two columns are called ${shortName(header[twice])}` });
    if (found.length > 0) places[field] = found;
  }
  for (const [field, message] of NEEDED) {
    if (!places[field] && !(field === 'kind' && constants.kind)) issues.push({ field, message });
  }
  if (issues.length > 0) return issues;
  const known = from === 'names' || from === 'mapping' ? null : KNOWN[from];
  const byName = new Map(header.map((name, place) => [exact(name), place]));
  const order = known?.order === undefined ? null : (byName.get(exact(known.order)) ?? null);
  return { from, places, constants, columns: header.length, order, known, byName };
}

/** What a header says goes into a message that is shown and logged: no more of it than a name. */
const shortName = (name = '') => `“${shorten(name.trim(), 40)}”`;

/** Our own fields under their own names. */
const OWN_NAMES: ColumnMapping = { columns: Object.fromEntries(CSV_FIELDS.map((field) => [field, [field]])) };

/**
 * @param mapping of the source; it holds for files that have a column for each of its fields.
 * @returns what the columns mean, or why that isn't clear.
 */
export function layoutOf(header: readonly string[], mapping: ColumnMapping | null): Layout | CsvIssue[] {
  const names = new Set(header.map(exact));
  const fits = (columns: ColumnMapping['columns']) =>
    Object.values(columns).every((wanted) => wanted.some((name) => names.has(exact(name))));
  if (mapping && fits(mapping.columns)) return layoutFrom(header, 'mapping', mapping, exact);
  const kind = exportOf(header);
  if (kind) return layoutFrom(header, kind, KNOWN[kind].mapping, exact);
  const own = layoutFrom(header, 'names', OWN_NAMES, loose);
  if (!Array.isArray(own) || !mapping) return own;
  const missing = Object.entries(mapping.columns).filter(
    ([, wanted]) => !wanted.some((name) => names.has(exact(name))),
  );
  return missing.map(([field, [name]]) => ({ field, message: `The file has no column ${shortName(name)}` }));
}

/** What a row says, as the schema of events takes it; still unchecked. */
export type EventDraft = {
  id?: string | undefined;
  kind?: string | undefined;
  occurredAt?: string | undefined;
  actor?: Partial<Record<'firstName' | 'lastName' | 'city' | 'region' | 'country' | 'email', string | undefined>>;
  subject?: { name?: string | undefined; url?: string | undefined; image?: string | undefined } | undefined;
  quantity?: number | string | undefined;
  amount?: number | string | undefined;
  currency?: string | undefined;
  rating?: number | string | undefined;
  text?: string | undefined;
  reference?: string | undefined;
};

export type ReadRow =
  | { is: 'event'; draft: EventDraft }
  /** More of the order above, or an order that isn't paid. */
  | { is: 'skipped' }
  | { is: 'refused'; issues: CsvIssue[] };

const REFUSED_ROUNDED = 'A spreadsheet shortened this number. Import the file as it was exported';

/** Characters of a cell that are looked at: more than any field takes. */
const CELL_MAX = 10_000;

/**
 * @param before the row above; null for the first. @param timeZone of times without a zone.
 * @returns what the row says.
 */
export function readRow(
  layout: Layout,
  cells: readonly string[],
  before: readonly string[] | null,
  timeZone: string,
): ReadRow {
  const { known, order, places } = layout;
  const cell = (place = -1) => cells[place]?.slice(0, CELL_MAX).trim() ?? '';
  if (cells.slice(layout.columns).some((text) => text.trim() !== '')) {
    return { is: 'refused', issues: [{ field: 'row', message: 'The row has more values than there are columns' }] };
  }
  if (order !== null && cell(order) !== '' && cell(order) === before?.[order]?.trim()) return { is: 'skipped' };
  if (known && !known.isPaid((name) => cell(layout.byName.get(exact(name))))) return { is: 'skipped' };
  const of = (field: CsvField): string | undefined => {
    const place = places[field]?.find((one) => cell(one) !== '');
    return place === undefined ? undefined : cell(place);
  };
  const rounded = (['id', 'reference'] as const).filter((field) => isRoundedNumber(of(field) ?? ''));
  if (rounded.length > 0) {
    return { is: 'refused', issues: rounded.map((field) => ({ field, message: REFUSED_ROUNDED })) };
  }
  return { is: 'event', draft: draftOf(layout, of, timeZone) };
}

function draftOf(
  { known, constants }: Layout,
  of: (field: CsvField) => string | undefined,
  timeZone: string,
): EventDraft {
  const number = (field: CsvField) => {
    const text = of(field);
    return text === undefined ? undefined : readNumber(text);
  };
  const fullName = of('fullName');
  const names = fullName === undefined ? undefined : splitName(fullName);
  const occurredAt = of('occurredAt');
  const product = of('product');
  const name = product !== undefined && known?.product ? known.product(product) : product;
  const [url, image] = [of('url'), of('image')];
  const draft: EventDraft = {
    id: of('id'),
    kind: of('kind')?.toLowerCase() ?? constants.kind,
    occurredAt: occurredAt === undefined ? undefined : readTime(occurredAt, timeZone),
    actor: {
      firstName: of('firstName') ?? names?.firstName,
      lastName: of('lastName') ?? names?.lastName,
      city: of('city'),
      region: of('region'),
      country: of('country'),
      email: of('email'),
    },
    subject: name === undefined && url === undefined && image === undefined ? undefined : { name, url, image },
    quantity: number('quantity'),
    amount: number('amount'),
    currency: of('currency')?.toUpperCase() ?? constants.currency,
    rating: number('rating'),
    text: of('text'),
    reference: of('reference'),
  };
  return known ? cut(draft) : draft;
}

/** A shop's own texts may be longer than ours: its orders aren't refused for that. */
function cut({ actor = {}, subject, text, ...rest }: EventDraft): EventDraft {
  const short = Object.entries(actor).map(([key, value]) => [
    key,
    key === 'email' ? value : value && shorten(value, NAME_MAX),
  ]);
  return {
    ...rest,
    actor: Object.fromEntries(short),
    subject: subject && { ...subject, name: subject.name && shorten(subject.name, SUBJECT_MAX) },
    text: text && shorten(text, MESSAGE_MAX),
  };
}

/** How the schema of events calls what a file calls by fewer words. */
const COLUMN_OF: Record<string, CsvField> = {
  'subject.name': 'product',
  'subject.url': 'url',
  'subject.image': 'image',
};
const NO_TIME = 'Enter a time such as 2026-03-10 11:58:00';

/** @returns the issue with the field as columns are called. */
export const toColumnIssue = ({ field, message }: CsvIssue): CsvIssue => ({
  field: COLUMN_OF[field] ?? field.replace(/^actor\./, ''),
  message,
});

/** An event can't be without these. */
const KEPT = new Set(['id', 'kind', 'occurredAt']);

/** @returns the draft without what the issues are about, if that can be left out. */
function without(draft: EventDraft, issues: readonly { path: readonly PropertyKey[] }[]): EventDraft {
  const rest = structuredClone(draft) as Record<PropertyKey, Record<PropertyKey, unknown> | undefined>;
  for (const {
    path: [parent = '', child],
  } of issues) {
    if (KEPT.has(String(parent))) continue;
    if (child === undefined) delete rest[parent];
    else delete rest[parent]?.[child];
  }
  return rest as EventDraft;
}

/** @returns the event that a row tells of, or what is wrong with it. A shop's order isn't refused for its buyer's city. */
export function eventOf({ known }: Layout, draft: EventDraft): { event: EventInput } | { issues: CsvIssue[] } {
  const first = eventInput.safeParse(draft);
  if (first.success) return { event: first.data };
  const second = known ? eventInput.safeParse(without(draft, first.error.issues)) : first;
  if (second.success) return { event: second.data };
  const issues = fieldErrors(second.error).map(toColumnIssue);
  return { issues: issues.map((issue) => (issue.field === 'occurredAt' ? { ...issue, message: NO_TIME } : issue)) };
}
