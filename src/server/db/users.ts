// Accounts in SQL.
import { z } from 'zod';
import { userSchema } from '#shared/contract/account.ts';
import { type Given, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';

const { _id, photoURL, roles, subscription, ...shared } = userSchema.shape;
const { decode, encode, first } = rowCodec({
  ...shared,
  id: z.string(),
  /** NFKC and lower case, for looking the account up. */
  emailLower: z.string(),
  /** The address it is about to have, once that is confirmed; null when it isn't being changed. */
  pendingEmail: z.string().nullable(),
  photoUrl: z.string().nullable(),
  passwordHash: z.string().nullable(),
  emailVerifiedAt: z.string().nullable(),
  /** The plan that its best subscription is for; null without one. */
  subscriptionType: z.string().nullable(),
  /** The user's id in the operator's single sign-on; null until they first use it. */
  ssoSubject: z.string().nullable(),
  /** The plan that the operator granted; null without. */
  grantedPlan: z.string().nullable(),
  /** The account's customer at the payment provider; null until it first buys. */
  customerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** An account; `photoUrl` and the subscription's fields are named after their columns. */
export type StoredUser = ReturnType<typeof decode>;

/** A new account; by default unverified, on the free plan, and otherwise empty. */
type NewUser = Pick<StoredUser, 'id' | 'email' | 'emailLower' | 'createdAt' | 'updatedAt'> & Given<StoredUser>;

/** @throws a unique violation when the email address already has an account. */
export const insertUser = (db: Db, user: NewUser) => db.insertInto('users').values(encode(user)).execute();

const findBy = (db: Db, column: 'id' | 'email_lower' | 'sso_subject' | 'customer_id', value: string) =>
  first(db.selectFrom('users').selectAll().where(column, '=', value));
export const findUser = (db: Db, id: string): Promise<StoredUser | undefined> => findBy(db, 'id', id);
export const findUserByEmail = (db: Db, emailLower: string): Promise<StoredUser | undefined> =>
  findBy(db, 'email_lower', emailLower);
export const findUserBySsoSubject = (db: Db, subject: string): Promise<StoredUser | undefined> =>
  findBy(db, 'sso_subject', subject);
export const findUserOfCustomer = (db: Db, customerId: string): Promise<StoredUser | undefined> =>
  findBy(db, 'customer_id', customerId);

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Marks the email address as verified, unless it is already. */
export const markVerified = (db: Db, id: string, now: string) =>
  db
    .updateTable('users')
    .set({ email_verified: 1, email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .execute();

/** Locks the account's row until the transaction ends. @returns the current account; undefined when it is gone. */
export const lockUser = (db: Db, id: string): Promise<StoredUser | undefined> =>
  first(
    db
      .updateTable('users')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', id)
      .returningAll(),
  );

/** @returns the changed account; undefined when it is gone. */
export const updateUser = (
  db: Db,
  user: Owned<StoredUser>,
  changes: Given<Omit<StoredUser, 'id'>> & { updatedAt: string },
): Promise<StoredUser | undefined> =>
  first(db.updateTable('users').set(encode(changes)).where('id', '=', user.id).returningAll());

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
