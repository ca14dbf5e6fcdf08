// Sources of events: schema in, one domain call, schema out.
import { z } from 'zod';
import { connectInput } from '#shared/contract/connection.ts';
import {
  captureSchema,
  deliveryListInput,
  deliveryListSchema,
  deliveryRef,
  deliveryRunSchema,
} from '#shared/contract/delivery.ts';
import { importListInput, importListSchema, importRef, importSchema } from '#shared/contract/import.ts';
import {
  connectedSchema,
  createSourceInput,
  newSourceSchema,
  sourceRef,
  sourceSchema,
  updateSourceInput,
} from '#shared/contract/source.ts';
import { sourceActivitySchema } from '#shared/contract/source-activity.ts';
import { bySite } from '#shared/contract/text.ts';
import { readActivity } from '../../domain/events/activity.ts';
import * as capture from '../../domain/events/capture.ts';
import * as connections from '../../domain/events/connections.ts';
import { listDeliveries, runDelivery } from '../../domain/events/delivery-log.ts';
import * as imports from '../../domain/events/imports.ts';
import * as source from '../../domain/events/source.ts';
import { router, verifiedProcedure } from '../init.ts';

export const sourcesRouter = router({
  list: verifiedProcedure
    .input(bySite)
    .output(z.array(sourceSchema))
    .query(({ ctx, input }) => source.listSources(ctx.deps, ctx.caller, input.siteId)),
  get: verifiedProcedure
    .input(sourceRef)
    .output(sourceSchema)
    .query(({ ctx, input }) => source.getSource(ctx.deps, ctx.caller, input)),
  activity: verifiedProcedure
    .input(sourceRef)
    .output(sourceActivitySchema)
    .query(({ ctx, input }) => readActivity(ctx.deps, ctx.caller, input)),
  deliveries: verifiedProcedure
    .input(deliveryListInput)
    .output(deliveryListSchema)
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ctx.caller, input)),
  runDelivery: verifiedProcedure
    .input(deliveryRef)
    .output(deliveryRunSchema)
    .mutation(({ ctx, input }) => runDelivery(ctx.deps, ctx.caller, input)),
  capture: verifiedProcedure
    .input(sourceRef)
    .output(captureSchema.nullable())
    .query(({ ctx, input }) => capture.readCapture(ctx.deps, ctx.caller, input)),
  openCapture: verifiedProcedure
    .input(sourceRef)
    .output(captureSchema)
    .mutation(({ ctx, input }) => capture.openCapture(ctx.deps, ctx.caller, input)),
  closeCapture: verifiedProcedure
    .input(sourceRef)
    .output(z.void())
    .mutation(({ ctx, input }) => capture.closeCapture(ctx.deps, ctx.caller, input)),
  imports: verifiedProcedure
    .input(importListInput)
    .output(importListSchema)
    .query(({ ctx, input }) => imports.listImports(ctx.deps, ctx.caller, input)),
  import: verifiedProcedure
    .input(importRef)
    .output(importSchema)
    .query(({ ctx, input }) => imports.getImport(ctx.deps, ctx.caller, input)),
  undoImport: verifiedProcedure
    .input(importRef)
    .output(z.void())
    .mutation(({ ctx, input }) => imports.undoImport(ctx.deps, ctx.caller, input)),
  connect: verifiedProcedure
    .input(connectInput)
    .output(connectedSchema)
    .mutation(({ ctx, input }) => connections.connectShop(ctx.deps, ctx.caller, input)),
  checkConnection: verifiedProcedure
    .input(sourceRef)
    .output(sourceSchema)
    .mutation(({ ctx, input }) => connections.checkConnection(ctx.deps, ctx.caller, input)),
  disconnect: verifiedProcedure
    .input(sourceRef)
    .output(z.void())
    .mutation(({ ctx, input }) => connections.disconnectShop(ctx.deps, ctx.caller, input)),
  create: verifiedProcedure
    .input(createSourceInput)
    .output(newSourceSchema)
    .mutation(({ ctx, input }) => source.createSource(ctx.deps, ctx.caller, input)),
  update: verifiedProcedure
    .input(updateSourceInput)
    .output(sourceSchema)
    .mutation(({ ctx, input }) => source.updateSource(ctx.deps, ctx.caller, input)),
  delete: verifiedProcedure
    .input(sourceRef)
    .output(z.void())
    .mutation(({ ctx, input }) => source.deleteSource(ctx.deps, ctx.caller, input)),
});
