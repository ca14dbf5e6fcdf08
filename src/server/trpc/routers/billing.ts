// The account's plan, and buying one.
import { z } from 'zod';
import { offerSchema } from '#shared/contract/billing.ts';
import { publicProcedure, router } from '../init.ts';

export const billingRouter = router({
  offer: publicProcedure
    .input(z.strictObject({}).optional())
    .output(offerSchema)
    .query(({ ctx }) => ctx.deps.billing.offerFor(ctx.client)),
});
