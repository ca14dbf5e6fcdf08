// What a registration's payment changes, whoever learns of it first: the buyer coming back, a webhook, or the sweep.
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import { changeRegistration, lockRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';

/** How long a paid registration can be finished before the money is paid back. */
const PAID_LIFE = 30 * DAY;
/** Until then somebody can pay; once there is an account, payment only adds the plan to it. */
const WAITS_FOR_PAYMENT = ['started', 'payment_pending', 'expired'] as const;
const HAS_USER = ['user_created', 'verified', 'finished'] as const;

/**
 * Notes that a registration is paid, in the caller's transaction. A second payment changes nothing: the first one counts.
 * One whose money was paid back stays so.
 */
export async function notePaid(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  id: string,
  { subscriptionId, customerId }: { subscriptionId: string; customerId: string },
): Promise<void> {
  const row = await lockRegistration(db, id);
  if (!row || row.paidAt !== null) return;
  const updatedAt = isoNow(clock);
  const expiresAt = isoOf(clock.now() + PAID_LIFE);
  const paid = { paidAt: updatedAt, subscriptionId, customerId, expiresAt, updatedAt };
  const isFirst = await changeRegistration(db, id, WAITS_FOR_PAYMENT, { ...paid, status: 'paid' });
  if (!isFirst) await changeRegistration(db, id, HAS_USER, paid);
}
