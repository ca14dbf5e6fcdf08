// Events: schema in, one domain call, schema out.
import { aggregateValueInput, aggregateValueSchema } from '#shared/contract/aggregate.ts';
import {
  addEventsInput,
  addedEventsSchema,
  eventListInput,
  eventListSchema,
  eventRef,
  forgetInput,
  forgottenSchema,
  retractedSchema,
} from '#shared/contract/event.ts';
import * as events from '../../domain/events/events.ts';
import { forget } from '../../domain/events/forget.ts';
import { router, verifiedProcedure } from '../init.ts';

export const eventsRouter = router({
  list: verifiedProcedure
    .input(eventListInput)
    .output(eventListSchema)
    .query(({ ctx, input }) => events.listEvents(ctx.deps, ctx.caller, input)),
  aggregate: verifiedProcedure
    .input(aggregateValueInput)
    .output(aggregateValueSchema)
    .query(({ ctx, input }) => events.getAggregate(ctx.deps, ctx.caller, input)),
  add: verifiedProcedure
    .input(addEventsInput)
    .output(addedEventsSchema)
    .mutation(({ ctx, input }) => events.addEvents(ctx.deps, ctx.caller, input)),
  retract: verifiedProcedure
    .input(eventRef)
    .output(retractedSchema)
    .mutation(({ ctx, input }) => events.retractEvent(ctx.deps, ctx.caller, input)),
  forget: verifiedProcedure
    .input(forgetInput)
    .output(forgottenSchema)
    .mutation(({ ctx, input }) => forget(ctx.deps, ctx.caller, input)),
});
