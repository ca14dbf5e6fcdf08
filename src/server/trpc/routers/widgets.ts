// Widgets: schema in, one domain call, schema out.
import { byId, bySite } from '#shared/contract/text.ts';
import {
  listWidgetsInput,
  saveSettingsInput,
  updateWidgetInput,
  widgetListSchema,
  widgetSchema,
} from '#shared/contract/widget.ts';
import * as widget from '../../domain/site/widget.ts';
import { router, verifiedProcedure } from '../init.ts';
import { withLongList } from '../long-output.ts';

export const widgetsRouter = router({
  list: verifiedProcedure
    .input(listWidgetsInput.optional())
    .output(withLongList(widgetListSchema, 'widgets'))
    .query(({ ctx, input }) => widget.listWidgets(ctx.deps, ctx.caller, input ?? {})),
  get: verifiedProcedure
    .input(byId)
    .output(widgetSchema)
    .query(({ ctx, input }) => widget.getWidget(ctx.deps, ctx.caller, input.id)),
  bySite: verifiedProcedure
    .input(bySite)
    .output(widgetSchema)
    .query(({ ctx, input }) => widget.getWidgetOfSite(ctx.deps, ctx.caller, input.siteId)),
  update: verifiedProcedure
    .input(updateWidgetInput)
    .output(widgetSchema)
    .mutation(({ ctx, input }) => widget.updateWidget(ctx.deps, ctx.caller, input)),
  saveSettings: verifiedProcedure
    .input(saveSettingsInput)
    .output(widgetSchema)
    .mutation(({ ctx, input }) => widget.saveSettings(ctx.deps, ctx.caller, input)),
});
