// What became of the CSV files that a source was given, on the wire. Nothing of a row is kept but the event it tells of.
import { z } from 'zod';
import { id, isoDate, pageFields, paging } from './text.ts';

/**
 * running: its rows are being taken; done: all were; stopped: only those before something went wrong; undoing: its events
 * are being deleted.
 */
const IMPORT_STATES = ['running', 'done', 'stopped', 'undoing'] as const;

const refusalSchema = z.object({
  /** Of the file, the header being line 1. */
  line: z.number().int(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Whether the row became an event all the same, without these values. */
  isImported: z.literal(true).optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** An import as lists have it: without the refused rows. */
export const importSummarySchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Why it stopped; null when it didn't. */
  reason: z.string().nullable(),
  /** Rows below the header: those that became events, were there already, were skipped or refused. */
  rows: z.number().int(),
  accepted: z.number().int(),
  duplicates: z.number().int(),
  /** More products of an order, and orders that aren't paid or no longer hold. */
  skipped: z.number().int(),
  refused: z.number().int(),
  startedAt: isoDate(),
  /** Null while it is running. */
  finishedAt: isoDate().nullable(),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

export const importSchema = importSummarySchema.extend({
  /** The first of the refused rows, and of those that were imported without a value which can't be read. */
  refusals: z.array(refusalSchema),
});
export type Import = z.infer<typeof importSchema>;

export const importListInput = z.strictObject({ siteId: id(), sourceId: id(), ...paging });
export type ImportListInput = z.infer<typeof importListInput>;

export const importListSchema = z.object({
  imports: z.array(importSummarySchema),
  ...pageFields,
});
export type ImportList = z.infer<typeof importListSchema>;

export const importRef = z.strictObject({ siteId: id(), sourceId: id(), importId: id() });
export type ImportRef = z.infer<typeof importRef>;
