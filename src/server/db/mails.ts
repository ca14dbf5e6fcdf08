// The email queue: what each email is about, never what it says. Several senders may run: one claims a due email by
// postponing its next attempt, so the others leave it alone, and it is retried if that sender dies.
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { MailsTable, StoredUser } from './schema.ts';

export type MailRow = Omit<MailsTable, 'attempts'> & { attempts: number };

export const insertMail = (db: Db, row: Omit<MailsTable, 'attempts' | 'last_error'>) =>
  db
    .insertInto('mails')
    .values({ ...row, last_error: null })
    .execute();

/**
 * Claims up to `count` emails due at `now`, until `until` (both ISO).
 * @returns the claimed emails, oldest first, with this attempt counted.
 */
export async function claimMails(database: Database, now: string, until: string, count: number): Promise<MailRow[]> {
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
    return rows.sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
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
