// Plans and payment on the wire.
import { z } from 'zod';
import { CYCLES, PAID_PLAN_IDS, PLAN_IDS } from '../pricing.ts';
import { userSchema } from './account.ts';
import { isoDate, text } from './text.ts';

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
export type Offer = z.infer<typeof offerSchema>;

/** An account's plan, and what is paid for it. */
export const billingSchema = z.object({
  /** The plan that holds: the larger of what was granted and what is paid for. */
  plan: z.enum(PLAN_IDS),
  /** `none` on Free, `active` by a grant, otherwise the subscription's status (docs/billing.md). */
  status: z.string(),
  /** How often the subscription is paid; null without one, like the dates below. */
  cycle: z.enum(CYCLES).nullable(),
  /** When it is paid next; null when it ends instead. */
  renewsAt: isoDate().nullable(),
  /** When it ends because its owner canceled it. */
  cancelsAt: isoDate().nullable(),
  sites: z.object({
    owned: z.number().int(),
    allowed: z.number().int(),
    remaining: z.number().int(),
    /** Whether another one may be created: not while a payment is overdue. */
    mayCreate: z.boolean(),
  }),
  /** Whether the plan was granted by the operator. */
  isGranted: z.boolean(),
  /** Whether there is a portal: cards, invoices and the subscription at the payment provider. */
  hasCustomer: z.boolean(),
  offer: offerSchema,
});
export type Billing = z.infer<typeof billingSchema>;

export const checkoutInput = z.strictObject({
  plan: z.enum(PAID_PLAN_IDS, 'Choose starter, growth or agency'),
  cycle: z.enum(CYCLES, 'Choose monthly or annual'),
});
export type CheckoutInput = z.infer<typeof checkoutInput>;
/** A page of the payment provider, where `url` leads. */
export const checkoutSchema = z.object({ id: z.string(), url: z.string() });
export type OpenCheckout = z.infer<typeof checkoutSchema>;

export const confirmCheckoutInput = z.strictObject({ sessionId: text(255).min(1, 'Required') });
/**
 * `paid`: the plan holds. `processing`: the buyer is done, but the payment isn't; that can take days. `open`: it can still
 * be paid. `expired`: nothing was paid.
 */
export const confirmedCheckoutSchema = z.object({
  status: z.enum(['paid', 'processing', 'open', 'expired']),
  user: userSchema,
});
export type ConfirmedCheckout = z.infer<typeof confirmedCheckoutSchema>;

/** What the portal opens at: a change to this plan and cycle, or, for free, the cancelation; without, all of it. */
export const portalInput = z
  .strictObject({
    plan: z.enum(PLAN_IDS, 'Choose free, starter, growth or agency').optional(),
    cycle: z.enum(CYCLES, 'Choose monthly or annual').optional(),
  })
  .optional();
export type PortalInput = z.infer<typeof portalInput>;
export const portalSchema = z.object({ url: z.string() });
