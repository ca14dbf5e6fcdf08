// What the columns of CSV files mean that aren't called as our own fields, on the wire: a setting of their source.
import { z } from 'zod';
import { EVENT_FIELDS, EVENT_KINDS, type EventField } from './event-fields.ts';
import { bounded, boundedText, filledText } from './text.ts';

export type CsvField = EventField | 'fullName';
/** What a column of a file may hold: a field of an event, or a name that is first and last in one. */
export const CSV_FIELDS: readonly CsvField[] = EVENT_FIELDS.flatMap((field) =>
  field === 'firstName' ? (['fullName', field] as const) : field,
);

const COLUMN_NAME_MAX = 200;
const columnNames = bounded(
  z.array(filledText(COLUMN_NAME_MAX, 'Enter the name of a column')).min(1, 'Name at least one column'),
  5,
  'At most 5 columns',
);

const NO_CURRENCY = 'Enter a currency such as EUR';

/** By field: the columns it is read from, the first that isn't empty; and what holds for all rows. */
export const columnMappingSchema = z.strictObject({
  columns: bounded(z.partialRecord(z.enum(CSV_FIELDS), columnNames), CSV_FIELDS.length, 'Too many fields'),
  constants: z
    .strictObject({
      kind: z.enum(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}`).optional(),
      currency: boundedText(3, NO_CURRENCY)
        .regex(/^[A-Z]{3}$/, NO_CURRENCY)
        .optional(),
    })
    .optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;
