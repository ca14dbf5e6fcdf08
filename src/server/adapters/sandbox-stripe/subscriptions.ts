// Subscriptions: bought, changed, cancelled, and what time does to them.
import type { Stripe } from 'stripe';
import { priceOf } from './catalog.ts';
import { attachCard, declined, merge } from './customers.ts';
import { bill, payInvoice, subscriptionOf } from './invoices.ts';
import { idOf } from './payments.ts';
import type { Store } from './store.ts';
import { NO_DETAILS, toItem, toPlan, toSubscription } from './subscription-objects.ts';
import { type Reader, StripeFault } from './wire.ts';

const OVER = ['canceled', 'incomplete_expired'];
export const isOver = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => OVER.includes(status);

/** @returns the one item that our subscriptions have. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** After how many seconds a first payment that failed is given up. */
const INCOMPLETE_LIFE = 23 * 3_600;

/**
 * @param start seconds. @param anchor when the first period began, in seconds.
 * @returns a month or a year later: the day of the month of the anchor, or the month's last.
 */
function periodEnd(start: number, { recurring }: Stripe.Price, anchor: number): number {
  const date = new Date(start * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (recurring?.interval === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}

type Bought = { customer: Stripe.Customer; price: Stripe.Price; card: string | null; metadata: Stripe.Metadata };

/**
 * Starts a subscription and bills its first period.
 * @param mayFail whether one whose first payment fails is kept, incomplete. @throws StripeFault 402 otherwise
 */
export async function startSubscription(
  store: Store,
  { customer, price, card, metadata }: Bought,
  mayFail: boolean,
): Promise<Stripe.Subscription> {
  const now = await store.nowOf(customer);
  const named = card ?? idOf(customer.invoice_settings.default_payment_method);
  const method = named ? await attachCard(store, named, customer) : null;
  const id = store.id('sub');
  const end = periodEnd(now, price, now);
  const subscription = toSubscription(id, customer, method, metadata, now);
  subscription.items.data.push(toItem(store.id('si'), id, price, now, end));
  const invoice = await bill(store, {
    customer,
    subscription,
    price,
    amount: price.unit_amount ?? 0,
    reason: 'subscription_create',
    start: now,
    end,
    now,
  });
  subscription.latest_invoice = invoice.id;
  if (invoice.status !== 'paid') {
    if (!mayFail) throw declined('generic_decline');
    subscription.status = 'incomplete';
  }
  await store.save(subscription, customer.id);
  await store.emit('customer.subscription.created', subscription, now);
  return subscription;
}

/** Changes the card, the price, or whether it ends with its period. */
export async function updateSubscription(store: Store, id: string, params: Reader): Promise<Stripe.Subscription> {
  const subscription = await currentSubscription(store, id);
  if (isOver(subscription)) {
    throw new StripeFault(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  }
  const customer = await store.get('customer', idOf(subscription.customer));
  const now = await store.nowOf(customer);
  const card = params.text('default_payment_method');
  if (card) subscription.default_payment_method = (await attachCard(store, card, customer)).id;
  const isEnding = params.flag('cancel_at_period_end');
  const [item] = params.groups('items');
  item?.text('id');
  item?.integer('quantity');
  const price = item?.text('price');
  params.text('proration_behavior');
  merge(subscription.metadata, params.metadata());
  params.end();
  if (isEnding !== null) setEnding(subscription, isEnding, now);
  if (price) await changePrice(store, subscription, customer, priceOf(price), now);
  await store.save(subscription, customer.id);
  await store.emit('customer.subscription.updated', subscription, now);
  return subscription;
}

function setEnding(subscription: Stripe.Subscription, isEnding: boolean, now: number): void {
  subscription.cancel_at_period_end = isEnding;
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = isEnding ? now : null;
  subscription.cancellation_details = { ...NO_DETAILS, reason: isEnding ? 'cancellation_requested' : null };
}

/** Bills the difference at once; a credit is not paid out. @throws StripeFault 402 when it can't be paid */
async function changePrice(
  store: Store,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
  price: Stripe.Price,
  now: number,
): Promise<void> {
  const item = itemOf(subscription);
  const before = item.price;
  if (before.id === price.id) return;
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.min(1, Math.max(0, (end - now) / (end - start)));
  const isSameCycle = before.recurring?.interval === price.recurring?.interval;
  const due = Math.round((price.unit_amount ?? 0) * (isSameCycle ? left : 1) - (before.unit_amount ?? 0) * left);
  if (!isSameCycle) {
    item.current_period_start = now;
    item.current_period_end = periodEnd(now, price, now);
    subscription.billing_cycle_anchor = now;
  }
  Object.assign(item, { price, plan: toPlan(price) });
  if (due <= 0) return;
  const invoice = await bill(store, {
    customer,
    subscription,
    price,
    amount: due,
    reason: 'subscription_update',
    start: now,
    end: item.current_period_end,
    now,
  });
  if (invoice.status !== 'paid') throw declined('generic_decline');
  subscription.latest_invoice = invoice.id;
}

/** Ends it now. @throws StripeFault 404 when it has ended already, as Stripe does */
export async function cancelSubscription(store: Store, id: string): Promise<Stripe.Subscription> {
  const subscription = await currentSubscription(store, id);
  if (isOver(subscription)) {
    throw new StripeFault(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
  }
  const customer = await store.get('customer', idOf(subscription.customer));
  await end(store, subscription, await store.nowOf(customer), 'cancellation_requested');
  return subscription;
}

async function end(
  store: Store,
  subscription: Stripe.Subscription,
  at: number,
  reason: 'cancellation_requested' | 'payment_failed',
): Promise<void> {
  subscription.status = 'canceled';
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  subscription.cancellation_details = { ...NO_DETAILS, reason };
  await store.save(subscription, idOf(subscription.customer));
  await store.emit('customer.subscription.deleted', subscription, at);
}

/** @returns the subscription as time has left it. @throws StripeFault 404 */
export async function currentSubscription(store: Store, id: string): Promise<Stripe.Subscription> {
  const subscription = await store.get('subscription', id);
  await catchUp(store, subscription);
  return subscription;
}

/** Ends one whose first payment never came. */
async function giveUp(store: Store, subscription: Stripe.Subscription, at: number): Promise<void> {
  const invoice = await openInvoice(store, subscription);
  if (invoice) {
    invoice.status = 'void';
    invoice.next_payment_attempt = null;
    invoice.status_transitions.voided_at = at;
    await store.save(invoice, idOf(subscription.customer));
  }
  subscription.status = 'incomplete_expired';
  subscription.ended_at = at;
  await store.save(subscription, idOf(subscription.customer));
  await store.emit('customer.subscription.updated', subscription, at);
}

/** A year of failed months is as far as anybody leaves a clock behind. */
const STEPS_MAX = 120;

/** Renews, retries and ends, up to the customer's present. */
async function catchUp(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const customer = await store.get('customer', idOf(subscription.customer));
  const now = await store.nowOf(customer);
  for (let step = 0; step < STEPS_MAX && !isOver(subscription); step++) {
    if (subscription.status === 'incomplete') {
      const expiry = subscription.created + INCOMPLETE_LIFE;
      if (expiry > now) return;
      await giveUp(store, subscription, expiry);
      continue;
    }
    const open = subscription.status === 'past_due' ? await openInvoice(store, subscription) : null;
    const retryAt = open?.next_payment_attempt ?? Number.POSITIVE_INFINITY;
    const { current_period_end: periodEndsAt } = itemOf(subscription);
    const at = Math.min(retryAt, periodEndsAt);
    if (at > now) return;
    if (open && retryAt <= periodEndsAt) await retry(store, subscription, open, retryAt);
    else if (subscription.cancel_at_period_end) await end(store, subscription, periodEndsAt, 'cancellation_requested');
    else await renew(store, subscription, customer, periodEndsAt);
  }
}

/** @returns what it owes; null when nothing is open. */
export const openInvoice = async (store: Store, subscription: Stripe.Subscription) =>
  (await store.list('invoice', idOf(subscription.customer))).find(
    (invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscription.id,
  ) ?? null;

/** Tries at once to have paid what it owes, as after a change of the card. */
export async function payOpenInvoice(store: Store, id: string): Promise<void> {
  const subscription = await currentSubscription(store, id);
  const open = isOver(subscription) ? null : await openInvoice(store, subscription);
  const customer = await store.get('customer', idOf(subscription.customer));
  if (open) await retry(store, subscription, open, await store.nowOf(customer));
}

async function retry(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  at: number,
): Promise<void> {
  const decline = await payInvoice(store, invoice, subscription, at);
  if (decline !== null) {
    if (invoice.next_payment_attempt === null) await end(store, subscription, at, 'payment_failed');
    return;
  }
  subscription.status = 'active';
  await store.save(subscription, idOf(subscription.customer));
  await store.emit('customer.subscription.updated', subscription, at);
}

async function renew(
  store: Store,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
  at: number,
): Promise<void> {
  const item = itemOf(subscription);
  const { price } = item;
  item.current_period_start = at;
  item.current_period_end = periodEnd(at, price, subscription.billing_cycle_anchor);
  const invoice = await bill(store, {
    customer,
    subscription,
    price,
    amount: price.unit_amount ?? 0,
    reason: 'subscription_cycle',
    start: at,
    end: item.current_period_end,
    now: at,
  });
  subscription.latest_invoice = invoice.id;
  if (invoice.status !== 'paid') subscription.status = 'past_due';
  await store.save(subscription, customer.id);
  await store.emit('customer.subscription.updated', subscription, at);
}
