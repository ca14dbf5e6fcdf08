// Subscriptions as they were last read back from the payment provider, and whose they are.
import { z } from 'zod';
import { hasChanged, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredUser } from './users.ts';

const { all, decode, encode, first } = rowCodec({
  /** The provider's own id. */
  id: z.string(),
  /** Null until its registration has an account, and once that is deleted. */
  userId: z.string().nullable(),
  registrationId: z.string().nullable(),
  customerId: z.string(),
  /** Null when its price is none of ours. */
  plan: z.string().nullable(),
  cycle: z.string().nullable(),
  /** As the provider calls it; docs/billing.md says what each means. */
  status: z.string(),
  periodEnd: z.string().nullable(),
  /** When it ends unless its owner changes their mind; null when it renews. */
  cancelsAt: z.string().nullable(),
  createdAt: z.string(),
  /** When it was read back. It changes with each read, which is how a read notices that another overtook it. */
  readAt: z.string(),
});
/** A subscription as it was last read back from the payment provider. */
export type StoredSubscription = ReturnType<typeof decode>;

export const findSubscription = (db: Db, id: string): Promise<StoredSubscription | undefined> =>
  first(db.selectFrom('subscriptions').selectAll().where('id', '=', id));

const listBy = (db: Db, column: 'user_id' | 'registration_id', value: string): Promise<StoredSubscription[]> =>
  all(db.selectFrom('subscriptions').selectAll().where(column, '=', value).orderBy('created_at').orderBy('id'));
/** @returns the account's subscriptions, ended ones too, the oldest first. */
export const listSubscriptions = (db: Db, userId: string): Promise<StoredSubscription[]> =>
  listBy(db, 'user_id', userId);
/** The same of a registration. */
export const listSubscriptionsOfRegistration = (db: Db, registrationId: string): Promise<StoredSubscription[]> =>
  listBy(db, 'registration_id', registrationId);

/**
 * Stores a subscription as it was just read back.
 * @param before what was stored before it was read; undefined when it was unknown.
 * @returns false, storing nothing, when another read was stored meanwhile: this one may be older.
 */
export async function storeSubscription(
  db: Db,
  subscription: StoredSubscription,
  before: StoredSubscription | undefined,
): Promise<boolean> {
  if (!before) {
    return hasChanged(
      db
        .insertInto('subscriptions')
        .values(encode(subscription))
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
  }
  return hasChanged(
    db
      .updateTable('subscriptions')
      .set(encode(subscription))
      .where('id', '=', subscription.id)
      .where('read_at', '=', before.readAt),
  );
}

/** Makes a registration's subscriptions those of the account that it led to. */
export const giveSubscriptions = (db: Db, registrationId: string, user: Owned<StoredUser>) =>
  db.updateTable('subscriptions').set({ user_id: user.id }).where('registration_id', '=', registrationId).execute();

/** Makes them the registration's alone again: its account is being deleted, and it gets another. */
export const takeSubscriptionsBack = (db: Db, registrationId: string) =>
  db.updateTable('subscriptions').set({ user_id: null }).where('registration_id', '=', registrationId).execute();

export const deleteSubscription = (db: Db, { id }: StoredSubscription) =>
  db.deleteFrom('subscriptions').where('id', '=', id).execute();

/**
 * @param read.before those read back until then are due, and so are those whose period has ended since they were.
 * @param read.after those read back later than that were so before the clock was set back. All ISO.
 * @returns the ids of subscriptions that have not ended and are to be read back, at most `limit`.
 */
export async function listDueSubscriptions(
  db: Db,
  now: string,
  read: { before: string; after: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'not in', ENDED_STATUSES)
    .where((eb) =>
      eb.or([
        eb('read_at', '<=', read.before),
        eb('read_at', '>', read.after),
        eb.and([eb('period_end', '<=', now), eb('read_at', '<', eb.ref('period_end'))]),
      ]),
    )
    .orderBy('read_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Statuses of subscriptions that are over for good. */
export const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete_expired'];
