// How what a sender calls by its own words is read as an event, on the wire: for each field, where its value is. A webhook's
// body is JSON; a row of a CSV file is an object of its columns, so that the column "Order ID" is at /Order ID.
import { z } from 'zod';
import { DATE_ORDERS } from '../facts/moments.ts';
import { amountOf, numberOf } from '../facts/money.ts';
import { columnOf, isPointer } from '../json-pointer.ts';
import { knownZone } from '../zoned-time.ts';
import { EVENT_FIELDS, EVENT_KINDS, type EventField } from './event-fields.ts';
import type { FieldError } from './field-errors.ts';
import { bounded, filledText, text } from './text.ts';

/** Of a column's name of 200 characters, each of which may be written as two. */
const POINTER_MAX = 401;
/** What a mapping finds: a field of an event, or a name that is first and last in one. */
export const MAPPED_FIELDS = EVENT_FIELDS.flatMap((field) =>
  field === 'firstName' ? (['fullName', field] as const) : [field],
) as readonly (EventField | 'fullName')[];
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** Where else a value may be, when it isn't at the first place. */
const POINTERS_MAX = 5;

const pointer = text(POINTER_MAX).refine(isPointer, 'Enter a JSON Pointer such as /order/id');

const mappedField = z.strictObject({
  /** The first that leads to a value counts. */
  pointers: bounded(z.array(pointer), POINTERS_MAX, `At most ${POINTERS_MAX} places`).optional(),
  /** What holds when none does. */
  value: filledText(200).optional(),
});
export type FieldMapping = z.infer<typeof mappedField>;

/** @returns why a field can't have this value in every event; null when it can. */
function valueIssue(field: MappedField, value: string): string | null {
  switch (field) {
    case 'id':
    case 'occurredAt':
      return 'Differs from event to event: choose where it is';
    case 'kind':
      return EVENT_KINDS.some((kind) => kind === value) ? null : `One of ${EVENT_KINDS.join(', ')}`;
    case 'currency':
      return /^[A-Za-z]{3}$/.test(value) ? null : 'Enter a currency such as EUR';
    case 'amount':
      return amountOf(value) === undefined ? 'Enter a number' : null;
    case 'quantity':
    case 'rating':
      return numberOf(value) === undefined ? 'Enter a number' : null;
    default:
      return null;
  }
}

/** A place, and the texts there that mean it, in any case of letters. */
const sign = () =>
  z
    .strictObject({
      pointer,
      equals: bounded(z.array(filledText(100)).min(1, 'Enter at least one value'), 10, 'At most 10 values'),
    })
    .optional();

export const mappingSchema = z
  .strictObject({
    fields: bounded(z.partialRecord(z.enum(MAPPED_FIELDS), mappedField), MAPPED_FIELDS.length, 'Too many fields'),
    /** What says that an event is no longer true. */
    retractWhen: sign(),
    /** What says that an order is paid; whatever says something else tells of no event. */
    paidWhen: sign(),
    /** Which comes first in 03/04/2026. Without it, such a date is none. */
    dateOrder: z.enum(DATE_ORDERS, 'Either day or month').optional(),
    /** In which times are read that don't say it, nor does the name of their place. */
    timeZone: text(64)
      .refine((zone) => zone !== '' && knownZone(zone) === zone, 'Enter a time zone such as Europe/Lisbon')
      .optional(),
  })
  .superRefine(({ fields }, issues) => {
    for (const [field, { value }] of Object.entries(fields) as [MappedField, FieldMapping][]) {
      const message = value === undefined ? null : valueIssue(field, value);
      if (message) issues.addIssue({ code: 'custom', path: ['fields', field], message });
    }
  });
export type Mapping = z.infer<typeof mappingSchema>;

/** Sources whose senders have words of their own: of the others it is known what they say. */
export type MappedKind = 'webhook' | 'csv';

/** A file's row without an id gets one of what it says, and a body without a time happened when it arrived. */
const REQUIRED = {
  webhook: { id: 'Choose where the id is: it tells one event from another' },
  csv: { occurredAt: 'Choose the column that says when it happened' },
} as const satisfies Record<MappedKind, Partial<Record<EventField, string>>>;

const hasPlace = ({ fields }: Mapping, field: MappedField) => (fields[field]?.pointers?.length ?? 0) > 0;

/** @returns what keeps the mapping from being used for a source of that kind, by field such as 'fields.id'. */
export function mappingIssues(kind: MappedKind, mapping: Mapping): FieldError[] {
  const issues: FieldError[] = [];
  for (const [field, message] of Object.entries(REQUIRED[kind]) as [MappedField, string][])
    if (!hasPlace(mapping, field)) issues.push({ field: `fields.${field}`, message });
  if (!hasPlace(mapping, 'kind') && mapping.fields.kind?.value === undefined)
    issues.push({ field: 'fields.kind', message: 'Choose what happened, or where it is said' });
  if (kind === 'webhook') return issues;
  const isColumn = (one: string) => columnOf(one).trim() !== '';
  for (const [field, { pointers = [] }] of Object.entries(mapping.fields) as [MappedField, FieldMapping][])
    if (!pointers.every(isColumn)) issues.push({ field: `fields.${field}`, message: NO_COLUMN });
  for (const sign of ['retractWhen', 'paidWhen'] as const)
    if (mapping[sign] && !isColumn(mapping[sign].pointer))
      issues.push({ field: `${sign}.pointer`, message: NO_COLUMN });
  return issues;
}
const NO_COLUMN = 'Enter a column such as /Order ID, with ~1 for a slash in its name';
