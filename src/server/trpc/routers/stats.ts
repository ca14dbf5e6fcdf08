// Statistics: schema in, one domain call, schema out.
import { dailyStatsInput, dailyStatsSchema } from '#shared/contract/stats.ts';
import * as stats from '../../domain/stats.ts';
import { router, verifiedProcedure } from '../init.ts';

export const statsRouter = router({
  daily: verifiedProcedure
    .input(dailyStatsInput)
    .output(dailyStatsSchema)
    .query(({ ctx, input }) => stats.dailyStats(ctx.deps, ctx.caller, input)),
});
