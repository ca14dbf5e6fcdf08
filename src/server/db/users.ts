// Accounts in SQL.
import { z } from 'zod';
import { userSchema } from '#shared/contract/account.ts';
import { type Given, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredUser } from './schema.ts';

export type { StoredUser };

const { _id, photoURL, roles, subscription, ...shared } = userSchema.shape;
const { decode, encode } = rowCodec({
  ...shared,
  id: z.string(),
  emailLower: z.string(),
  pendingEmail: z.string().nullable(),
  photoUrl: z.string().nullable(),
  passwordHash: z.string().nullable(),
  emailVerifiedAt: z.string().nullable(),
  subscriptionType: z.string().nullable(),
  ssoSubject: z.string().nullable(),
  grantedPlan: z.string().nullable(),
  customerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A new account; by default unverified, on the free plan, and otherwise empty. */
type NewUser = Pick<StoredUser, 'id' | 'email' | 'emailLower' | 'createdAt' | 'updatedAt'> & Given<StoredUser>;

/** @throws a unique violation when the email address already has an account. */
export const insertUser = (db: Db, user: NewUser) => db.insertInto('users').values(encode(user)).execute();

async function findBy(db: Db, column: 'id' | 'email_lower' | 'sso_subject', value: string) {
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row && decode(row);
}
export const findUser = (db: Db, id: string): Promise<StoredUser | undefined> => findBy(db, 'id', id);
export const findUserByEmail = (db: Db, emailLower: string): Promise<StoredUser | undefined> =>
  findBy(db, 'email_lower', emailLower);
export const findUserBySsoSubject = (db: Db, subject: string): Promise<StoredUser | undefined> =>
  findBy(db, 'sso_subject', subject);

/** @returns how many accounts there are, counting no further than `limit`. */
export async function countUsers(db: Db, limit: number): Promise<number> {
  return (await db.selectFrom('users').select('id').limit(limit).execute()).length;
}

/** Marks the email address as verified, unless it is already. */
export const markVerified = (db: Db, id: string, now: string) =>
  db
    .updateTable('users')
    .set({ email_verified: 1, email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .execute();

/** Locks the account's row until the transaction ends. @returns the current account; undefined when it is gone. */
export async function lockUser(db: Db, id: string): Promise<StoredUser | undefined> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

/** @returns the changed account; undefined when it is gone. */
export async function updateUser(
  db: Db,
  user: Owned<StoredUser>,
  changes: Given<Omit<StoredUser, 'id'>> & { updatedAt: string },
): Promise<StoredUser | undefined> {
  const row = await db
    .updateTable('users')
    .set(encode(changes))
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

/** Notes what an account's best subscription is for, and its status. */
export const setSubscription = (db: Db, id: string, plan: string | null, status: string, now: string) =>
  db
    .updateTable('users')
    .set({ subscription_type: plan, subscription_status: status, updated_at: now })
    .where('id', '=', id)
    .execute();

/** Notes the account's customer at the payment provider, unless it has one. */
export const setCustomer = (db: Db, id: string, customerId: string) =>
  db
    .updateTable('users')
    .set({ customer_id: customerId })
    .where('id', '=', id)
    .where('customer_id', 'is', null)
    .execute();

/** Removes the account and, by cascade, everything under it. */
export const deleteUser = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('users').where('id', '=', user.id).execute();
