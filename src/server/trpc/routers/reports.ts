// Saved reports: schema in, one domain call, schema out.
import { z } from 'zod';
import {
  createReportInput,
  previewReportCsvInput,
  previewReportInput,
  reportCsvInput,
  reportInput,
  reportSchema,
  updateReportInput,
} from '#shared/contract/report.ts';
import { siteStatsSchema, statsFileSchema } from '#shared/contract/stats.ts';
import { bySite } from '#shared/contract/text.ts';
import * as report from '../../domain/stats/reports.ts';
import { router, verifiedProcedure } from '../init.ts';

export const reportsRouter = router({
  list: verifiedProcedure
    .input(bySite)
    .output(z.array(reportSchema))
    .query(({ ctx, input }) => report.listReports(ctx.deps, ctx.caller, input.siteId)),
  get: verifiedProcedure
    .input(reportInput)
    .output(reportSchema)
    .query(({ ctx, input }) => report.getReport(ctx.deps, ctx.caller, input.siteId, input.reportId)),
  create: verifiedProcedure
    .input(createReportInput)
    .output(reportSchema)
    .mutation(({ ctx, input }) => report.createReport(ctx.deps, ctx.caller, input)),
  update: verifiedProcedure
    .input(updateReportInput)
    .output(reportSchema)
    .mutation(({ ctx, input }) => report.updateReport(ctx.deps, ctx.caller, input)),
  delete: verifiedProcedure
    .input(reportInput)
    .output(z.void())
    .mutation(({ ctx, input }) => report.deleteReport(ctx.deps, ctx.caller, input.siteId, input.reportId)),
  stats: verifiedProcedure
    .input(reportInput)
    .output(siteStatsSchema)
    .query(({ ctx, input }) => report.reportStats(ctx.deps, ctx.caller, input.siteId, input.reportId)),
  csv: verifiedProcedure
    .input(reportCsvInput)
    .output(statsFileSchema)
    .query(({ ctx, input }) => report.reportCsv(ctx.deps, ctx.caller, input)),
  preview: verifiedProcedure
    .input(previewReportInput)
    .output(siteStatsSchema)
    .query(({ ctx, input }) => report.previewReport(ctx.deps, ctx.caller, input)),
  previewCsv: verifiedProcedure
    .input(previewReportCsvInput)
    .output(statsFileSchema)
    .query(({ ctx, input }) => report.previewReportCsv(ctx.deps, ctx.caller, input)),
});
