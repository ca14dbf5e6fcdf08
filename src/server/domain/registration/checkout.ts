// A registration's checkouts at the payment provider: at most one is open, and one that turns out paid is never lost.
import { HOUR, isoNow, isoOf } from '#shared/time.ts';
import { changeRegistration, findRegistration, type StoredRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';
import { startWatching } from '../billing/checkouts.ts';
import { type Checkout, type Payments, PaymentsError } from '../billing/payments.ts';
import { type BillingDeps, isLive, requirePayments, syncSubscription } from '../billing/subscriptions.ts';
import { UNPAID } from './registration.ts';

/** How long a checkout can be paid at. The provider lets it live for 24 hours, by its own clock. */
const CHECKOUT_LIFE = 23 * HOUR;
/** An attempt without an answer is repeated for this long; after that it begins anew. */
const REPEAT_FOR = HOUR;

type CheckoutDeps = BillingDeps & { config: Pick<Deps['config'], 'publicUrl'> };

/** @returns the registration as it is now. */
const reload = async ({ db }: Pick<Deps, 'db'>, row: StoredRegistration): Promise<StoredRegistration> =>
  (await findRegistration(db, row.id)) ?? row;

/** A registration after a look at its checkout, and whether that stands for another one: nobody shall pay at both. */
type Applied = {
  row: StoredRegistration;
  /** It was paid, or the money may still come: a bank transfer takes days. Not once the transfer has failed. */
  isTaken: boolean;
};

/**
 * Takes over what the provider says of a checkout of this registration.
 * @returns the registration, which is paid if the subscription that came of it holds.
 * @throws PaymentsError
 */
export async function applyCheckout(
  deps: BillingDeps,
  row: StoredRegistration,
  { subscriptionId }: Checkout,
): Promise<Applied> {
  if (subscriptionId === null) return { row, isTaken: false };
  const subscription = await syncSubscription(deps, subscriptionId);
  const now = await reload(deps, row);
  return { row: now, isTaken: now.paidAt !== null || subscription === null || isLive(subscription) };
}

/**
 * Ends the open checkout, if there is one.
 * @returns the registration, paid if somebody had paid meanwhile.
 * @throws PaymentsError
 */
export async function endCheckout(deps: BillingDeps, row: StoredRegistration): Promise<Applied> {
  if (row.checkoutId === null) return { row, isTaken: false };
  const ended = await requirePayments(deps)
    .expireCheckout(row.checkoutId)
    .catch((error: unknown) => {
      if (error instanceof PaymentsError && error.kind === 'not-found') return null;
      throw error;
    });
  return ended ? applyCheckout(deps, row, ended) : { row, isTaken: false };
}

/**
 * Opens a checkout, or repeats the attempt that got no answer: its key and input stay the same, so that the provider makes
 * one checkout of both.
 * @returns the registration and its checkout; null when another tab was faster, or chose another plan.
 * @throws PaymentsError
 */
export async function openCheckout(
  deps: CheckoutDeps,
  row: StoredRegistration,
): Promise<{ row: StoredRegistration; checkout: Checkout | null }> {
  const payments = requirePayments(deps);
  const { plan, cycle } = row;
  if (plan === 'free' || cycle === null) throw new Error('Free is not paid for');
  const customerId = row.customerId ?? (await makeCustomer(deps, payments, row));
  const begun = await beginAttempt(deps, { ...row, customerId });
  if (!begun) return { row: await reload(deps, row), checkout: null };
  const { publicUrl } = deps.config;
  const checkout = await payments.createCheckout({
    customerId,
    plan,
    cycle,
    reference: row.id,
    successUrl: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/register?checkout=cancelled`,
    expiresAt: Date.parse(begun.checkoutExpiresAt ?? ''),
    key: `checkout:${row.id}:${begun.attempt}`,
  });
  const updatedAt = isoNow(deps.clock);
  const opened = await deps.db.transaction().execute(async (db) => {
    await startWatching(db, deps.clock, checkout.id);
    const changes = { checkoutId: checkout.id, checkoutUrl: checkout.url, updatedAt };
    return changeRegistration(db, row.id, UNPAID, { ...changes, status: 'payment_pending' }, begun.attempt);
  });
  if (opened) return { row: opened, checkout };
  // Meanwhile the plan was changed, or the registration paid or ended: nobody shall pay at this one.
  await applyCheckout(deps, row, await payments.expireCheckout(checkout.id));
  return { row: await reload(deps, row), checkout: null };
}

async function makeCustomer(deps: CheckoutDeps, payments: Payments, row: StoredRegistration): Promise<string> {
  const { id, email } = row;
  const customerId = await payments.createCustomer({ email, reference: id, key: `customer:${id}` });
  await changeRegistration(deps.db, id, UNPAID, { customerId, updatedAt: isoNow(deps.clock) });
  return customerId;
}

/** @returns the registration with the attempt that is to be made now; undefined when somebody else went on meanwhile. */
async function beginAttempt(
  { db, clock }: CheckoutDeps,
  row: StoredRegistration,
): Promise<StoredRegistration | undefined> {
  const begun = row.checkoutExpiresAt === null ? 0 : Date.parse(row.checkoutExpiresAt) - CHECKOUT_LIFE;
  const isPending = row.checkoutId === null && row.checkoutExpiresAt !== null;
  const age = clock.now() - begun;
  if (isPending && age >= 0 && age < REPEAT_FOR) return row;
  return changeRegistration(
    db,
    row.id,
    UNPAID,
    {
      attempt: row.attempt + 1,
      checkoutId: null,
      checkoutUrl: null,
      checkoutExpiresAt: isoOf(clock.now() + CHECKOUT_LIFE),
      updatedAt: isoNow(clock),
    },
    row.attempt,
  );
}
