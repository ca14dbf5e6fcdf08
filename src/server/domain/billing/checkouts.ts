// Checkouts: pages of the payment provider on which somebody buys a plan. Whatever a browser or a message says of one is
// read back.
import { HOUR, isoNow, isoOf, MINUTE } from '#shared/time.ts';
import { ensureJob, requestJob } from '../../db/jobs.ts';
import type { Db } from '../../db/open.ts';
import { findRegistration } from '../../db/registrations.ts';
import { findSubscription } from '../../db/subscriptions.ts';
import { findUser } from '../../db/users.ts';
import type { Clock } from '../ports.ts';
import type { NotYet } from '../queue.ts';
import type { Checkout } from './payments.ts';
import { type BillingDeps, isLive, requirePayments, syncSubscription } from './subscriptions.ts';

/** Reads back the subscription that came of a checkout, if one did. @throws PaymentsError */
export async function syncCheckout(deps: BillingDeps, { subscriptionId }: Checkout): Promise<void> {
  if (subscriptionId !== null) await syncSubscription(deps, subscriptionId);
}

/** Whether whom a checkout was made for is still here. */
const isSomebodys = async ({ db }: BillingDeps, reference: string | null) =>
  reference !== null &&
  ((await findUser(db, reference)) !== undefined || (await findRegistration(db, reference)) !== undefined);

/** When a checkout is first looked at without a message. */
const FIRST_LOOK = 10 * MINUTE;

/** From then on a new checkout of ours is looked at, whatever messages are lost. */
export const startWatching = (db: Db, clock: Clock, id: string) =>
  ensureJob(db, 'watch-checkout', id, isoNow(clock), isoOf(clock.now() + FIRST_LOOK));

/**
 * Looks at one of our own checkouts until it is over, whatever messages are lost. When whom it was made for is gone, it is
 * closed, and what was paid is paid back.
 * @throws PaymentsError
 */
export async function watchCheckout(deps: BillingDeps, id: string): Promise<NotYet | undefined> {
  const payments = requirePayments(deps);
  let checkout = await payments.readCheckout(id);
  if (!checkout) return undefined;
  const isWanted = await isSomebodys(deps, checkout.reference);
  if (checkout.status === 'open' && !isWanted) checkout = await payments.expireCheckout(id);
  const { subscriptionId } = checkout;
  if (subscriptionId === null) {
    if (checkout.status !== 'open') return undefined;
    // Ten minutes after it was made, and then every hour: it lives for a day at most.
    return { again: Math.min(HOUR, Math.max(MINUTE, checkout.expiresAt - deps.clock.now() + MINUTE)) };
  }
  if (isWanted) {
    await syncSubscription(deps, subscriptionId);
    return undefined;
  }
  // One that the account had when it was deleted ends without being paid back.
  const known = await findSubscription(deps.db, subscriptionId);
  const read = await payments.readSubscription(subscriptionId);
  if (!known && read && isLive(read)) {
    await requestJob(deps.db, 'refund-subscription', subscriptionId, isoNow(deps.clock));
  }
  return undefined;
}
