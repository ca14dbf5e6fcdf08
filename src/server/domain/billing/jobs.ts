// What is queued for the payment provider: the handlers of its jobs (../jobs.ts), and what asks for them by itself.
import { CLOCK_SKEW, DAY, isoNow, isoOf } from '#shared/time.ts';
import { ensureJob, type JobKind, requestAll } from '../../db/jobs.ts';
import { listDueSubscriptions } from '../../db/subscriptions.ts';
import { findUserOfCustomer } from '../../db/users.ts';
import { describeError } from '../errors.ts';
import type { JobHandler } from '../queue.ts';
import { syncCheckout, watchCheckout } from './checkouts.ts';
import { PaymentsError } from './payments.ts';
import { type BillingDeps, requireOwnAccount, requirePayments, syncSubscription } from './subscriptions.ts';

/** Webhooks may be lost: every live subscription is read back this often, however quiet it is. */
const READ_EVERY = DAY;
const BATCH = 100;

export const BILLING_JOBS = {
  async 'sync-subscription'(deps, id) {
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'sync-checkout'(deps, id) {
    const checkout = await requirePayments(deps).readCheckout(id);
    if (checkout) await syncCheckout(deps, checkout);
    return undefined;
  },
  'watch-checkout': watchCheckout,
  async 'cancel-subscription'(deps, id) {
    await gone(deps, () => requirePayments(deps).cancelSubscription(id, `cancel:${id}`));
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'refund-subscription'(deps, id) {
    const payments = requirePayments(deps);
    await gone(deps, () => payments.cancelSubscription(id, `cancel:${id}`));
    const cents = await gone(deps, () => payments.refundSubscription(id, `refund:${id}`));
    deps.log.info({ subscription: id, cents: cents ?? 0 }, 'a subscription was canceled and refunded');
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'read-dispute'(deps, id) {
    const payments = requirePayments(deps);
    const customer = await payments.readChargedCustomer(id);
    const user = customer === null ? undefined : await findUserOfCustomer(deps.db, customer);
    // Of another installation or another product.
    if (customer === null || !user) return undefined;
    const details = { charge: id, customer, user: user.id };
    deps.log.warn(details, "an account's owner disputes a payment: answer at the payment provider");
    for (const subscription of await payments.listSubscriptions(customer))
      await syncSubscription(deps, subscription.id);
    return undefined;
  },
} satisfies Partial<Record<JobKind, JobHandler<BillingDeps>>>;

/** @returns null for what the provider doesn't know, once it is sure that we ask with our own keys. */
async function gone<T>(deps: BillingDeps, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'not-found') throw error;
    await requireOwnAccount(deps);
    return null;
  }
}

/** Queues what hasn't been read back for long. */
export async function queueReads({ payments, db, clock }: BillingDeps, stopping?: AbortSignal): Promise<void> {
  if (!payments) return;
  const now = clock.now();
  const read = { before: isoOf(now - READ_EVERY), after: isoOf(now + CLOCK_SKEW) };
  for (const id of await listDueSubscriptions(db, isoOf(now), read, BATCH)) {
    if (stopping?.aborted) return;
    await ensureJob(db, 'sync-subscription', id, isoNow(clock));
  }
}

/**
 * Asks the provider at once for every checkout and subscription that waits to be read, for a server that has just
 * started: the last one may have been killed between a payment and the answer to it. Never throws.
 */
export async function catchUp(
  { payments, db, clock, log }: BillingDeps,
  jobs: { flush(): Promise<void> },
): Promise<void> {
  if (!payments) return;
  try {
    await requestAll(db, ['watch-checkout', 'sync-checkout', 'sync-subscription'], isoNow(clock));
    await jobs.flush();
  } catch (error) {
    log.warn(describeError(error), 'what is paid not asked for at the start, but within a minute');
  }
}
