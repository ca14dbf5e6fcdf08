// The sandbox provider's objects, answers and deliveries in SQL. Objects are stored as JSON in the form in which its API
// answers them.
import { z } from 'zod';
import { isoOf } from '#shared/time.ts';
import { hasChanged } from './codecs.ts';
import type { Db } from './open.ts';

const object = z.looseObject({ id: z.string(), object: z.string(), created: z.number() });
export type SandboxObject = z.infer<typeof object>;

const decode = (data: string): SandboxObject => object.parse(JSON.parse(data));

/**
 * Keeps every other call of the sandbox waiting until the transaction ends, so that none meets another half done and no two
 * block each other: on PostgreSQL by a row that each of them writes; SQLite has one writer anyway.
 */
export const lockSandbox = (db: Db): Promise<void> =>
  saveSandboxObject(db, { id: 'lock', object: 'lock', created: 0 }, null);

export async function findSandboxObject(db: Db, id: string): Promise<SandboxObject | undefined> {
  const row = await db.selectFrom('sandbox_objects').select('data').where('id', '=', id).executeTakeFirst();
  return row && decode(row.data);
}

/** Stores an object, new or changed. */
export async function saveSandboxObject(db: Db, value: SandboxObject, customerId: string | null): Promise<void> {
  const data = JSON.stringify(value);
  await db
    .insertInto('sandbox_objects')
    .values({
      id: value.id,
      type: value.object,
      customer_id: customerId,
      data,
      created_at: isoOf(value.created * 1000),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
    .execute();
}

/** @returns the objects of a kind, the newest first; of one customer if given. */
export async function listSandboxObjects(db: Db, type: string, customerId?: string): Promise<SandboxObject[]> {
  const rows = await db
    .selectFrom('sandbox_objects')
    .select('data')
    .where('type', '=', type)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId as string))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ data }) => decode(data));
}

/** @returns the customers of whom there are objects of a kind. */
export async function listSandboxCustomers(db: Db, type: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sandbox_objects')
    .select('customer_id')
    .distinct()
    .where('type', '=', type)
    .where('customer_id', 'is not', null)
    .execute();
  return rows.map(({ customer_id }) => customer_id ?? '');
}

/**
 * @param before ISO: whose customer is younger may not have been written down yet.
 * @returns the customers, up to `limit`, who have an address and whom no account and no registration knows any more.
 */
export async function listForgottenCustomers(db: Db, before: string, limit: number): Promise<string[]> {
  const known = (table: 'users' | 'registrations') =>
    db.selectFrom(table).select('customer_id').where('customer_id', 'is not', null);
  const rows = await db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('type', '=', 'customer')
    .where('created_at', '<', before)
    .where('data', 'not like', '%"email":null%')
    .where('id', 'not in', known('users').union(known('registrations')))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const ADDRESSES = new Set(['email', 'customer_email', 'receipt_email']);

/** Takes the addresses out of all that is of a customer, and of the events about it. */
export async function blankSandboxCustomer(db: Db, customerId: string): Promise<void> {
  const rows = await db
    .selectFrom('sandbox_objects')
    .select(['id', 'data'])
    .where((eb) =>
      eb.or([
        eb('customer_id', '=', customerId),
        eb.and([eb('type', '=', 'event'), eb('data', 'like', `%"${customerId}"%`)]),
      ]),
    )
    .execute();
  for (const { id, data } of rows) {
    const blank = JSON.stringify(JSON.parse(data, (key, value) => (ADDRESSES.has(key) ? null : value)));
    if (blank !== data) await db.updateTable('sandbox_objects').set({ data: blank }).where('id', '=', id).execute();
  }
}

/**
 * Takes an idempotency key for the current transaction. A second call with it waits for the first.
 * @returns the answer that was given under it before, and a fingerprint of its call; undefined when the key is new.
 */
export async function takeSandboxKey(db: Db, key: string, fingerprint: string, now: string) {
  const request = db.insertInto('sandbox_requests').values({ key, fingerprint, status: 0, body: '', created_at: now });
  if (await hasChanged(request.onConflict((conflict) => conflict.column('key').doNothing()))) return undefined;
  return db
    .selectFrom('sandbox_requests')
    .select(['fingerprint', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export const saveSandboxAnswer = (db: Db, key: string, status: number, body: string) =>
  db.updateTable('sandbox_requests').set({ status, body }).where('key', '=', key).execute();

/** Removes answers older than `before` (ISO). */
export const dropSandboxAnswers = (db: Db, before: string) =>
  db.deleteFrom('sandbox_requests').where('created_at', '<', before).execute();

/** Queues the delivery of an event, due at once. */
export const insertSandboxDelivery = (db: Db, eventId: string, now: string) =>
  db
    .insertInto('sandbox_deliveries')
    .values({ event_id: eventId, next_attempt_at: now, last_error: null, created_at: now })
    .execute();

/**
 * Claims the oldest delivery due at `now` until `until` (both ISO), so that no other process makes it meanwhile.
 * @returns its event and which attempt this is; undefined when nothing is due.
 */
export async function claimSandboxDelivery(
  db: Db,
  now: string,
  until: string,
): Promise<{ eventId: string; attempt: number } | undefined> {
  const row = await db
    .updateTable('sandbox_deliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: until }))
    .where('event_id', '=', (eb) =>
      eb
        .selectFrom('sandbox_deliveries')
        .select('event_id')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('created_at')
        .orderBy('event_id')
        .limit(1),
    )
    .where('next_attempt_at', '<=', now)
    .returning(['event_id', 'attempts'])
    .executeTakeFirst();
  return row && { eventId: row.event_id, attempt: row.attempts };
}

export const deleteSandboxDelivery = (db: Db, eventId: string) =>
  db.deleteFrom('sandbox_deliveries').where('event_id', '=', eventId).execute();

/** @param next when to try again (ISO); null gives it up. */
export const postponeSandboxDelivery = (db: Db, eventId: string, next: string | null, lastError: string) =>
  db
    .updateTable('sandbox_deliveries')
    .set({ next_attempt_at: next, last_error: lastError })
    .where('event_id', '=', eventId)
    .execute();
