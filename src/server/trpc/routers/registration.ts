// Registering with a plan.
import { z } from 'zod';
import { pricingSchema } from '#shared/contract/billing.ts';
import { plansFor, savingPercent } from '#shared/pricing.ts';
import { publicProcedure, router } from '../init.ts';

export const registrationRouter = router({
  plans: publicProcedure
    .input(z.strictObject({}).optional())
    .output(pricingSchema)
    .query(({ ctx }) => {
      const { freeSites, priceIds } = ctx.deps.config;
      return {
        plans: plansFor(freeSites).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) })),
        stripePriceIds: priceIds,
      };
    }),
});
