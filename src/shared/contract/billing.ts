// Plans and payment on the wire.
import { z } from 'zod';
import { PLAN_IDS } from '../pricing.ts';

export const planSchema = z.object({
  id: z.enum(PLAN_IDS),
  name: z.string(),
  max_sites: z.number().int(),
  /** Whole US dollars. */
  price: z.object({ monthly: z.number(), annual: z.number() }),
  /** Whole percent of twelve monthly prices. */
  savingPercent: z.number().int(),
  features: z.array(z.string()),
});

const priceIdsOfPlan = z.object({ monthly: z.string(), annual: z.string() });

/** The plans that a server offers, and the payment provider's ids for their prices. */
export const pricingSchema = z.object({
  plans: z.array(planSchema),
  stripePriceIds: z.object({ starter: priceIdsOfPlan, growth: priceIdsOfPlan, agency: priceIdsOfPlan }),
});
export type Pricing = z.infer<typeof pricingSchema>;

/** Whether plans can be bought: for real money, in test mode, or not; then `reason` says to people why. */
export const offerSchema = z.object({ buying: z.enum(['live', 'test', 'off']), reason: z.string().nullable() });
