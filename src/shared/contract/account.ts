// Accounts on the wire: the user, and what register, login and the token exchange take and answer.
import { z } from 'zod';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { MESSAGES } from '../messages.ts';
import { email, isoDate, text } from './text.ts';

export const subscriptionSchema = z.object({
  type: z.string().nullable(),
  status: z.string(),
  max_sites: z.number().int(),
});

export const userSchema = z.object({
  _id: z.string(),
  firebaseUid: z.string().nullable(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  role: z.string(),
  roles: z.array(z.string()),
  emailVerified: z.boolean(),
  companyName: z.string().nullable(),
  integrations: z.array(z.unknown()),
  subscription: subscriptionSchema,
  subscriptionStatus: z.string(),
});
export type User = z.infer<typeof userSchema>;

const password = () =>
  text(PASSWORD_MAX * 4)
    .min(PASSWORD_MIN, MESSAGES.passwordWeak)
    .max(PASSWORD_MAX, MESSAGES.passwordLong);

const registerFields = z.strictObject({
  email: email(),
  password: password(),
  displayName: text(NAME_MAX).trim().optional(),
  firebaseUid: text(128).optional(),
});

/** Registration with a password. */
export const registerInput = registerFields.refine((v) => v.password.toLowerCase() !== v.email.toLowerCase(), {
  path: ['password'],
  message: MESSAGES.passwordIsEmail,
});
export type RegisterInput = z.infer<typeof registerInput>;

/** At login the password is only bounded: rules for new ones must not lock out old ones. */
export const loginInput = z.strictObject({
  email: email(),
  password: text(PASSWORD_MAX * 4).min(1, 'Please enter your password'),
});
export type LoginInput = z.infer<typeof loginInput>;

/** Answer to register, login and the token exchange; the session itself travels in the cookie. */
export const signedInSchema = z.object({ user: userSchema, accessToken: z.string(), expiresAt: isoDate() });
export type SignedIn = z.infer<typeof signedInSchema>;
