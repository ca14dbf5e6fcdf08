// Sites: schema in, one domain call, schema out.
import { z } from 'zod';
import { dataStatementSchema } from '#shared/contract/data-statement.ts';
import { inspectionLinkInput, inspectionLinkSchema } from '#shared/contract/inspection.ts';
import {
  attentionItemSchema,
  celebrateSiteInput,
  installationSchema,
  siteSetupSchema,
} from '#shared/contract/installation.ts';
import { createSiteInput, siteSchema, updateSiteInput } from '#shared/contract/site.ts';
import { byId, nothing } from '#shared/contract/text.ts';
import { sentWeeklyEmailSchema, setWeeklyEmailInput, weeklyEmailSchema } from '#shared/contract/weekly-email.ts';
import { readAttention } from '../../domain/site/attention.ts';
import { readDataStatement } from '../../domain/site/data-statement.ts';
import { makeInspectionLink } from '../../domain/site/inspection.ts';
import { celebrateSite, readInstallation, readSiteSetup } from '../../domain/site/installation.ts';
import * as site from '../../domain/site/site.ts';
import { getWeeklyEmail, sendWeeklyEmail, setWeeklyEmail } from '../../domain/weekly/email.ts';
import { router, siteCreatorProcedure, verifiedProcedure } from '../init.ts';

export const sitesRouter = router({
  list: verifiedProcedure
    .input(nothing)
    .output(z.array(siteSchema))
    .query(({ ctx }) => site.listSites(ctx.deps, ctx.caller)),
  get: verifiedProcedure
    .input(byId)
    .output(siteSchema)
    .query(({ ctx, input }) => site.getSite(ctx.deps, ctx.caller, input.id)),
  create: siteCreatorProcedure
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
  inspectionLink: verifiedProcedure
    .input(inspectionLinkInput)
    .output(inspectionLinkSchema)
    .mutation(({ ctx, input }) => makeInspectionLink(ctx.deps, ctx.caller, input)),
  installation: verifiedProcedure
    .input(byId)
    .output(installationSchema)
    .query(({ ctx, input }) => readInstallation(ctx.deps, ctx.caller, input.id)),
  setup: verifiedProcedure
    .input(byId)
    .output(siteSetupSchema)
    .query(({ ctx, input }) => readSiteSetup(ctx.deps, ctx.caller, input.id)),
  celebrated: verifiedProcedure
    .input(celebrateSiteInput)
    .output(siteSetupSchema)
    .mutation(({ ctx, input }) => celebrateSite(ctx.deps, ctx.caller, input.id)),
  dataStatement: verifiedProcedure
    .input(byId)
    .output(dataStatementSchema)
    .query(({ ctx, input }) => readDataStatement(ctx.deps, ctx.caller, input.id)),
  attention: verifiedProcedure
    .input(byId)
    .output(z.array(attentionItemSchema))
    .query(({ ctx, input }) => readAttention(ctx.deps, ctx.caller, input.id)),
  weeklyEmail: verifiedProcedure
    .input(byId)
    .output(weeklyEmailSchema)
    .query(({ ctx, input }) => getWeeklyEmail(ctx.deps, ctx.caller, input.id)),
  setWeeklyEmail: verifiedProcedure
    .input(setWeeklyEmailInput)
    .output(weeklyEmailSchema)
    .mutation(({ ctx, input }) => setWeeklyEmail(ctx.deps, ctx.caller, input)),
  sendWeeklyEmail: verifiedProcedure
    .input(byId)
    .output(sentWeeklyEmailSchema)
    .mutation(({ ctx, input }) => sendWeeklyEmail(ctx.deps, ctx.caller, input.id)),
});
