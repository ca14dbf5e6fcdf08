// The texts of sections 5 and 8 of the specification, word for word, and those fixed by the design: each exists only once.
import { FIRST_MESSAGES, FIRST_TOASTS, type ToastText } from './first-messages.ts';

export * from './first-messages.ts';

/** Sections 5 and 7: server responses. */
export const MESSAGES = {
  ...FIRST_MESSAGES,
  emailTaken: 'This email is already registered',
  emailInvalid: 'Please provide a valid email address',
  emailUnchanged: 'This is already your email address',
  emailAccented: "Many mail servers can't deliver to letters like these before the @. Please use another address",
  passwordWeak: 'Password should be at least 6 characters',
  passwordLong: 'Password should be at most 128 characters',
  passwordIsEmail: "Password can't be the same as the email address",
  passwordTooCommon: 'This password is too common. Please choose another',
  userNotFound: 'No account found with this email address',
  wrongPassword: 'Incorrect password. Please try again',
  tooManyRequests: 'Too many failed attempts. Please try again later',
  tooManyCalls: 'Too many requests. Please try again later',
  noMailServer: "This server can't send email yet.",
  nothingLastWeek: 'Nothing was displayed last week, so there is no summary to send.',
  askedTooOften: 'At most three an hour. Please try again later.',
  signInToCreateSite: 'You must be logged in to create a site',
  noWidgetSelected: 'No widget selected',
  notYourDomain: "This page isn't on one of your site's domains",
  siteLimit: "You've reached your site limit.",
  siteLimitOverdue: 'Your last payment failed. Update your card to create another site. Your sites keep running.',
  unauthenticated: 'Please log in',
  badCredentials: "The access token isn't valid",
  keyNotValid: "The API key isn't valid",
  keyNotHere: 'API keys work only for sites, widgets, notifications, templates, sources, events and statistics',
  keyReadOnly: 'This API key is read-only. Use one that can write',
  templateBuiltIn: "Built-in templates can't be deleted",
  templateNotFound: 'Template not found',
  templateInactive: 'This template is inactive. Clone it to use it',
  verificationLinkNotValid: 'This link is no longer valid',
  alreadyVerified: 'This email address is already confirmed, so the account is kept',
  unsubscribeLinkNotValid: 'This link is incomplete, or its site was deleted',
  resetLinkNotValid: 'This link is no longer valid. Please request a new one',
  confirmByPassword: 'Confirm with your password',
  confirmByCode: 'Your account has no password. Confirm with a code by email',
  confirmCodeWrong: "This code isn't right, or it has expired",
  noPasswordYet: 'Your account has no password yet. Request a link to set one',
  currentPasswordWrong: "This isn't your current password",
  ssoNotConfigured: "Single sign-on isn't configured",
  ssoTokenNotValid: "This login link isn't valid",
  ssoTokenExpired: 'This login link has expired',
  ssoTokenUsed: 'This login link has already been used',
  ssoOtherUser: 'Someone else is logged in here',
  ssoAddressTaken: 'This email address belongs to another single sign-on user. Ask your administrator to release it',
  notFound: 'Not found',
  validation: 'Please correct the following:',
  unsupportedType: 'Send the body as application/json',
  unsupportedFormType: 'Send the body as application/x-www-form-urlencoded',
  // As the catalogue says: backend-error and backend-unavailable.
  internal: "We're experiencing technical difficulties. Please try again later.",
  incomplete: 'The request was cut off. Send it again',
  unavailable: 'Our servers are currently unavailable. Please try again later.',
} as const;

const several = (count: number) => `${count.toLocaleString('en')} notifications`;

