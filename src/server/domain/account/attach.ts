// Which account a registration leads to, with the plan that was paid for: the one made in its own step, or another with
// the same address, once that logs in where the registration is held.
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { findPublicId } from '../../db/registration-keys.ts';
import { changeRegistration, lockRegistration, type StoredRegistration } from '../../db/registrations.ts';
import { lockUser, type StoredUser, setCustomer } from '../../db/users.ts';
import { proven } from '../access.ts';
import { type BillingDeps, giveToAccount } from '../billing/subscriptions.ts';

/**
 * Makes an account the one that a registration, whose row is locked, led to. What was paid for it is the account's.
 * @param status the step that this takes it to.
 */
export async function giveAccount(
  deps: BillingDeps,
  db: Db,
  { id, customerId }: StoredRegistration,
  userId: string,
  status: 'user_created' | 'finished',
): Promise<void> {
  const changes = { status, userId, updatedAt: isoNow(deps.clock) };
  await changeRegistration(db, id, ['started', 'payment_pending', 'paid'], changes);
  const user = await lockUser(db, userId);
  if (!user) return;
  if (customerId !== null) await setCustomer(db, userId, customerId);
  await giveToAccount(deps, db, id, proven(user));
}

/**
 * Gives an account that is logging in the paid registration of its address that its browser holds, in the caller's
 * transaction, before the account is locked.
 * @param publicId of the registration that the browser holds; null without.
 */
export async function attachHeld(
  deps: BillingDeps,
  db: Db,
  publicId: string | null,
  user: Pick<StoredUser, 'id' | 'emailLower'>,
): Promise<void> {
  if (publicId === null) return;
  const key = await findPublicId(db, hashOf(publicId), isoNow(deps.clock));
  const row = key && (await lockRegistration(db, key.registrationId));
  if (row?.status !== 'paid' || row.emailLower !== user.emailLower) return;
  await giveAccount(deps, db, row, user.id, 'finished');
  deps.log.info({ user: user.id, registration: row.id }, 'a paid registration went to an account made by another way');
}
