// What a registration's payment changes, whoever learns of it first: the buyer coming back, a webhook, or the sweep.
import { isoNow } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import { extendRegistrationKeys } from '../../db/registration-keys.ts';
import { changeRegistration, lockRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';
import { PAID_LIFE } from './registration.ts';

/** Until then somebody can pay; once there is an account, payment only adds the plan to it. */
const WAITS_FOR_PAYMENT = ['started', 'payment_pending', 'expired'] as const;
const HAS_USER = ['user_created', 'verified', 'finished'] as const;

/**
 * Notes that a registration is paid, in the caller's transaction. A second payment changes nothing: the first one counts.
 * @returns the account that the subscription belongs to (null until there is one) and the subscription that the
 * registration goes by; null when there is no such registration, or its money was paid back.
 */
export async function notePaid(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  id: string,
  { subscriptionId, customerId }: { subscriptionId: string; customerId: string },
): Promise<{ userId: string | null; subscriptionId: string } | null> {
  const row = await lockRegistration(db, id);
  if (!row || row.status === 'refunded') return null;
  if (row.paidAt === null) {
    const now = isoNow(clock);
    const until = new Date(clock.now() + PAID_LIFE).toISOString();
    const paid = { paidAt: now, subscriptionId, customerId, updatedAt: now };
    const isFirst = await changeRegistration(db, id, WAITS_FOR_PAYMENT, { ...paid, status: 'paid', expiresAt: until });
    if (!isFirst) await changeRegistration(db, id, HAS_USER, { ...paid, expiresAt: until });
    await extendRegistrationKeys(db, id, until);
  }
  return { userId: row.userId, subscriptionId: row.subscriptionId ?? subscriptionId };
}
