// The tables of the queues (queue.ts) as Kysely sees them: emails, and jobs.
import type { TableOf } from './codecs.ts';

/** What an email about a registration can say. */
export const REGISTRATION_MAIL_KINDS = [
  'resume-registration',
  'registration-reminder',
  'registration-refunded',
] as const;

/** What an email can be about. */
export const MAIL_KINDS = [
  'verify-email',
  'reset-password',
  'set-password',
  'password-changed',
  'password-guessed',
  'confirm-code',
  'weekly-summary',
  'change-email',
  'email-changing',
  'email-changed',
  'contact-message',
  ...REGISTRATION_MAIL_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** An email in the queue: deleted once it is handed over. */
export type StoredMail = {
  id: string;
  kind: MailKind;
  /** What it is about: an account, a registration, or what was written by the contact form. The others are null. */
  userId: string | null;
  registrationId: string | null;
  contactMessageId: string | null;
  recipient: string;
  /** What a weekly summary is about: the site, and the Monday it is sent on (`YYYY-MM-DD`). Null for other emails. */
  siteId: string | null;
  week: string | null;
  attempts: number;
  /** Null once it is given up; the operator still sees it then. */
  nextAttemptAt: string | null;
  lastError: string | null;
  createdAt: string;
};
type MailsTable = TableOf<StoredMail, 'attempts'>;

/** A kind has a handler in its room. */
export const JOB_KINDS = [
  'sync-subscription',
  'sync-checkout',
  'watch-checkout',
  'cancel-subscription',
  'refund-subscription',
  'read-dispute',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Work that outlives its request and its process (domain/jobs.ts). */
export type StoredJob = {
  /** `<kind>:<subject>`: asked for twice, it is done once. */
  id: string;
  kind: JobKind;
  /** The id of what it is about. */
  subject: string;
  /** Counts up when it is asked for again, so that a run that began before does not count as done. */
  requests: number;
  attempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  createdAt: string;
};
type JobsTable = TableOf<StoredJob, 'requests' | 'attempts'>;

export type QueueSchema = { mails: MailsTable; jobs: JobsTable };
