// tRPC set up once: superjson on the wire, our error body beside tRPC's own, and one kind of procedure for each group of
// callers. Their names follow the checks of domain/access.ts.
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { MESSAGES } from '#shared/messages.ts';
import { requireUser, requireVerified, requireVerifiedUser } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import type { Context } from './context.ts';
import { toApiError, toTrpcError } from './errors.ts';

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  // Explicit, because the default follows NODE_ENV, and in development errors carry stacks.
  isDev: false,
  errorFormatter({ shape, error, ctx }) {
    const { body } = toApiError(error, ctx?.requestId ?? '');
    return { ...shape, message: body.message, data: { ...shape.data, ...body } };
  },
});

export const router = t.router;

/**
 * One middleware for each procedure, because each copies the context: looks up the caller as far as `check` needs, and
 * turns the domain's errors into tRPC's.
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
/** Anyone, but not by an API key: ways into an account. Bad or expired credentials count as none. */
export const exceptKeysProcedure = procedureFor(async (ctx) => {
  const actor = await ctx.actor().catch(() => null);
  if (actor?.kind === 'key') throw new DomainError('forbidden', MESSAGES.keyNotHere);
  return null;
});
/** Logged-in users, verified or not: for their own account. `ctx.caller` is the actor, here and below. */
export const userProcedure = procedureFor(async (ctx) => requireUser(await ctx.actor()));
/** Logged-in users with a verified email address; no API keys. */
export const verifiedUserProcedure = procedureFor(async (ctx) => requireVerifiedUser(await ctx.actor()));
/** Logged-in users with a verified email address, and scripts with one of their keys. */
export const verifiedProcedure = procedureFor(async (ctx, isChange) => requireVerified(await ctx.actor(), isChange));
/** The same; the specification has its own text for creating a site while logged out. */
export const siteCreatorProcedure = procedureFor(async (ctx, isChange) =>
  requireVerified(await ctx.actor(), isChange, MESSAGES.signInToCreateSite),
);
