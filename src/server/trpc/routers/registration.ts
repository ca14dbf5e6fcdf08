// Registering in steps. Nobody is logged in yet: whoever has a registration's public id goes on with it.
import { z } from 'zod';
import { pricingSchema } from '#shared/contract/billing.ts';
import {
  createUserInput,
  registrationAnswer,
  registrationEmailInput,
  registrationLookupSchema,
  registrationPaymentInput,
  registrationPaymentSchema,
  registrationUserSchema,
  registrationVerificationSchema,
  resumeRegistrationInput,
  startRegistrationInput,
} from '#shared/contract/registration.ts';
import { byId, nothing } from '#shared/contract/text.ts';
import { pricingOf } from '#shared/pricing.ts';
import * as finish from '../../domain/registration/finish.ts';
import { payForRegistration } from '../../domain/registration/payment.ts';
import * as resume from '../../domain/registration/resume.ts';
import { startRegistration } from '../../domain/registration/start.ts';
import { createUser } from '../../domain/registration/user.ts';
import { userOf } from '../context.ts';
import { exceptKeysProcedure, publicProcedure, router } from '../init.ts';

/** `user` for whoever is logged in to the account. */
const finishedSchema = registrationUserSchema.partial({ user: true });

export const registrationRouter = router({
  plans: publicProcedure
    .input(nothing)
    .output(pricingSchema)
    .query(({ ctx }) => {
      const { freeSites, priceIds } = ctx.deps.config;
      return pricingOf(freeSites, priceIds);
    }),
  start: exceptKeysProcedure
    .input(startRegistrationInput)
    .output(registrationAnswer)
    .mutation(async ({ ctx, input }) => {
      const started = await startRegistration(ctx.deps, input, ctx.client);
      ctx.setRegistration(started.registration.id);
      return started;
    }),
  get: exceptKeysProcedure
    .input(byId)
    .output(registrationAnswer)
    .query(({ ctx, input }) => finish.getRegistration(ctx.deps, input.id)),
  lookUp: exceptKeysProcedure
    .input(registrationEmailInput)
    .output(registrationLookupSchema)
    .query(({ ctx, input }) => resume.lookUp(ctx.deps, input.email, ctx.client)),
  payment: exceptKeysProcedure
    .input(registrationPaymentInput)
    .output(registrationPaymentSchema)
    .mutation(({ ctx, input }) => payForRegistration(ctx.deps, input, ctx.client)),
  createUser: exceptKeysProcedure
    .input(createUserInput)
    .output(registrationUserSchema)
    .mutation(async ({ ctx, input }) => {
      const { login, ...created } = await createUser(ctx.deps, input, ctx.client);
      ctx.setSession(login.sessionId);
      ctx.setMarks(login.marks);
      return created;
    }),
  verification: exceptKeysProcedure
    .input(byId)
    .output(registrationVerificationSchema)
    .query(({ ctx, input }) => finish.checkVerification(ctx.deps, input.id)),
  resendVerification: exceptKeysProcedure
    .input(byId)
    .output(registrationAnswer)
    .mutation(({ ctx, input }) => finish.resendLink(ctx.deps, input.id, ctx.client.address)),
  finish: exceptKeysProcedure
    .input(byId)
    .output(finishedSchema)
    .mutation(async ({ ctx, input }) => finish.finishRegistration(ctx.deps, input.id, await userOf(ctx))),
  forceFinish: exceptKeysProcedure
    .input(byId)
    .output(finishedSchema)
    .mutation(async ({ ctx, input }) => finish.forceFinish(ctx.deps, input.id, await userOf(ctx))),
  // Only for the app, which goes on by cookie or by the link of an email.
  current: exceptKeysProcedure
    .input(nothing)
    .output(registrationAnswer.nullable())
    .query(({ ctx }) => resume.currentRegistration(ctx.deps, ctx.client)),
  mailLink: exceptKeysProcedure
    .input(registrationEmailInput)
    .output(z.object({ sent: z.literal(true) }))
    .mutation(({ ctx, input }) => resume.requestResumeLink(ctx.deps, input.email, ctx.client)),
  resume: exceptKeysProcedure
    .input(resumeRegistrationInput)
    .output(registrationAnswer)
    .mutation(async ({ ctx, input }) => {
      const resumed = await resume.resumeRegistration(ctx.deps, input.token, ctx.client, await userOf(ctx));
      ctx.setRegistration(resumed.registration.id);
      return resumed;
    }),
});
