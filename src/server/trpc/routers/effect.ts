// Goals, the hold-out, and what notifications changed: schema in, one domain call, schema out.
import { z } from 'zod';
import { effectInput, effectSchema, holdOutSchema, updateHoldOutInput } from '#shared/contract/effect.ts';
import { createGoalInput, goalRef, goalSchema, updateGoalInput } from '#shared/contract/goal.ts';
import { bySite } from '#shared/contract/text.ts';
import * as effect from '../../domain/effect/effect.ts';
import * as epochs from '../../domain/effect/epochs.ts';
import * as goals from '../../domain/effect/goals.ts';
import { router, verifiedProcedure } from '../init.ts';

export const effectRouter = router({
  listGoals: verifiedProcedure
    .input(bySite)
    .output(z.array(goalSchema))
    .query(({ ctx, input }) => goals.listGoals(ctx.deps, ctx.caller, input.siteId)),
  createGoal: verifiedProcedure
    .input(createGoalInput)
    .output(goalSchema)
    .mutation(({ ctx, input }) => goals.createGoal(ctx.deps, ctx.caller, input)),
  updateGoal: verifiedProcedure
    .input(updateGoalInput)
    .output(goalSchema)
    .mutation(({ ctx, input }) => goals.updateGoal(ctx.deps, ctx.caller, input)),
  deleteGoal: verifiedProcedure
    .input(goalRef)
    .output(z.void())
    .mutation(({ ctx, input }) => goals.deleteGoal(ctx.deps, ctx.caller, input)),
  holdOut: verifiedProcedure
    .input(bySite)
    .output(holdOutSchema)
    .query(({ ctx, input }) => epochs.getHoldOut(ctx.deps, ctx.caller, input.siteId)),
  updateHoldOut: verifiedProcedure
    .input(updateHoldOutInput)
    .output(holdOutSchema)
    .mutation(({ ctx, input }) => epochs.updateHoldOut(ctx.deps, ctx.caller, input)),
  get: verifiedProcedure
    .input(effectInput)
    .output(effectSchema)
    .query(({ ctx, input }) => effect.getEffect(ctx.deps, ctx.caller, input)),
});
