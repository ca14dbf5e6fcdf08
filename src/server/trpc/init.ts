// Sets up tRPC: superjson on the wire, our error body next to tRPC's own, and one kind of procedure for each group of
// callers, named after the checks in domain/access.ts.
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { MESSAGES } from '#shared/messages.ts';
import {
  requireConfirmed,
  requireEmailChanger,
  requireUser,
  requireVerified,
  requireVerifiedUser,
} from '../domain/access.ts';
import { DomainError, isOutOfRoom } from '../domain/errors.ts';
import type { Context } from './context.ts';
import { toApiError, toTrpcError } from './errors.ts';

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  // Explicit, because the default depends on NODE_ENV, and in development errors carry stack traces.
  isDev: false,
  errorFormatter({ shape, error, ctx }) {
    const { body } = toApiError(error, ctx?.requestId ?? '');
    return { ...shape, message: body.message, data: { ...shape.data, ...body } };
  },
});

export const router = t.router;

/** What frees space: on a full disk it may use what is kept in reserve. */
export const FREES_SPACE: ReadonlySet<string> = new Set([
  'auth.confirm',
  'auth.deleteMe',
  'events.forget',
  'notifications.delete',
  'sites.delete',
  'sources.delete',
  'sources.undoImport',
  'templates.delete',
]);

/**
 * A single middleware, because each one copies the context: runs `check`, which looks up the caller if it needs to, and
 * turns domain errors into tRPC errors.
 */
const procedureFor = <A>(check: (ctx: Context, isChange: boolean) => Promise<A>) =>
  t.procedure.use(async ({ ctx, path, type, next }) => {
    const caller = await check(ctx, type === 'mutation').catch((error: unknown) => {
      throw toTrpcError(error) ?? error;
    });
    let result = await next({ ctx: { caller } });
    if (!result.ok && FREES_SPACE.has(path) && isOutOfRoom(result.error.cause) && ctx.deps.reserve.giveUp())
      result = await next({ ctx: { caller } });
    const known = result.ok ? null : toTrpcError(result.error.cause);
    if (known) throw known;
    return result;
  });

/** Anyone. */
export const publicProcedure = procedureFor(async () => null);
/** Anyone, but without an API key: for logging in and the like. Bad or expired credentials count as none. */
export const exceptKeysProcedure = procedureFor(async (ctx) => {
  const actor = await ctx.actor().catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (actor?.kind === 'key') throw new DomainError('forbidden', MESSAGES.keyNotHere);
  return null;
});
/** Logged-in users, verified or not: for their own account. `ctx.caller` is the actor, here and below. */
export const userProcedure = procedureFor(async (ctx) => requireUser(await ctx.actor()));
/** Logged-in users with a verified email address; no API keys. */
export const verifiedUserProcedure = procedureFor(async (ctx) => requireVerifiedUser(await ctx.actor()));
/** Logged-in users, verified or not, who have just proved who they are: for what would take the account over. */
export const confirmedProcedure = procedureFor(async (ctx) =>
  requireConfirmed(ctx.deps, requireUser(await ctx.actor())),
);
/** Logged-in users who may change the account's address: confirmed as above, or with nothing to confirm by. */
export const emailChangerProcedure = procedureFor(async (ctx) =>
  requireEmailChanger(ctx.deps, requireUser(await ctx.actor())),
);
/** Confirmed users with a verified email address. */
export const confirmedVerifiedProcedure = procedureFor(async (ctx) =>
  requireConfirmed(ctx.deps, requireVerifiedUser(await ctx.actor())),
);
/** Logged-in users with a verified email address, and scripts with one of their keys. */
export const verifiedProcedure = procedureFor(async (ctx, isChange) => requireVerified(await ctx.actor(), isChange));
/** The same, with the specification's own error text for creating a site while logged out. */
export const siteCreatorProcedure = procedureFor(async (ctx, isChange) =>
  requireVerified(await ctx.actor(), isChange, MESSAGES.signInToCreateSite),
);
