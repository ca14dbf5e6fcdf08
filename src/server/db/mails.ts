// The email queue: what each email is about, never what it says. Several senders may run: one claims a due email by
// postponing its next attempt, so the others leave it alone, and it is retried if that sender dies.
import { z } from 'zod';
import { rowCodec } from './codecs.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { MailKind, StoredMail, StoredUser } from './schema.ts';

export type { MailKind, StoredMail };

const { decode, encode } = rowCodec({
  id: z.string(),
  kind: z.enum(['verify-email', 'reset-password', 'set-password', 'password-changed']),
  userId: z.string(),
  recipient: z.string(),
  attempts: z.number(),
  nextAttemptAt: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
});

/** Queues an email, due at once. */
export const insertMail = (db: Db, mail: Pick<StoredMail, 'id' | 'kind' | 'userId' | 'recipient' | 'createdAt'>) =>
  db
    .insertInto('mails')
    .values(encode({ ...mail, attempts: 0, nextAttemptAt: mail.createdAt, lastError: null }))
    .execute();

/**
 * Claims up to `count` emails due at `now`, until `until` (both ISO).
 * @returns the claimed emails, oldest first, with this attempt counted.
 */
export async function claimMails(database: Database, now: string, until: string, count: number): Promise<StoredMail[]> {
  return database.db.transaction().execute(async (db) => {
    let due = db
      .selectFrom('mails')
      .select('id')
      .where('next_attempt_at', '<=', now)
      .orderBy('created_at')
      .orderBy('id')
      .limit(count);
    if (database.dialect === 'postgres') due = due.forUpdate().skipLocked();
    const rows = await db
      .updateTable('mails')
      .set((eb) => ({ next_attempt_at: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due)
      .returningAll()
      .execute();
    return rows.map(decode).sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
  });
}

export const deleteMail = (db: Db, id: string) => db.deleteFrom('mails').where('id', '=', id).execute();

/** @param next when to retry (ISO), or null to give up and keep the row for the operator to see. */
export const postponeMail = (db: Db, id: string, next: string | null, error: string) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: next, last_error: error.slice(0, 500) })
    .where('id', '=', id)
    .execute();

/** Removes the emails still waiting to be sent to the user. */
export const deleteMailsTo = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('mails').where('recipient', '=', user.email).execute();

/** Removes the emails that would bring the user a code: one would be made when they are sent. */
export const deleteCodeMailsTo = (db: Db, user: Owned<StoredUser>) =>
  db
    .deleteFrom('mails')
    .where('recipient', '=', user.email)
    .where('kind', 'in', ['verify-email', 'reset-password', 'set-password'])
    .execute();
