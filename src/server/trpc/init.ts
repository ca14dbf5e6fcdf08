// Sets up tRPC: superjson on the wire (of inputs only what they need; outputs are JSON), our error body next to tRPC's own,
// and one kind of procedure for each group of callers, named after the checks in domain/access.ts.
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
import { DomainError, isDiskFull } from '../domain/errors.ts';
import { nextTurn } from '../turns.ts';
import type { Context } from './context.ts';
import { toApiError, toTrpcError } from './errors.ts';
import { readWireInput } from './wire-input.ts';

const t = initTRPC.context<Context>().create({
  transformer: {
    input: { serialize: superjson.serialize, deserialize: readWireInput },
    // As REST sends it: superjson would look at each value of a long list for what JSON has none for.
    output: { serialize: (json: unknown) => ({ json }), deserialize: superjson.deserialize },
  },
  // Explicit, because the default depends on NODE_ENV, and in development errors carry stack traces.
  isDev: false,
  errorFormatter({ shape, error, ctx }) {
    const { body } = toApiError(error, ctx?.requestId ?? '');
    return { ...shape, message: body.message, data: { ...shape.data, ...body } };
  },
});

export const router = t.router;

/**
 * What frees space, and the confirmation that deleting an account needs. On a full disk each of them gets a piece of the
 * reserve and a second try.
 */
export const FREEING: ReadonlySet<string> = new Set([
  'apiKeys.revoke',
  'auth.confirm',
  'auth.deleteMe',
  'events.forget',
  'events.retract',
  'images.delete',
  'notifications.bulk',
  'notifications.delete',
  'reports.delete',
  'sites.delete',
  'sources.delete',
  'sources.undoImport',
  'templates.delete',
]);

/**
 * A single middleware, because each one copies the context: runs `check`, which looks up the caller if it needs to, before
 * the input is read, and turns domain errors into tRPC errors.
 * @param isOpen whether anybody may call it: what is refused for its input then counts.
 */
const procedureFor = <A extends { userId?: string } | null>(
  check: (ctx: Context, isChange: boolean) => Promise<A>,
  isOpen = false,
) =>
  t.procedure.use(async ({ ctx, type, path, next, batchIndex }) => {
    // The calls of a batch begin a turn after each other, so that others have theirs.
    for (let turn = 0; turn < batchIndex; turn++) await nextTurn();
    const fail = (error: unknown): never => {
      throw toTrpcError(error) ?? error;
    };
    const uncount = isOpen ? await ctx.admit(path).catch(fail) : undefined;
    const caller = await check(ctx, type === 'mutation').catch(fail);
    let result = await next({ ctx: { caller } });
    if (!result.ok && FREEING.has(path) && isDiskFull(result.error.cause) && caller?.userId) {
      // Nothing of it has happened: on a full disk a transaction is undone as a whole.
      if (ctx.deps.reserve.give(caller.userId)) result = await next({ ctx: { caller } });
    }
    const known = result.ok ? null : toTrpcError(result.error.cause);
    const isRefused = !result.ok && (known ?? result.error).code === 'BAD_REQUEST';
    if (!isRefused) uncount?.();
    if (known) throw known;
    return result;
  });
const openProcedureFor = <A extends { userId?: string } | null>(check: (ctx: Context) => Promise<A>) =>
  procedureFor(check, true);

/** Anyone. */
export const publicProcedure = openProcedureFor(async () => null);
/** Anyone, but without an API key: for logging in and the like. Bad or expired credentials count as none. */
export const exceptKeysProcedure = openProcedureFor(async (ctx) => {
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
