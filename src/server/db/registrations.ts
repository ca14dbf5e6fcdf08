// Registrations in SQL. Each change names the statuses that it is allowed in, so that two calls at once can't skip a step.
import { z } from 'zod';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '#shared/contract/registration.ts';
import { CYCLES, PLAN_IDS } from '#shared/pricing.ts';
import type { StoredRegistration } from './billing-schema.ts';
import { type Given, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredUser } from './schema.ts';

export type { StoredRegistration };

const { decode, encode } = rowCodec({
  id: z.string(),
  email: z.string(),
  emailLower: z.string(),
  plan: z.enum(PLAN_IDS),
  cycle: z.enum(CYCLES).nullable(),
  status: z.enum(REGISTRATION_STATUSES),
  isForced: z.boolean(),
  customerId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  checkoutExpiresAt: z.string().nullable(),
  attempt: z.number(),
  subscriptionId: z.string().nullable(),
  userId: z.string().nullable(),
  paidAt: z.string().nullable(),
  reminders: z.number(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** @returns a registration from its row. */
export const decodeRegistration = decode;

type NewRegistration = Pick<
  StoredRegistration,
  'id' | 'email' | 'emailLower' | 'plan' | 'cycle' | 'status' | 'expiresAt' | 'createdAt' | 'updatedAt'
>;

export const insertRegistration = (db: Db, registration: NewRegistration) =>
  db.insertInto('registrations').values(encode(registration)).execute();

export async function findRegistration(db: Db, id: string): Promise<StoredRegistration | undefined> {
  const row = await db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && decode(row);
}

/** Locks the registration's row until the transaction ends. @returns it as it is now; undefined when it is gone. */
export async function lockRegistration(db: Db, id: string): Promise<StoredRegistration | undefined> {
  const row = await db
    .updateTable('registrations')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

/** @returns the registrations with this address, the newest first. */
export async function registrationsOf(db: Db, emailLower: string): Promise<StoredRegistration[]> {
  const rows = await db
    .selectFrom('registrations')
    .selectAll()
    .where('email_lower', '=', emailLower)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(decode);
}

type Changes = Given<Omit<StoredRegistration, 'id' | 'createdAt'>> & { updatedAt: string };

/** @param from the statuses in which it may change. @returns it as changed; undefined when it is gone or further by now. */
export async function changeRegistration(
  db: Db,
  id: string,
  from: readonly RegistrationStatus[],
  changes: Changes,
  attempt?: number,
): Promise<StoredRegistration | undefined> {
  const row = await db
    .updateTable('registrations')
    .set(encode(changes))
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt as number))
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

/** Removes an account's registrations. */
export const deleteRegistrationsOf = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('registrations').where('user_id', '=', user.id).execute();
