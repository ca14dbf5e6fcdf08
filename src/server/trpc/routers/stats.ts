// Statistics: schema in, one domain call, schema out.
import { z } from 'zod';
import {
  accountStatsCsvInput,
  accountStatsInput,
  accountStatsSchema,
  siteCostSchema,
  siteStatsInput,
  siteStatsSchema,
  siteSummarySchema,
  statsCsvInput,
  statsFileSchema,
} from '#shared/contract/stats.ts';
import { bySite, nothing } from '#shared/contract/text.ts';
import { summarizeSites } from '../../domain/site/summaries.ts';
import { accountStats } from '../../domain/stats/account.ts';
import { siteCost } from '../../domain/stats/cost.ts';
import { accountStatsCsv, siteStatsCsv } from '../../domain/stats/csv.ts';
import { siteStats } from '../../domain/stats/site.ts';
import { router, verifiedProcedure } from '../init.ts';

export const statsRouter = router({
  site: verifiedProcedure
    .input(siteStatsInput)
    .output(siteStatsSchema)
    .query(({ ctx, input }) => siteStats(ctx.deps, ctx.caller, input)),
  account: verifiedProcedure
    .input(accountStatsInput)
    .output(accountStatsSchema)
    .query(({ ctx, input }) => accountStats(ctx.deps, ctx.caller, input)),
  summary: verifiedProcedure
    .input(nothing)
    .output(z.array(siteSummarySchema))
    .query(({ ctx }) => summarizeSites(ctx.deps, ctx.caller)),
  csv: verifiedProcedure
    .input(statsCsvInput)
    .output(statsFileSchema)
    .query(({ ctx, input }) => siteStatsCsv(ctx.deps, ctx.caller, input)),
  accountCsv: verifiedProcedure
    .input(accountStatsCsvInput)
    .output(statsFileSchema)
    .query(({ ctx, input }) => accountStatsCsv(ctx.deps, ctx.caller, input)),
  cost: verifiedProcedure
    .input(bySite)
    .output(siteCostSchema)
    .query(({ ctx, input }) => siteCost(ctx.deps, ctx.caller, input.siteId)),
});