/** Section 8: toasts. Functions for texts that contain a value. */
export const TOASTS = {
  ...FIRST_TOASTS,
  loginSuccessful: { title: 'Login successful', description: 'Welcome back!' },
  loginFailed: { title: 'Login failed' },
  accountCreated: { title: 'Account created', description: 'Next, verify your email address.' },
  /** On the server's own machine. */
  firstAccountCreated: { title: 'Account created', description: "You're the first user of this server." },
  registrationFailed: { title: 'Registration failed' },
  verificationSent: (email: string): ToastText => ({
    title: 'Verification email sent',
    description: `We've sent a verification link to ${email}. Please check your inbox.`,
  }),
  emailChangeCanceled: {
    title: 'Your address stays the same',
    description: 'The link to the new one no longer works.',
  },
  profileUpdated: { title: 'Profile updated' },
  updateFailed: { title: 'Update failed' },
  resetLinkSent: {
    title: 'Reset link sent',
    description: "If there's an account with this address, an email is on its way.",
  },
  /** On a server that can't send email. */
  resetLinkInLog: {
    title: 'Reset link sent',
    description: "If there's an account with this address, the link is in the server log.",
  },
  passwordResetFailed: { title: 'Password reset failed' },
  passwordChanged: { title: 'Password changed', description: "You've been logged out everywhere else." },
  pleaseWait: { title: 'Please wait', description: 'You can resend the verification email after 1 minute' },
  verificationSendFailed: { title: 'Error', description: 'Failed to send verification email. Please try again.' },
  checkingVerification: { title: 'Checking verification status' },
  emailVerified: {
    title: 'Email verified!',
    description: 'Your email has been verified. You can now access all features.',
  },
  linkUsed: { title: 'This link was already used', description: 'Your email is confirmed.' },
  notVerifiedYet: {
    title: 'Not verified yet',
    description: 'Verification is pending. Please check your inbox and click the link.',
  },
  notVerifiedYetInLog: { title: 'Not verified yet', description: 'Verification is pending. Open the link first.' },
  verificationNetworkError: {
    title: 'Network error',
    description: 'Could not connect to authentication servers. Please check your internet connection.',
  },
  verificationCheckFailed: { title: 'Error', description: 'Failed to check verification status. Please try again.' },
  siteNotFound: { title: 'Site not found' },
  siteCreated: (remaining: number): ToastText => ({
    title: 'Site created successfully',
    description:
      remaining > 0 ? `You can create ${remaining} more ${remaining === 1 ? 'site' : 'sites'}.` : MESSAGES.siteLimit,
  }),
  siteUpdated: { title: 'Site updated successfully' },
  siteDeleted: { title: 'Site deleted successfully' },
  siteCreateFailed: { title: 'Failed to create site' },
  siteDeleteFailed: { title: 'Failed to delete site' },
  notificationCreated: { title: 'Notification created' },
  notificationFromTemplate: { title: 'Notification created from template' },
  notificationUpdated: { title: 'Notification updated' },
  notificationDeleted: { title: 'Notification deleted' },
  notificationDuplicated: {
    title: 'Notification duplicated',
    description: 'The copy stays off until you turn it on.',
  },
  notificationRestored: { title: 'Notification restored' },
  notificationsDeleted: (count: number): ToastText => ({ title: `${several(count)} deleted` }),
  notificationsRestored: (count: number): ToastText => ({ title: `${several(count)} restored` }),
  notificationsActivated: (count: number): ToastText => ({ title: `${several(count)} activated` }),
  notificationsDeactivated: (count: number): ToastText => ({ title: `${several(count)} deactivated` }),
  notificationActivated: { title: 'Notification activated' },
  notificationDeactivated: { title: 'Notification deactivated' },
  notificationCreateFailed: { title: 'Failed to create notification' },
  notificationUpdateFailed: { title: 'Failed to update notification' },
  notificationsUpdateFailed: (count: number): ToastText => ({ title: `Failed to update ${several(count)}` }),
  notificationsDeleteFailed: (count: number): ToastText => ({ title: `Failed to delete ${several(count)}` }),
  notificationsRestoreFailed: (count: number): ToastText => ({ title: `Failed to restore ${several(count)}` }),
  notificationDeleteFailed: { title: 'Failed to delete notification' },
  notificationStatusFailed: { title: 'Failed to update notification' },
  notificationFromTemplateFailed: { title: 'Failed to create notification from template' },
  pushSent: { title: 'Notification sent' },
  pushDraftSaved: { title: 'Draft saved', description: 'It stays here until you reload the page.' },
  optInSaved: { title: 'Settings saved' },
  optInPreview: { title: 'Preview feature coming soon.' },
  templateCreated: { title: 'Template created' },
  templateDuplicated: { title: 'Template duplicated' },
  templateDeleted: { title: 'Template deleted', description: 'Notifications made from it stay.' },
  templateCreateFailed: { title: 'Failed to create template' },
  templateDeleteFailed: { title: 'Failed to delete template' },
  notificationRestoreFailed: { title: 'Failed to restore notification' },
  notificationOrderFailed: { title: 'Failed to save the order' },
  queueOrderChanged: {
    title: 'Your own order is on',
    description: 'Visitors see your notifications in the order of this list.',
  },
  notificationGone: {
    title: 'Notification not found',
    description: 'It was deleted, perhaps in another tab. Deleted notifications can be restored for ten minutes.',
  },
  notificationsGone: {
    title: 'Nothing was changed',
    description:
      'Some of these notifications have since been deleted, perhaps in another tab. Try again with the rest.',
  },
  reportDeleted: { title: 'View deleted' },
  reportDeleteFailed: { title: 'Failed to delete view' },
  reportUpdateFailed: { title: 'Failed to update view' },
  weeklyEmailSent: { title: 'On its way' },
  weeklyEmailNotSent: { title: 'Not sent' },
  weeklyEmailsChanged: (isOn: boolean) => ({ title: `Weekly emails are ${isOn ? 'on' : 'off'} for all sites` }),
  weeklyEmailsFailed: { title: 'Failed to change the weekly emails' },
  weeklyEmailFailed: { title: 'Failed to change the weekly email' },
  queueOrderFailed: { title: 'Failed to change the order' },
} as const;

