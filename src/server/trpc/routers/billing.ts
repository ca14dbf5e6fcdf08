// The account's plan, and buying one.
import {
  billingSchema,
  checkoutInput,
  checkoutSchema,
  confirmCheckoutInput,
  confirmedCheckoutSchema,
  offerSchema,
  portalInput,
  portalSchema,
} from '#shared/contract/billing.ts';
import { nothing } from '#shared/contract/text.ts';
import * as billing from '../../domain/billing/billing.ts';
import { publicProcedure, router, userProcedure, verifiedUserProcedure } from '../init.ts';

export const billingRouter = router({
  read: userProcedure
    .input(nothing)
    .output(billingSchema)
    .query(({ ctx }) => billing.readBilling(ctx.deps, ctx.caller, ctx.client)),
  offer: publicProcedure
    .input(nothing)
    .output(offerSchema)
    .query(({ ctx }) => ctx.deps.billing.offerFor(ctx.client)),
  checkout: verifiedUserProcedure
    .input(checkoutInput)
    .output(checkoutSchema)
    .mutation(({ ctx, input }) => billing.openCheckout(ctx.deps, ctx.caller, input, ctx.client)),
  confirm: userProcedure
    .input(confirmCheckoutInput)
    .output(confirmedCheckoutSchema)
    .mutation(({ ctx, input }) => billing.confirmCheckout(ctx.deps, ctx.caller, input.sessionId)),
  portal: userProcedure
    .input(portalInput)
    .output(portalSchema)
    .mutation(({ ctx, input }) => billing.openPortal(ctx.deps, ctx.caller, input)),
});
