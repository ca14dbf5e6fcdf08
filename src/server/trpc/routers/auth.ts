// Accounts: register, sign in and out by whatever door, the own account, its password and sessions.
import { z } from 'zod';
import {
  changePasswordInput,
  forgotPasswordInput,
  loginInput,
  registerInput,
  resetPasswordInput,
  signedInSchema,
  ssoInput,
  updateProfileInput,
  userSchema,
} from '#shared/contract/account.ts';
import { sessionIdInput, sessionSchema } from '#shared/contract/session.ts';
import * as account from '../../domain/account.ts';
import * as sessions from '../../domain/account-sessions.ts';
import * as password from '../../domain/password.ts';
import * as profile from '../../domain/profile.ts';
import type { SignedInWithCookie } from '../../domain/signed-in.ts';
import { signInBySso } from '../../domain/sso.ts';
import { resendVerification } from '../../domain/verification.ts';
import type { Context } from '../context.ts';
import { doorProcedure, router, signedInProcedure } from '../init.ts';

const nothing = z.strictObject({}).optional();

const withCookie = (ctx: Context, { signedIn, setCookie }: SignedInWithCookie) => {
  ctx.resHeaders.append('set-cookie', setCookie);
  return signedIn;
};
/** A caller whose credentials are bad or over is nobody here, not refused. */
const callerOf = async (ctx: Context) => {
  const actor = await ctx.actor().catch(() => null);
  return actor?.kind === 'user' ? actor : null;
};

export const authRouter = router({
  register: doorProcedure
    .input(registerInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => withCookie(ctx, await account.register(ctx.deps, input, ctx.visitor))),
  login: doorProcedure
    .input(loginInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => withCookie(ctx, await account.login(ctx.deps, input, ctx.visitor))),
  sso: doorProcedure
    .input(ssoInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) =>
      withCookie(ctx, await signInBySso(ctx.deps, input, await ctx.actor(), ctx.visitor)),
    ),
  token: signedInProcedure
    .input(nothing)
    .output(signedInSchema)
    .mutation(({ ctx }) => account.renewToken(ctx.deps, ctx.caller)),
  // What the app asks first of all: nobody being signed in is an answer there, not a failure in the console.
  session: doorProcedure
    .input(nothing)
    .output(signedInSchema.nullable())
    .query(async ({ ctx }) => {
      const actor = await ctx.actor();
      return actor.kind === 'user' ? account.renewToken(ctx.deps, actor) : null;
    }),
  // Signing out always works: a caller whose session has ended already is signed out, too.
  logout: doorProcedure
    .input(nothing)
    .output(z.void())
    .mutation(async ({ ctx }) => {
      const caller = await callerOf(ctx);
      ctx.resHeaders.append('set-cookie', await account.logout(ctx.deps, ctx.visitor.cookies, caller));
    }),
  me: signedInProcedure
    .input(nothing)
    .output(userSchema)
    .query(({ ctx }) => account.getAccount(ctx.deps, ctx.caller)),
  updateMe: signedInProcedure
    .input(updateProfileInput)
    .output(userSchema)
    .mutation(({ ctx, input }) => profile.updateProfile(ctx.deps, ctx.caller, input)),
  deleteMe: signedInProcedure
    .input(nothing)
    .output(z.void())
    .mutation(async ({ ctx }) => {
      const setCookie = await profile.deleteAccount(ctx.deps, ctx.caller, ctx.visitor.cookies);
      if (setCookie) ctx.resHeaders.append('set-cookie', setCookie);
    }),
  sendVerificationEmail: signedInProcedure
    .input(nothing)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx }) => resendVerification(ctx.deps, ctx.caller, ctx.visitor.address)),
  forgotPassword: doorProcedure
    .input(forgotPasswordInput)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx, input }) => password.forgotPassword(ctx.deps, input, ctx.visitor.address)),
  resetPassword: doorProcedure
    .input(resetPasswordInput)
    .output(z.object({ reset: z.literal(true) }))
    .mutation(({ ctx, input }) => password.resetPassword(ctx.deps, input, ctx.visitor.address)),
  changePassword: signedInProcedure
    .input(changePasswordInput)
    .output(z.object({ changed: z.literal(true) }))
    .mutation(({ ctx, input }) => password.changePassword(ctx.deps, ctx.caller, input)),
  sessions: signedInProcedure
    .input(nothing)
    .output(z.array(sessionSchema))
    .query(({ ctx }) => sessions.listSessions(ctx.deps, ctx.caller)),
  endSession: signedInProcedure
    .input(sessionIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => sessions.endSession(ctx.deps, ctx.caller, input.id)),
  endOtherSessions: signedInProcedure
    .input(nothing)
    .output(z.void())
    .mutation(({ ctx }) => sessions.endOtherSessions(ctx.deps, ctx.caller)),
});
