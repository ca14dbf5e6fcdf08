// Accounts on the wire: the user, and the inputs and outputs of register, login and the token exchange.
import { z } from 'zod';
import { CONFIRM_CODE_DIGITS, INTEGRATIONS_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { MESSAGES } from '../messages.ts';
import { bounded, email, filledText, id, isoDate, isPlainJson, text, webLink } from './text.ts';

const subscriptionSchema = z.object({
  type: z.string().nullable(),
  status: z.string(),
  max_sites: z.number().int(),
});

const INTEGRATION_MAX = 1_000;
const NO_INTEGRATION = `Enter JSON of at most ${INTEGRATION_MAX} characters`;

/** Another tool the owner uses: its name, or an object stored by a script. */
const integrationSchema = z.union(
  [
    filledText(NAME_MAX, 'Enter a name'),
    bounded(
      z
        .record(z.string(), z.unknown())
        .refine((value) => isPlainJson(value, 3) && JSON.stringify(value).length <= INTEGRATION_MAX, NO_INTEGRATION),
      INTEGRATION_MAX,
      NO_INTEGRATION,
    ),
  ],
  'Enter a name or an object',
);

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
  integrations: z.array(integrationSchema),
  subscription: subscriptionSchema,
  subscriptionStatus: z.string(),
});
export type User = z.infer<typeof userSchema>;

const entry = z.record(z.string(), z.unknown());
/** Whether the account has a password: those made by single sign-on have none until one is set by an emailed link. */
export const passwordStateSchema = z.object({ isSet: z.boolean() });

/**
 * Everything that is stored of an account but for its lists, with the fields' names as elsewhere; without hashes, secrets
 * and keys.
 */
