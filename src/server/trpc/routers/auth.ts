// Accounts: register, sign in and out, the own account, proving the e-mail address.
import { z } from 'zod';
import { loginInput, registerInput, signedInSchema, userSchema } from '#shared/contract/account.ts';
import * as account from '../../domain/account.ts';
import type { Context } from '../context.ts';
import { publicProcedure, router, signedInProcedure } from '../init.ts';

const withCookie = (ctx: Context, { signedIn, setCookie }: account.SignedInWithCookie) => {
  ctx.resHeaders.append('set-cookie', setCookie);
  return signedIn;
};

export const authRouter = router({
  register: publicProcedure
    .input(registerInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => withCookie(ctx, await account.register(ctx.deps, input, ctx.address))),
  login: publicProcedure
    .input(loginInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => withCookie(ctx, await account.login(ctx.deps, input, ctx.address))),
  token: signedInProcedure
    .input(z.strictObject({}).optional())
    .output(signedInSchema)
    .mutation(({ ctx }) => account.renewToken(ctx.deps, ctx.caller)),
  // What the app asks first of all: nobody being signed in is an answer there, not a failure in the console.
  session: publicProcedure
    .input(z.strictObject({}).optional())
    .output(signedInSchema.nullable())
    .query(async ({ ctx }) => {
      const actor = await ctx.actor();
      return actor.kind === 'user' ? account.renewToken(ctx.deps, actor) : null;
    }),
  logout: publicProcedure
    .input(z.strictObject({}).optional())
    .output(z.void())
    .mutation(async ({ ctx }) => {
      // Signing out always works: a caller whose session has ended already is signed out, too.
      const actor = await ctx.actor().catch(() => null);
      const caller = actor?.kind === 'user' ? actor : null;
      ctx.resHeaders.append('set-cookie', await account.logout(ctx.deps, ctx.cookies, caller));
    }),
  me: signedInProcedure
    .input(z.strictObject({}).optional())
    .output(userSchema)
    .query(({ ctx }) => account.getAccount(ctx.deps, ctx.caller)),
  sendVerificationEmail: signedInProcedure
    .input(z.strictObject({}).optional())
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx }) => account.resendVerification(ctx.deps, ctx.caller)),
});
