// Sites: schema in, one domain call, schema out.
import { z } from 'zod';
import { createSiteInput, siteSchema, updateSiteInput } from '#shared/contract/site.ts';
import { id } from '#shared/contract/text.ts';
import { MESSAGES } from '#shared/messages.ts';
import { requireVerified } from '../../domain/access.ts';
import * as site from '../../domain/site.ts';
import { publicProcedure, router, verifiedProcedure } from '../init.ts';

const byId = z.strictObject({ id: id() });

export const sitesRouter = router({
  list: verifiedProcedure
    .input(z.strictObject({}).optional())
    .output(z.array(siteSchema))
    .query(({ ctx }) => site.listSites(ctx.deps, ctx.caller)),
  get: verifiedProcedure
    .input(byId)
    .output(siteSchema)
    .query(({ ctx, input }) => site.getSite(ctx.deps, ctx.caller, input.id)),
  // The specification has a text of its own for creating a site while signed out.
  create: publicProcedure
    .use(async ({ ctx, next }) =>
      next({ ctx: { caller: requireVerified(await ctx.actor(), MESSAGES.signInToCreateSite) } }),
    )
    .input(createSiteInput)
    .output(siteSchema)
    .mutation(({ ctx, input }) => site.createSite(ctx.deps, ctx.caller, input)),
  update: verifiedProcedure
    .input(updateSiteInput)
    .output(siteSchema)
    .mutation(({ ctx, input }) => site.updateSite(ctx.deps, ctx.caller, input)),
  delete: verifiedProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => site.deleteSite(ctx.deps, ctx.caller, input.id)),
});