/** Sections 4 and 8: inline texts of the verification gate. */
export const VERIFICATION = {
  network: 'There seems to be a network connection issue. Please check your internet connection.',
  checkNetwork: 'Network error while checking verification. Please verify your internet connection.',
  tooMany: "Too many verification attempts. If you've already clicked the verification link, please try again later.",
} as const;

/** The page where emailed verification links lead, and what comes after its two buttons. */
export const VERIFY_PAGE = {
  title: 'Confirm your email',
  description: 'One click, and your Proofbell account is ready.',
  address: 'Email address',
  created: 'Account created',
  confirm: 'Confirm my email',
  reject: "I didn't sign up",
  rejectHint: 'This deletes the account that was created with your address.',
  notValid: {
    title: 'This link no longer works',
    description: 'It may be incomplete, more than 24 hours old, or the address was changed since.',
    email: 'Email',
    action: 'Email me a new link',
    note: 'If you were changing the address of your account, log in and send the link again in your settings.',
    crossSite: 'Please ask on this page',
  },
  notNeeded: {
    title: 'This link no longer works',
    description: "You don't need it: your email address is confirmed.",
    settings: 'Go to your settings',
    dashboard: 'Go to your dashboard',
  },
  stillWaits: {
    title: 'This link no longer works',
    description: "Your new email address isn't confirmed yet. You can send its link again in your settings.",
  },
  requested: {
    title: 'Check your inbox',
    description: (email: string) =>
      `If ${email} is waiting to be confirmed, we've sent a new link there. It works for 24 hours. We send at most one a minute.`,
    inLog: (email: string) =>
      `This server can't send email yet. If ${email} is waiting to be confirmed, a new link is in the server log and in the outbox folder of its data directory.`,
  },
  change: {
    title: 'Confirm your new email',
    description: 'One click, and your Proofbell account has this address.',
    confirm: 'Confirm my new email',
    reject: "This isn't my account",
    rejectHint: 'The account then keeps its old address.',
  },
  taken: {
    title: 'This address is taken',
    description: 'Another account or registration uses it now, so yours keeps its old one.',
  },
  rejected: {
    title: "We won't use your address",
    description: "Thanks for telling us. The account keeps its old address, and there's nothing else to do.",
  },
  kept: {
    title: 'This address is already confirmed',
    description:
      "We didn't delete the account. If someone else uses it, choose a new password: that logs them out everywhere. You can then delete the account in its settings.",
  },
  deleted: {
    title: 'The account is deleted',
    description: "Thanks for telling us. There's nothing else to do.",
  },
  tooMany: (seconds: number) => ({
    title: 'Too many attempts',
    description: `Nothing has changed. Please open the link in your email again in ${Math.ceil(seconds / 60)} min.`,
  }),
  failed: {
    title: "We couldn't do that",
    description: 'Nothing has changed. Please open the link in your email again in a moment.',
  },
  logIn: 'Log in',
  signUp: 'Create an account',
  newPassword: 'Choose a new password',
  home: 'Go to the home page',
} as const;

/** The page where the links of weekly emails lead. Whoever has one may be anybody, so it names the site and no more. */
export const UNSUBSCRIBE_PAGE = {
  question: (site: string) => ({
    title: 'Stop the weekly email?',
    description: `You'll no longer get the weekly summary of ${site}.`,
  }),
  unsubscribe: 'Unsubscribe',
  done: (site: string) => ({
    title: "You're unsubscribed",
    description: `The weekly summary of ${site} is off.`,
  }),
  switchOn: 'Log in to switch it back on',
  notValid: {
    title: "This link doesn't work",
    description:
      'It may be incomplete, or its site was deleted. You can also switch the weekly email off in your settings.',
  },
  failed: {
    title: "We couldn't do that",
    description: 'Nothing has changed. Please open the link in your email again in a moment.',
  },
  settings: 'Log in to open your settings',
} as const;
