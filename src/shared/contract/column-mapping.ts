// What the columns of CSV files mean that aren't called as our own fields, on the wire: a setting of their source.
import { z } from 'zod';
import { EVENT_KINDS } from './event-kinds.ts';
import { filledText } from './text.ts';

/** What a column of a file may hold: the fields of an event, flat, and a name that is first and last in one. */
export const CSV_FIELDS = [
  'id',
  'kind',
  'occurredAt',
  'fullName',
  'firstName',
  'lastName',
  'city',
  'region',
  'country',
  'email',
  'product',
  'url',
  'image',
  'quantity',
  'amount',
  'currency',
  'rating',
  'text',
  'reference',
] as const;
export type CsvField = (typeof CSV_FIELDS)[number];

const COLUMN_NAME_MAX = 200;
const columnNames = z
  .array(filledText(COLUMN_NAME_MAX, 'Enter the name of a column'))
  .min(1, 'Name at least one column')
  .max(5, 'At most 5 columns');

/** By field: the columns it is read from, the first that isn't empty; and what holds for all rows. */
export const columnMappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(CSV_FIELDS), columnNames),
  constants: z
    .strictObject({
      kind: z.enum(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}`).optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'Enter a currency such as EUR')
        .optional(),
    })
    .optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;
