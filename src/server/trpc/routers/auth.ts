// Accounts: registering, logging in and out, and managing one's own account, password and sessions.
import { z } from 'zod';
import {
  accountExportSchema,
  changedEmailSchema,
  changeEmailInput,
  changePasswordInput,
  checkResetInput,
  confirmInput,
  emailChangeSchema,
  exportedListInput,
  exportedListPageSchema,
  forgotPasswordInput,
  loginInput,
  passwordStateSchema,
  registerInput,
  resetPasswordInput,
  resetPasswordSchema,
  signedInSchema,
  ssoInput,
  updateProfileInput,
  userSchema,
  verifyEmailInput,
} from '#shared/contract/account.ts';
import { sessionSchema } from '#shared/contract/session.ts';
import { byId, nothing } from '#shared/contract/text.ts';
import * as account from '../../domain/account/account.ts';
import { confirm, mailConfirmCode } from '../../domain/account/confirmation.ts';
import * as emailChange from '../../domain/account/email-change.ts';
import { exportAccount, exportList } from '../../domain/account/export.ts';
import { forgotPassword } from '../../domain/account/forgotten.ts';
import { login, register } from '../../domain/account/login.ts';
import * as password from '../../domain/account/password.ts';
import * as sessions from '../../domain/account/sessions.ts';
import { loginWithSso } from '../../domain/account/sso.ts';
import { resendVerification, verifyEmail } from '../../domain/account/verification.ts';
import { type Context, userOf } from '../context.ts';
import { confirmedProcedure, emailChangerProcedure, exceptKeysProcedure, router, userProcedure } from '../init.ts';
import { withLongList } from '../long-output.ts';

const finishLogin = (ctx: Context, { signedIn, sessionId, marks }: sessions.Login) => {
  ctx.setSession(sessionId);
  ctx.setMarks(marks);
  return signedIn;
};

export const authRouter = router({
  register: exceptKeysProcedure
    .input(registerInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => finishLogin(ctx, await register(ctx.deps, input, ctx.client))),
  login: exceptKeysProcedure
    .input(loginInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) => finishLogin(ctx, await login(ctx.deps, input, ctx.client))),
  sso: exceptKeysProcedure
    .input(ssoInput)
    .output(signedInSchema)
    .mutation(async ({ ctx, input }) =>
      finishLogin(ctx, await loginWithSso(ctx.deps, input, await ctx.actor(), ctx.client)),
    ),
  token: userProcedure
    .input(nothing)
    .output(signedInSchema)
    .mutation(({ ctx }) => sessions.renewToken(ctx.deps, ctx.caller)),
  // The app's first call: not being logged in is a valid response, not an error in the console.
  session: exceptKeysProcedure
    .input(nothing)
    .output(signedInSchema.nullable())
    .query(async ({ ctx }) => {
      const actor = await ctx.actor();
      return actor.kind === 'user' ? sessions.renewToken(ctx.deps, actor) : null;
    }),
  logout: exceptKeysProcedure
    .input(nothing)
    .output(z.void())
    .mutation(async ({ ctx }) => {
      await sessions.logout(ctx.deps, await userOf(ctx), ctx.client);
      ctx.setSession(null);
      ctx.setRegistration(null);
    }),
  me: userProcedure
    .input(nothing)
    .output(userSchema)
    .query(({ ctx }) => account.getAccount(ctx.deps, ctx.caller)),
  updateMe: userProcedure
    .input(updateProfileInput)
    .output(userSchema)
    .mutation(({ ctx, input }) => account.updateProfile(ctx.deps, ctx.caller, input)),
  export: confirmedProcedure
    .input(nothing)
    .output(withLongList(accountExportSchema, 'sites'))
    .query(({ ctx }) => exportAccount(ctx.deps, ctx.caller)),
  exportList: confirmedProcedure
    .input(exportedListInput)
    .output(withLongList(exportedListPageSchema, 'rows'))
    .query(({ ctx, input }) => exportList(ctx.deps, ctx.caller, input)),
  deleteMe: confirmedProcedure
    .input(nothing)
    .output(z.void())
    .mutation(async ({ ctx }) => {
      if (await account.deleteAccount(ctx.deps, ctx.caller, ctx.client)) ctx.setSession(null);
    }),
  sendVerificationEmail: userProcedure
    .input(nothing)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx }) => resendVerification(ctx.deps, ctx.caller, ctx.client.address)),
  verifyEmail: exceptKeysProcedure
    .input(verifyEmailInput)
    .output(z.object({ verified: z.literal(true) }))
    .mutation(({ ctx, input }) => verifyEmail(ctx.deps, input.code, ctx.client.address)),
  changeEmail: emailChangerProcedure
    .input(changeEmailInput)
    .output(changedEmailSchema)
    .mutation(({ ctx, input }) => emailChange.changeEmail(ctx.deps, ctx.caller, input, ctx.client.address)),
  emailChange: userProcedure
    .input(nothing)
    .output(emailChangeSchema)
    .query(({ ctx }) => emailChange.readEmailChange(ctx.deps, ctx.caller)),
  cancelEmailChange: userProcedure
    .input(nothing)
    .output(z.void())
    .mutation(({ ctx }) => emailChange.cancelEmailChange(ctx.deps, ctx.caller)),
  forgotPassword: exceptKeysProcedure
    .input(forgotPasswordInput)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx, input }) => forgotPassword(ctx.deps, input, ctx.client.address)),
  resetPassword: exceptKeysProcedure
    .input(resetPasswordInput)
    .output(resetPasswordSchema)
    .mutation(async ({ ctx, input }) => ({
      reset: true,
      ...finishLogin(ctx, await password.resetPassword(ctx.deps, input, ctx.client)),
    })),
  // Only for the app. A mutation, so that no log has the code.
  checkReset: exceptKeysProcedure
    .input(checkResetInput)
    .output(z.object({ isValid: z.boolean() }))
    .mutation(async ({ ctx, input }) => ({ isValid: await password.checkReset(ctx.deps, input, ctx.client) })),
  password: userProcedure
    .input(nothing)
    .output(passwordStateSchema)
    .query(({ ctx }) => password.readPasswordState(ctx.deps, ctx.caller)),
  changePassword: confirmedProcedure
    .input(changePasswordInput)
    .output(z.object({ changed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      ctx.setMarks(await password.changePassword(ctx.deps, ctx.caller, input, ctx.client));
      return { changed: true };
    }),
  confirm: userProcedure
    .input(confirmInput)
    .output(z.object({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirm(ctx.deps, ctx.caller, input, ctx.client.address)),
  sendConfirmCode: userProcedure
    .input(nothing)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx }) => mailConfirmCode(ctx.deps, ctx.caller, ctx.client.address)),
  sessions: userProcedure
    .input(nothing)
    .output(z.array(sessionSchema))
    .query(({ ctx }) => sessions.listSessions(ctx.deps, ctx.caller)),
  endSession: userProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => sessions.endSession(ctx.deps, ctx.caller, input.id)),
  endOtherSessions: userProcedure
    .input(nothing)
    .output(z.void())
    .mutation(({ ctx }) => sessions.endOtherSessions(ctx.deps, ctx.caller)),
});
