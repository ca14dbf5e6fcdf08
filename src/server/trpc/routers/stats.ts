// Statistics: schema in, one domain call, schema out.
import { z } from 'zod';
import { dailyStatsInput, dailyStatsSchema, siteSummarySchema } from '#shared/contract/stats.ts';
import * as stats from '../../domain/stats.ts';
import { router, verifiedProcedure } from '../init.ts';

export const statsRouter = router({
  daily: verifiedProcedure
    .input(dailyStatsInput)
    .output(dailyStatsSchema)
    .query(({ ctx, input }) => stats.dailyStats(ctx.deps, ctx.caller, input)),
  summary: verifiedProcedure
    .input(z.strictObject({}).optional())
    .output(z.array(siteSummarySchema))
    .query(({ ctx }) => stats.summarizeSites(ctx.deps, ctx.caller)),
});