export const accountExportSchema = z.object({
  exportedAt: isoDate(),
  account: entry,
  sessions: z.array(entry),
  apiKeys: z.array(entry),
  /** As they were last read back from the payment provider. */
  subscriptions: z.array(entry),
  /** Those that led to this account. */
  registrations: z.array(entry),
  sites: z.array(entry),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

/** What an account, a site or a source may have any number of: it is exported apart, page by page. */
export const EXPORTED_LISTS = {
  account: ['templates', 'images'],
  site: [
    'notifications',
    'reports',
    'sources',
    'imports',
    'notificationDays',
    'deviceDays',
    'pageDays',
    'costDays',
    'epochs',
    'experimentDays',
  ],
  source: ['events', 'deliveries'],
} as const;
const LISTS = Object.values(EXPORTED_LISTS).flat();
export type ExportedList = (typeof LISTS)[number];
export const exportedListInput = z.strictObject({
  /** Of the account, site or source. */
  id: id(),
  list: z.enum(LISTS, `One of ${LISTS.join(', ')}`),
  /** `next` of the page before. */
  after: text(500).optional(),
});
export type ExportedListInput = z.infer<typeof exportedListInput>;
export const exportedListPageSchema = z.object({
  rows: z.array(entry),
  /** Where the next page begins; null after the last. */
  next: z.string().nullable(),
});
export type ExportedListPage = z.infer<typeof exportedListPageSchema>;

export const password = () =>
  text(PASSWORD_MAX * 4)
    .min(PASSWORD_MIN, MESSAGES.passwordWeak)
    .max(PASSWORD_MAX, MESSAGES.passwordLong);

/** A person's or company's name: one line, without characters that reverse text direction. */
export const displayName = () =>
  text(NAME_MAX)
    .trim()
    .refine((value) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value), 'Enter a single line of text');

const registerFields = z.strictObject({
  email: email(),
  password: password().optional(),
  displayName: displayName().optional(),
  firebaseUid: text(128).optional(),
});
const isNotEmail = (v: { email: string; password?: string | undefined }) =>
  v.password?.toLowerCase() !== v.email.toLowerCase();
const IS_EMAIL = { path: ['password'], message: MESSAGES.passwordIsEmail };

/** Registration. Without a password, the user is emailed a link to set one. */
export const registerInput = registerFields.refine(isNotEmail, IS_EMAIL);
export type RegisterInput = z.infer<typeof registerInput>;

/** The input of the app's registration form. */
export const enrollmentInput = registerFields.extend({ password: password() }).refine(isNotEmail, IS_EMAIL);
export type EnrollmentInput = z.infer<typeof enrollmentInput>;

/** Login limits only the password's length: rules for new passwords must not lock out old ones. */
export const loginInput = z.strictObject({
  email: email(),
  password: text(PASSWORD_MAX * 4).min(1, 'Enter your password'),
});
export type LoginInput = z.infer<typeof loginInput>;

/** Response to register, login and the token exchange. The session itself is in the cookie. */
export const signedInSchema = z.object({ user: userSchema, accessToken: z.string(), expiresAt: isoDate() });
export type SignedIn = z.infer<typeof signedInSchema>;

/** Missing keys stay unchanged; null or '' clears a field. */
export const updateProfileInput = z.strictObject({
  displayName: displayName().nullable().optional(),
  photoURL: z.union([webLink(), z.literal('').transform(() => null), z.null()]).optional(),
  companyName: displayName().nullable().optional(),
  integrations: bounded(
    z.array(integrationSchema),
    INTEGRATIONS_MAX,
    `At most ${INTEGRATIONS_MAX} integrations`,
  ).optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

/** `code` is the part after `code=` in the emailed link. */
export const verifyEmailInput = z.strictObject({ code: text(200).min(1, 'Required') });

export const changeEmailInput = z.strictObject({ email: email() });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

/** The address that the account is about to have, once it is confirmed; null when it isn't being changed. */
export const emailChangeSchema = z.object({ pendingEmail: z.string().nullable() });
export type EmailChange = z.infer<typeof emailChangeSchema>;
export const changedEmailSchema = emailChangeSchema.extend({ user: userSchema });
export type ChangedEmail = z.infer<typeof changedEmailSchema>;

export const forgotPasswordInput = z.strictObject({ email: email() });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** `token` is the part after `#reset=` in the emailed link. API keys are revoked unless `revokeApiKeys` is false. */
export const resetPasswordInput = z.strictObject({
  token: text(200).min(1, 'Required'),
  password: password(),
  revokeApiKeys: z.boolean().optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

/** Using a reset link also logs in, as a login does. */
export const resetPasswordSchema = signedInSchema.extend({ reset: z.literal(true) });

export const checkResetInput = resetPasswordInput.pick({ token: true });
export type CheckResetInput = z.infer<typeof checkResetInput>;

export const changePasswordInput = z.strictObject({
  currentPassword: text(PASSWORD_MAX * 4).min(1, 'Enter your current password'),
  newPassword: password(),
  revokeApiKeys: z.boolean().optional(),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

const CONFIRM_CODE = new RegExp(`^\\d{${CONFIRM_CODE_DIGITS}}$`);
/** An emailed code to confirm with; spaces in it don't matter. */
export const confirmCode = () =>
  text(40)
    .transform((value) => value.replace(/\s/g, ''))
    .refine((value) => CONFIRM_CODE.test(value), `Enter all ${CONFIRM_CODE_DIGITS} digits`);

/** The account's password or, where it has none, the code that was emailed. */
export const confirmInput = z
  .strictObject({
    password: text(PASSWORD_MAX * 4)
      .min(1, 'Enter your password')
      .optional(),
    code: confirmCode().optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    message: 'Send either the password or the emailed code',
  });
export type ConfirmInput = z.infer<typeof confirmInput>;

/** `switchUser`: the user agreed to continue as the token's user although another user is logged in. */
export const ssoInput = z.strictObject({ token: text(8_192).min(1, 'Required'), switchUser: z.boolean().optional() });
export type SsoInput = z.infer<typeof ssoInput>;

/** Claims of a single sign-on token; `jti` is its id, `exp` its expiry in seconds since the epoch. */
export const ssoClaimsSchema = z.object({
  sub: filledText(255),
  email: email(),
  name: displayName().nullish(),
  jti: filledText(255),
  exp: z.number(),
});
