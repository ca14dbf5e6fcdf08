// The email queue: what each email is about, never what it says. Several senders may run: one claims a due email
// (queue.ts) and renews the claim while it is sending.
import { z } from 'zod';
import { isoOf } from '#shared/time.ts';
import { isFound, rowCodec } from './codecs.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import { claimDue } from './queue.ts';
import type { StoredUser } from './users.ts';

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
  'weekly-now',
  'change-email',
  'email-changing',
  'email-changed',
  'account-deleted',
  'notifications-paused',
  'contact-message',
  ...REGISTRATION_MAIL_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

const { decode, encode } = rowCodec({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  /** What it is about: an account, a registration, or what was written by the contact form. The others are null, and all for an account that is gone. */
  userId: z.string().nullable(),
  registrationId: z.string().nullable(),
  contactMessageId: z.string().nullable(),
  recipient: z.string(),
  /** The site that it is about; and of a weekly summary the Monday after its week (`YYYY-MM-DD`). Null for other emails. */
  siteId: z.string().nullable(),
  week: z.string().nullable(),
  attempts: z.number(),
  /** Null once it is given up; the operator still sees it then. */
  nextAttemptAt: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
});
/** An email in the queue: deleted once it is handed over. */
export type StoredMail = ReturnType<typeof decode>;

/** Queues an email, due at once. */
export const insertMail = (db: Db, mail: Omit<StoredMail, 'attempts' | 'nextAttemptAt' | 'lastError'>) =>
  db
    .insertInto('mails')
    .values(encode({ ...mail, attempts: 0, nextAttemptAt: mail.createdAt, lastError: null }))
    .execute();

/** Claims the oldest email that is due, as claimDue does. */
export const claimMail = (database: Database, now: string, until: string, latest: string[]) =>
  claimDue(database, 'mails', { kinds: MAIL_KINDS, decode }, now, until, latest);

/** No two claims of an email have the same number of attempts: that tells whose claim it is. */
const claimed = (db: Db, { id, attempts }: StoredMail) =>
  db.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts);

/**
 * Renews a claim three times in each `life` (milliseconds), until its `end`.
 * @param onLost called when the email is gone, or somebody else's by now.
 * @returns whether the claim is surely still ours, and a function that ends the renewing.
 */
export function keepClaim(db: Db, mail: StoredMail, clock: { now(): number }, life: number, onLost: () => void) {
  let until = clock.now() + life;
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    const next = clock.now() + life;
    try {
      const set = { next_attempt_at: isoOf(next) };
      const { numUpdatedRows } = await claimed(db, mail).set(set).executeTakeFirst();
      if (numUpdatedRows > 0n) until = next;
      else onLost();
    } catch {
      // While the database is down nobody else can claim it either.
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, life / 3).unref();
  return {
    isValid: () => clock.now() < until,
    /** Resolves once nothing is being renewed any more. */
    end() {
      clearInterval(timer);
      return renewal;
    },
  };
}

/** Ends a claim as if it had never been: the email is due at `now` (ISO), and the attempt does not count. */
export const releaseMail = (db: Db, mail: StoredMail, now: string) =>
  claimed(db, mail)
    .set({ next_attempt_at: now, attempts: mail.attempts - 1 })
    .execute();

export const deleteMail = (db: Db, id: string) => db.deleteFrom('mails').where('id', '=', id).execute();

/**
 * Ends a claim after a failed attempt.
 * @param next when to retry (ISO), or null to give up and keep the row for the operator to see.
 */
export const postponeMail = (db: Db, mail: StoredMail, next: string | null, error: string) =>
  claimed(db, mail)
    .set({ next_attempt_at: next, last_error: error.slice(0, 500) })
    .execute();

/** @returns whether an email with a link to choose a password was queued for the user between two times (ISO) and still waits. */
export const isResetQueued = (db: Db, userId: string, since: string, until: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', 'in', ['reset-password', 'set-password'])
      .where('created_at', '>', since)
      .where('created_at', '<=', until),
  );

/** Removes the user's emails that still wait to be sent, to whichever address. */
export const deleteMailsTo = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('mails').where('user_id', '=', user.id).execute();

/** Removes the emails that would bring the user a code: one would be made when they are sent. */
export const deleteCodeMailsTo = (db: Db, user: Owned<StoredUser>) =>
  db
    .deleteFrom('mails')
    .where('user_id', '=', user.id)
    .where('kind', 'in', ['verify-email', 'reset-password', 'set-password', 'confirm-code', 'change-email'])
    .execute();

/** Sends the user's weekly emails that wait to another address. */
export const readdressWeeklyMails = (db: Db, user: Owned<StoredUser>, recipient: string) =>
  db
    .updateTable('mails')
    .set({ recipient })
    .where('user_id', '=', user.id)
    .where('kind', '=', 'weekly-summary')
    .execute();
