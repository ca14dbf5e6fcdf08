// Accounts in SQL.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from './open.ts';
import type { UsersTable } from './schema.ts';

export type UserRow = Selectable<UsersTable>;

/** @throws a unique violation when the e-mail has an account already. */
export const insertUser = (db: Db, row: Insertable<UsersTable>) => db.insertInto('users').values(row).execute();

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db, emailLower: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_lower', '=', emailLower).executeTakeFirst();

export const markVerified = (db: Db, id: string, now: string) =>
  db
    .updateTable('users')
    .set({ email_verified: 1, email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .execute();

/** Takes the account's row lock until the transaction ends. @returns the account as it is now, undefined when gone. */
export const lockUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Takes the account's row lock until the transaction ends, and tells how many sites the account may own. */
export async function lockSiteLimit(db: Db, id: string): Promise<number | null> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returning('max_sites')
    .executeTakeFirst();
  return row?.max_sites ?? null;
}

export const findUserBySsoSubject = (db: Db, subject: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('sso_subject', '=', subject).executeTakeFirst();

/** @returns the account as it is then; undefined when it is gone. */
export const updateUser = (db: Db, id: string, changes: Updateable<UsersTable>): Promise<UserRow | undefined> =>
  db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirst();

/** Removes the account with everything under it. */
export const deleteUser = (db: Db, id: string) => db.deleteFrom('users').where('id', '=', id).execute();
