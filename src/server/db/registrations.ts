// Registrations in SQL. Each change names the statuses that it is allowed in, so that two calls at once can't skip a step.
import { sql } from 'kysely';
import { z } from 'zod';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '#shared/contract/registration.ts';
import { CYCLES, PLAN_IDS } from '#shared/pricing.ts';
import { type Given, rowCodec } from './codecs.ts';
import { isPostgres } from './dialect.ts';
import { hashOf } from './hash.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredUser } from './users.ts';

export const registrationCodec = rowCodec({
  /** What the payment provider gets to know; the id in addresses is another, of which only the hash is stored. */
  id: z.string(),
  email: z.string(),
  /** As accounts are looked up. */
  emailLower: z.string(),
  plan: z.enum(PLAN_IDS),
  /** Null for Free. */
  cycle: z.enum(CYCLES).nullable(),
  status: z.enum(REGISTRATION_STATUSES),
  /** Whether its owner went on without waiting for the payment to be confirmed. */
  isForced: z.boolean(),
  customerId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  checkoutExpiresAt: z.string().nullable(),
  /** How many checkouts it has had: part of the idempotency key of the next. */
  attempt: z.number(),
  subscriptionId: z.string().nullable(),
  userId: z.string().nullable(),
  paidAt: z.string().nullable(),
  /** How many reminders were sent to finish it. */
  reminders: z.number(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const { all, encode, first } = registrationCodec;
/** Somebody on the way to an account. */
export type StoredRegistration = ReturnType<typeof registrationCodec.decode>;

type NewRegistration = Pick<
  StoredRegistration,
  'id' | 'email' | 'emailLower' | 'plan' | 'cycle' | 'status' | 'expiresAt' | 'createdAt' | 'updatedAt'
>;

export const insertRegistration = (db: Db, registration: NewRegistration) =>
  db.insertInto('registrations').values(encode(registration)).execute();

export const findRegistration = (db: Db, id: string): Promise<StoredRegistration | undefined> =>
  first(db.selectFrom('registrations').selectAll().where('id', '=', id));

/** Locks the registration's row until the transaction ends. @returns it as it is now; undefined when it is gone. */
export const lockRegistration = (db: Db, id: string): Promise<StoredRegistration | undefined> =>
  first(
    db
      .updateTable('registrations')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', id)
      .returningAll(),
  );

/**
 * Keeps everybody else who calls it for an address waiting until the transaction ends. Call it before locking a row. On
 * SQLite one transaction writes at a time anyway.
 */
export async function lockAddress(db: Db, emailLower: string): Promise<void> {
  if (!isPostgres(db)) return;
  const key = BigInt.asIntN(64, BigInt(`0x${hashOf(emailLower).slice(0, 16)}`));
  await sql`select pg_advisory_xact_lock(${String(key)}::bigint)`.execute(db);
}

/** Statuses in which nothing is left to do. */
export const OVER: readonly RegistrationStatus[] = ['finished', 'expired', 'refunded'];

const ofAddress = (db: Db, emailLower: string) =>
  db.selectFrom('registrations').selectAll().where('email_lower', '=', emailLower);
type Query = ReturnType<typeof ofAddress>;

/** Those that can be continued: one that is paid never ends by itself. */
const live = (query: Query, now: string): Query =>
  query
    .where('status', 'not in', OVER)
    .where((eb) => eb.or([eb('paid_at', 'is not', null), eb('expires_at', '>', now)]));

const newest = (query: Query): Promise<StoredRegistration | undefined> =>
  first(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1));

/** @returns the newest registration with an address; undefined without. */
export const newestRegistration = (db: Db, emailLower: string): Promise<StoredRegistration | undefined> =>
  newest(ofAddress(db, emailLower));

/** @returns one that is paid and waits for its account. */
export const paidRegistration = (db: Db, emailLower: string): Promise<StoredRegistration | undefined> =>
  newest(ofAddress(db, emailLower).where('status', '=', 'paid'));

/** @returns one that can be continued: one that is paid, or else the newest. */
export async function liveRegistration(
  db: Db,
  emailLower: string,
  now: string,
): Promise<StoredRegistration | undefined> {
  const found = live(ofAddress(db, emailLower), now);
  return (await newest(found.where('paid_at', 'is not', null))) ?? newest(found);
}

/** @returns one other than `ownId` that can be continued and is held by whoever has opened its emailed link. */
export const resumedRegistration = (db: Db, emailLower: string, ownId: string | null, now: string) =>
  newest(
    live(ofAddress(db, emailLower), now)
      .where('user_id', 'is', null)
      .$if(ownId !== null, (query) => query.where('id', '!=', ownId as string))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('registration_keys')
            .select('key_hash')
            .whereRef('registration_id', '=', 'registrations.id')
            .where('kind', '=', 'resumed')
            .where('expires_at', '>', now),
        ),
      ),
  );

/** @returns the registrations that led to an account, in the order in which they are locked. */
export const registrationsOf = (db: Db, userId: string): Promise<StoredRegistration[]> =>
  all(db.selectFrom('registrations').selectAll().where('user_id', '=', userId).orderBy('id'));

type Changes = Given<Omit<StoredRegistration, 'id' | 'createdAt'>> & { updatedAt: string };

/** @param from the statuses in which it may change. @returns it as changed; undefined when it is gone or further by now. */
export const changeRegistration = (
  db: Db,
  id: string,
  from: readonly RegistrationStatus[],
  changes: Changes,
  attempt?: number,
): Promise<StoredRegistration | undefined> =>
  first(
    db
      .updateTable('registrations')
      .set(encode(changes))
      .where('id', '=', id)
      .where('status', 'in', from)
      .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt as number))
      .returningAll(),
  );

/** Removes an account's registrations. */
export const deleteRegistrationsOf = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('registrations').where('user_id', '=', user.id).execute();
