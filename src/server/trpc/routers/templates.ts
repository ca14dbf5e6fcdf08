// Templates: schema in, one domain call, schema out.
import { z } from 'zod';
import { savedNotificationSchema } from '#shared/contract/notification.ts';
import {
  cloneTemplateInput,
  createFromTemplateInput,
  createTemplateInput,
  listTemplatesInput,
  templateListSchema,
  templateSchema,
} from '#shared/contract/template.ts';
import { byId } from '#shared/contract/text.ts';
import { withWarnings } from '../../domain/notification/notification.ts';
import * as template from '../../domain/notification/template.ts';
import { router, verifiedProcedure } from '../init.ts';
import { withLongList } from '../long-output.ts';

export const templatesRouter = router({
  list: verifiedProcedure
    .input(listTemplatesInput.optional())
    .output(withLongList(templateListSchema, 'templates'))
    .query(({ ctx, input }) => template.listTemplates(ctx.deps, ctx.caller, input ?? {})),
  get: verifiedProcedure
    .input(byId)
    .output(templateSchema)
    .query(({ ctx, input }) => template.getTemplate(ctx.deps, ctx.caller, input.id)),
  create: verifiedProcedure
    .input(createTemplateInput)
    .output(templateSchema)
    .mutation(({ ctx, input }) => template.createTemplate(ctx.deps, ctx.caller, input)),
  clone: verifiedProcedure
    .input(cloneTemplateInput)
    .output(templateSchema)
    .mutation(({ ctx, input }) => template.cloneTemplate(ctx.deps, ctx.caller, input)),
  delete: verifiedProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => template.deleteTemplate(ctx.deps, ctx.caller, input.id)),
  createNotification: verifiedProcedure
    .input(createFromTemplateInput)
    .output(savedNotificationSchema)
    .mutation(async ({ ctx, input }) => withWarnings(await template.createFromTemplate(ctx.deps, ctx.caller, input))),
});
