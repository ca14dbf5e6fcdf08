// Stripe's objects in our own terms. Answers are checked as far as they are used: a proxy in between, or the wrong service
// behind the host, may answer anything.
import type { Stripe } from 'stripe';
import { CYCLES, type Cycle, PAID_PLAN_IDS, type PaidPlanId, type PriceIds } from '#shared/pricing.ts';
import type {
  Checkout,
  PaymentEvent,
  ProviderPrice,
  ProviderSubscription,
  SubscriptionStatus,
} from '../../domain/billing/payments.ts';

const STATUSES: readonly SubscriptionStatus[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
];

/** @returns the object, which is of that kind. @throws when it is not */
export function expectObject<T extends { object: string; id: string }>(object: T, kind: T['object']): T {
  const isIt = typeof object === 'object' && object?.object === kind && typeof object.id === 'string';
  if (!isIt) throw new TypeError(`expected a ${kind}`);
  return object;
}

const numberOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('expected a number');
  return value;
};
/** @param seconds since the epoch. */
const toMs = (seconds: unknown): number => numberOf(seconds) * 1000;
/** @returns the id of what a field names, whether or not it was expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  (typeof value === 'string' ? value : value?.id) || null;

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const { id, payment_status, url } = expectObject(session, 'checkout.session');
  const status = (['open', 'complete', 'expired'] as const).find((one) => one === session.status);
  if (!status) throw new TypeError('expected a known status');
  return {
    id,
    url: status === 'open' ? url : null,
    status,
    isPaid: status === 'complete' && payment_status !== 'unpaid',
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    reference: session.client_reference_id || null,
    expiresAt: toMs(session.expires_at),
  };
}

type Sold = { plan: PaidPlanId; cycle: Cycle };

/**
 * @returns what a price buys. Prices that are no longer offered keep their meaning by the metadata that
 * `npm run stripe:setup` gave them, so that nobody loses a plan when its price changes.
 */
function soldBy(price: Stripe.Price | undefined, priceIds: PriceIds): Sold | null {
  if (!price) return null;
  for (const plan of PAID_PLAN_IDS) {
    for (const cycle of CYCLES) if (priceIds[plan][cycle] === price.id) return { plan, cycle };
  }
  const plan = PAID_PLAN_IDS.find((one) => one === price.metadata?.proofbell_plan);
  const cycle = CYCLES.find((one) => one === price.metadata?.proofbell_cycle);
  return plan && cycle ? { plan, cycle } : null;
}

export function toSubscription(subscription: Stripe.Subscription, priceIds: PriceIds): ProviderSubscription {
  const { id, items, cancel_at, cancel_at_period_end } = expectObject(subscription, 'subscription');
  const customerId = idOf(subscription.customer);
  const status = STATUSES.find((one) => one === subscription.status);
  if (!customerId || !status) throw new TypeError('expected a customer and a known status');
  const sold = items.data.map((item) => ({ item, ...soldBy(item.price, priceIds) }));
  const ours = sold.find(({ plan }) => plan) ?? sold[0];
  const periodEnd = ours ? toMs(ours.item.current_period_end) : null;
  return {
    id,
    customerId,
    status,
    plan: ours?.plan ?? null,
    cycle: ours?.cycle ?? null,
    periodEnd,
    cancelsAt: cancel_at ? toMs(cancel_at) : cancel_at_period_end ? periodEnd : null,
    reference: subscription.metadata?.reference || null,
    createdAt: toMs(subscription.created),
  };
}

export function toPrice(price: Stripe.Price): ProviderPrice {
  const { id, active, currency, recurring, unit_amount } = expectObject(price, 'price');
  const isPlain = recurring?.interval_count === 1 && recurring.usage_type === 'licensed';
  return {
    id,
    amount: unit_amount === null ? null : numberOf(unit_amount),
    currency: String(currency),
    interval: isPlain ? recurring.interval : null,
    isActive: active === true,
  };
}

/** A payment of an invoice: what it took, and what a refund of it names. */
export type Paid = { id: string; target: { payment_intent: string } | { charge: string }; cents: number };

/** @returns null when no money moved. */
export function toPaid(invoicePayment: Stripe.InvoicePayment): Paid | null {
  const { id, amount_paid, payment } = expectObject(invoicePayment, 'invoice_payment');
  const [paymentIntent, charge] = [idOf(payment.payment_intent), idOf(payment.charge)];
  const target = paymentIntent ? { payment_intent: paymentIntent } : charge ? { charge } : null;
  return target && amount_paid ? { id, target, cents: numberOf(amount_paid) } : null;
}

/** @returns the cents that the refunds paid back. */
export const toRefunded = (refunds: readonly Stripe.Refund[]): number =>
  refunds
    .filter((refund) => !/^(?:failed|canceled)$/.test(expectObject(refund, 'refund').status ?? ''))
    .reduce((sum, { amount }) => sum + numberOf(amount), 0);

/** What an event's object may carry, in this and in older versions of the API. */
type EventObject = {
  object?: string;
  id?: string;
  customer?: string | { id: string } | null;
  subscription?: string | { id: string } | null;
  charge?: string | { id: string } | null;
  parent?: { subscription_details?: { subscription?: string | { id: string } | null } | null } | null;
};

/** @param event verified. */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type, created, data } = expectObject(event, 'event');
  const it: EventObject = data?.object ?? {};
  const own = (kind: string) => (it.object === kind ? idOf(it.id) : null);
  return {
    id,
    type: String(type),
    createdAt: toMs(created),
    customerId: own('customer') ?? idOf(it.customer),
    subscriptionId: own('subscription') ?? idOf(it.subscription) ?? idOf(it.parent?.subscription_details?.subscription),
    checkoutId: own('checkout.session'),
    chargeId: own('charge') ?? idOf(it.charge),
  };
}
