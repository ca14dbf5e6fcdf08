// tRPC set up once: superjson on the wire, our error body beside tRPC's own, and three kinds of procedure by who may
// call them.
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { type Actor, requireUser, requireVerified, type SignedInActor, type VerifiedActor } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import type { Context } from './context.ts';
import { toApiError, toTrpcError } from './errors.ts';

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  // Said aloud: the default follows NODE_ENV, and in development errors carry stacks.
  isDev: false,
  errorFormatter({ shape, error, ctx }) {
    const { body } = toApiError(error, ctx?.requestId ?? '');
    return { ...shape, message: body.message, data: { ...shape.data, ...body } };
  },
});

export const router = t.router;

/** Turns the domain's errors into tRPC's, once for all procedures. */
const base = t.procedure.use(async ({ ctx, next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof DomainError) {
    const { retryAfter } = result.error.cause;
    if (retryAfter !== undefined) ctx.resHeaders.set('retry-after', String(retryAfter));
    throw toTrpcError(result.error.cause);
  }
  return result;
});

const withActor = <A extends Actor>(check: (actor: Actor) => A) =>
  base.use(async ({ ctx, next }) => next({ ctx: { caller: check(await ctx.actor()) } }));

/** Anyone. */
export const publicProcedure = base;
/** Whoever is signed in, verified or not: the account's own affairs. `ctx.caller` is the actor. */
export const signedInProcedure = withActor<SignedInActor>((actor) => requireUser(actor));
/** Whoever is signed in with a verified e-mail address. `ctx.caller` is the actor. */
export const verifiedProcedure = withActor<VerifiedActor>((actor) => requireVerified(actor));
