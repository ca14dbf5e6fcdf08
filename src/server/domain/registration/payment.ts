// The step in which a paid plan is paid for, at the provider's own page.

import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import type { RegistrationPayment, RegistrationPaymentInput } from '#shared/contract/registration.ts';
import type { Deps } from '../../deps.ts';
import { type Checkout, PaymentsError } from '../billing/payments.ts';
import { requirePayments } from '../billing/subscriptions.ts';
import type { Client } from '../client.ts';
import { invalid } from '../errors.ts';
import { applyCheckout, endCheckout, openCheckout } from './checkout.ts';
import { limitPayment, limitReadBack } from './limits.ts';
import { type Held, heldBy, isUnpaid, nextStepOf, toRegistration, wrongStep } from './registration.ts';
import { requireOffer } from './start.ts';

/** How often a call looks again because other tabs were faster. */
const ROUNDS = 5;

/**
 * Without `sessionId`: where the plan is paid for. The open checkout is the answer as long as it can be paid at. With it:
 * reads that checkout back, of which the buyer came back from.
 * @returns the registration; with a checkout unless it is paid, or a payment is on its way that takes days.
 * @throws not-found; wrong-step for Free, and once there is an account; validation naming `sessionId` for a checkout of
 * another registration, or `plan` when nothing can be bought here any more; rate-limited; PaymentsError
 */
export async function payForRegistration(
  deps: Deps,
  { id, sessionId }: RegistrationPaymentInput,
  client: Client,
): Promise<RegistrationPayment> {
  const held = await heldBy(deps, id);
  const { row } = held;
  if (row.paidAt !== null && row.status !== 'refunded') return answer(held);
  if (row.plan === 'free') throw wrongStep(row);
  if (sessionId !== undefined) return answer(await confirmCheckout(deps, held, sessionId));
  if (!isUnpaid(row)) throw wrongStep(row);
  await limitPayment(deps, row.id);
  requireOffer(deps, row, client);
  return open(deps, held);
}

async function open(deps: Deps, held: Held, round = 1): Promise<RegistrationPayment> {
  const { row } = held;
  const known = await readCheckout(deps, row.checkoutId);
  const isOpen = known?.status === 'open' && known.expiresAt > deps.clock.now();
  if (known && isOpen) return answer(held, known);
  if (known) {
    const ended = known.status === 'open' ? await endCheckout(deps, row) : await applyCheckout(deps, row, known);
    if (ended.isTaken) return answer({ ...held, row: ended.row });
  }
  const opened = await openCheckout(deps, row);
  // Another tab was faster; or an emailed link was opened, and the caller no longer holds it.
  const now = opened.checkout ? { ...held, row: opened.row } : await heldBy(deps, held.publicId);
  const isOvertaken = opened.checkout === null && isUnpaid(now.row) && now.row.plan !== 'free';
  return isOvertaken && round < ROUNDS ? open(deps, now, round + 1) : answer(now, opened.checkout);
}

const answer = (held: Held, checkout: Checkout | null = null): RegistrationPayment => ({
  registration: toRegistration(held),
  ...(checkout?.url && { checkout: { id: checkout.id, url: checkout.url } }),
});

const readCheckout = (deps: Deps, id: string | null): Promise<Checkout | null> =>
  id === null ? Promise.resolve(null) : requirePayments(deps).readCheckout(id);

async function confirmCheckout(deps: Deps, held: Held, sessionId: string): Promise<Held> {
  const { row } = held;
  if (row.status === 'refunded') throw wrongStep(row);
  await limitReadBack(deps, row.id);
  const checkout = await readCheckout(deps, sessionId).catch((error: unknown) => {
    // What is no id at all, the provider refuses.
    if (error instanceof PaymentsError && error.kind === 'refused') return null;
    throw error;
  });
  if (checkout?.reference !== row.id) throw invalid('sessionId', REGISTRATION_MESSAGES.checkoutNotYours);
  if (nextStepOf(row) === null && !checkout.isPaid) throw wrongStep(row);
  return { ...held, row: (await applyCheckout(deps, row, checkout)).row };
}
