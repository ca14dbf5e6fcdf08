// tRPC set up once: superjson on the wire, our error body beside tRPC's own, and three kinds of procedure by who may
// call them.
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { MESSAGES } from '#shared/messages.ts';
import { requireUser, requireVerified, requireVerifiedUser } from '../domain/access.ts';
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

/**
 * One middleware a procedure, because each copies the context: looks the caller up as far as `check` wants to know,
 * and turns the domain's errors into tRPC's.
 */
const procedureFor = <A>(check: (ctx: Context, isChange: boolean) => Promise<A>) =>
  t.procedure.use(async ({ ctx, type, next }) => {
    const caller = await check(ctx, type === 'mutation').catch((error: unknown) => {
      throw error instanceof DomainError ? toTrpcError(error) : error;
    });
    const result = await next({ ctx: { caller } });
    if (!result.ok && result.error.cause instanceof DomainError) throw toTrpcError(result.error.cause);
    return result;
  });

/** Anyone. */
export const publicProcedure = procedureFor(async () => null);
/** Anyone, but not by an API key: the doors of an account. Credentials that are bad or over count as none. */
export const doorProcedure = procedureFor(async (ctx) => {
  const actor = await ctx.actor().catch(() => null);
  if (actor?.kind === 'key') throw new DomainError('forbidden', MESSAGES.keyNotHere);
  return null;
});
/** Whoever is signed in, verified or not: the account's own affairs. `ctx.caller` is the actor, here and below. */
export const signedInProcedure = procedureFor(async (ctx) => requireUser(await ctx.actor()));
/** Whoever is signed in with a verified e-mail address, in person. */
export const verifiedUserProcedure = procedureFor(async (ctx) => requireVerifiedUser(await ctx.actor()));
/** Whoever is signed in with a verified e-mail address, or a script with one of their keys. */
export const verifiedProcedure = procedureFor(async (ctx, isChange) => requireVerified(await ctx.actor(), isChange));
/** The specification has a text of its own for creating a site while signed out. */
export const siteCreatorProcedure = procedureFor(async (ctx, isChange) =>
  requireVerified(await ctx.actor(), isChange, MESSAGES.signInToCreateSite),
);
