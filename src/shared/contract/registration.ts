// Registering in steps on the wire: start, payment, the account, the email address, done.
import { z } from 'zod';
import { CYCLES, PLAN_IDS } from '../pricing.ts';
import { displayName, password, userSchema } from './account.ts';
import { email, id, isoDate, text } from './text.ts';

export const REGISTRATION_STATUSES = [
  'started',
  'payment_pending',
  'paid',
  'user_created',
  'verified',
  'finished',
  'expired',
  'refunded',
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

const REGISTRATION_STEPS = ['payment', 'create-user', 'verify-email', 'finish'] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];

export const registrationSchema = z.object({
  /** Whoever has it goes on with this registration; calls about it name it in their path. */
  id: z.string(),
  email: z.string(),
  plan: z.enum(PLAN_IDS),
  /** Null for Free. */
  cycle: z.enum(CYCLES).nullable(),
  status: z.enum(REGISTRATION_STATUSES),
  /** Null when it is finished, has expired or was refunded. */
  nextStep: z.enum(REGISTRATION_STEPS).nullable(),
  /** Whether the plan's price was paid. */
  isPaid: z.boolean(),
  /** Whether it went on before the payment was confirmed. */
  isForced: z.boolean(),
  createdAt: isoDate(),
  expiresAt: isoDate(),
});
export type Registration = z.infer<typeof registrationSchema>;

/** A paid plan needs a cycle; for Free it is ignored. */
export const startRegistrationInput = z
  .strictObject({
    email: email(),
    plan: z.enum(PLAN_IDS, `Choose one of ${PLAN_IDS.join(', ')}`).default('free'),
    cycle: z.enum(CYCLES, `Choose one of ${CYCLES.join(', ')}`).optional(),
  })
  .refine(({ plan, cycle }) => plan === 'free' || cycle !== undefined, {
    path: ['cycle'],
    message: `Choose one of ${CYCLES.join(', ')}`,
  });
export type StartRegistrationInput = z.infer<typeof startRegistrationInput>;

export const registrationEmailInput = z.strictObject({ email: email() });

/** `sessionId` is the checkout that the buyer came back from; without it, there is one to pay at. */
export const registrationPaymentInput = z.strictObject({
  id: id(),
  sessionId: text(255).min(1, 'Required').optional(),
});
export type RegistrationPaymentInput = z.infer<typeof registrationPaymentInput>;

export const createUserInput = z.strictObject({
  id: id(),
  password: password(),
  displayName: displayName().optional(),
});
export type CreateUserInput = z.infer<typeof createUserInput>;

/** `token` is the part after `#resume=` in the emailed link. */
export const resumeRegistrationInput = z.strictObject({ token: text(200).min(1, 'Required') });

export const registrationAnswer = z.object({ registration: registrationSchema });
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;

/** `checkout` is missing once it was paid, and while a payment that takes days is on its way. */
export const registrationPaymentSchema = registrationAnswer.extend({
  checkout: z.object({ id: z.string(), url: z.string() }).optional(),
});
export type RegistrationPayment = z.infer<typeof registrationPaymentSchema>;

export const registrationUserSchema = registrationAnswer.extend({ user: userSchema });
export type RegistrationUser = z.infer<typeof registrationUserSchema>;

export const registrationVerificationSchema = registrationAnswer.extend({ verified: z.boolean() });

/** `registration` only for the browser that holds it. */
export const registrationLookupSchema = z.object({
  exists: z.boolean(),
  status: z.enum(REGISTRATION_STATUSES).nullable(),
  registration: registrationSchema.optional(),
});
export type RegistrationLookup = z.infer<typeof registrationLookupSchema>;
