// Saved reports on the wire: a range, and what the counts are narrowed to.
import { z } from 'zod';
import { DEVICES, NOTIFICATION_TYPES } from '../embed/payload.ts';
import { NAME_MAX, REPORT_VALUES_MAX, URL_MAX } from '../limits.ts';
import { checkRange, rangeShape, STATS_TABLES } from './stats.ts';
import { bounded, filledText, id, isoDate, text } from './text.ts';

const some = <T extends z.ZodType>(values: T) =>
  bounded(z.array(values).min(1, 'Choose at least one'), REPORT_VALUES_MAX, `At most ${REPORT_VALUES_MAX}`);

const page = () =>
  text(URL_MAX)
    .min(1, 'Required')
    .refine((path) => path !== 'other', "Counts under 'other' belong to many pages");

/**
 * What a report's counts are narrowed to. One of these at a time: counts are stored by notification, by device and by
 * page, but never crossed, so nobody can tell which page a notification was shown on.
 */
const reportFilterSchema = z.discriminatedUnion('by', [
  /** Notifications that have one of these types today. */
  z.strictObject({ by: z.literal('type'), types: some(z.enum(NOTIFICATION_TYPES)) }),
  z.strictObject({ by: z.literal('notification'), notificationIds: some(id()) }),
  z.strictObject({ by: z.literal('device'), devices: some(z.enum([...DEVICES, 'unknown'])) }),
  /** Paths as the report lists them, but for 'other', which is no page. */
  z.strictObject({ by: z.literal('page'), pages: some(page()) }),
]);
export type ReportFilter = z.infer<typeof reportFilterSchema>;

export const reportSchema = z.object({
  id: z.string(),
  name: z.string(),
  range: rangeShape.range.unwrap(),
  /** First and last day, only with `custom`. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  filter: reportFilterSchema.nullable(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Report = z.infer<typeof reportSchema>;

const name = () => filledText(NAME_MAX, 'Enter a name');
const filter = reportFilterSchema.nullable().optional();
type Definition = Parameters<typeof checkRange>[0] & { filter?: ReportFilter | null | undefined };

/** Devices and pages are counted by day. */
function checkDefinition(definition: Definition, ctx: z.RefinementCtx): void {
  checkRange(definition, ctx);
  const { by } = definition.filter ?? {};
  if (definition.range === '24h' && (by === 'device' || by === 'page')) {
    ctx.addIssue({
      code: 'custom',
      message: 'Devices and pages are counted by day: choose 7d or more',
      path: ['range'],
    });
  }
}

/** What a report shows; 30d of everything unless given. */
const definition = { ...rangeShape, filter };
export const createReportInput = z
  .strictObject({ siteId: id(), name: name(), ...definition })
  .superRefine(checkDefinition);
export type CreateReportInput = z.infer<typeof createReportInput>;
/** A report's name alone, as a form asks for it. */
export const reportNameInput = z.strictObject({ name: name() });
/** The name, or the whole definition, or both: without `range`, `from`, `to` and `filter` the definition stays. */
export const updateReportInput = z
  .strictObject({ siteId: id(), reportId: id(), name: name().optional(), ...definition })
  .superRefine(checkDefinition)
  .superRefine(({ range, filter: narrowed }, ctx) => {
    if (narrowed !== undefined && range === undefined) {
      ctx.addIssue({ code: 'custom', message: 'Goes with the filter', path: ['range'] });
    }
  });
export type UpdateReportInput = z.infer<typeof updateReportInput>;
export const reportInput = z.strictObject({ siteId: id(), reportId: id() });

const by = z.enum(STATS_TABLES, `One of ${STATS_TABLES.join(', ')}`);
export const reportCsvInput = z.strictObject({ siteId: id(), reportId: id(), by });
export const previewReportInput = z.strictObject({ siteId: id(), ...definition }).superRefine(checkDefinition);
export const previewReportCsvInput = z.strictObject({ siteId: id(), by, ...definition }).superRefine(checkDefinition);
export type ReportDefinition = Omit<z.infer<typeof previewReportInput>, 'siteId'>;
