// Subscriptions: bought, changed, cancelled, and what time does to them.
import { declined } from './customers.ts';
import { bill, payInvoice } from './invoices.ts';
import type { Customer, Invoice, Metadata, PaymentMethod, Price, Subscription, SubscriptionItem } from './objects.ts';
import type { Store } from './store.ts';
import { missing } from './wire.ts';

export const isOver = ({ status }: Subscription): boolean => status === 'canceled';

/** @returns the one item that our subscriptions have. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/**
 * @param start seconds. @param anchor when the first period began, in seconds.
 * @returns a month or a year later: the day of the month of the anchor, or the month's last.
 */
function periodEnd(start: number, { recurring }: Price, anchor: number): number {
  const date = new Date(start * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (recurring.interval === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}

type Bought = { customer: Customer; price: Price; method: PaymentMethod | null; metadata: Metadata };

/** Starts a subscription and bills its first period. @returns it, active; incomplete if that was not paid */
export async function startSubscription(
  store: Store,
  { customer, price, method, metadata }: Bought,
): Promise<Subscription> {
  const now = await store.nowOf(customer);
  const end = periodEnd(now, price, now);
  const item: SubscriptionItem = {
    id: store.id('si'),
    object: 'subscription_item',
    current_period_end: end,
    current_period_start: now,
    price,
  };
  const subscription: Subscription = {
    id: store.id('sub'),
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    created: now,
    customer: customer.id,
    default_payment_method: method?.id ?? null,
    ended_at: null,
    items: { data: [item] },
    metadata,
    status: 'active',
  };
  const invoice = await bill(store, { customer, subscription, price, amount: price.unit_amount, start: now, end });
  if (invoice.status !== 'paid') subscription.status = 'incomplete';
  await store.save(subscription, customer.id);
  await store.emit('customer.subscription.created', subscription, now);
  return subscription;
}

async function saveChanged(store: Store, subscription: Subscription, at: number): Promise<void> {
  await store.save(subscription, subscription.customer);
  await store.emit('customer.subscription.updated', subscription, at);
}

const nowFor = async (store: Store, subscription: Subscription) =>
  store.nowOf(await store.get('customer', subscription.customer));

/** Has it end with its period, or go on after all. */
export async function setEnding(store: Store, subscription: Subscription, isEnding: boolean): Promise<void> {
  subscription.cancel_at_period_end = isEnding;
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null;
  await saveChanged(store, subscription, await nowFor(store, subscription));
}

/** Has it paid with another card of its customer. */
export async function setCard(store: Store, subscription: Subscription, method: PaymentMethod): Promise<void> {
  subscription.default_payment_method = method.id;
  await saveChanged(store, subscription, await nowFor(store, subscription));
}

/** Bills the difference at once; a credit is not paid out. @throws StripeFault 402 when it can't be paid */
export async function changePrice(store: Store, subscription: Subscription, price: Price): Promise<void> {
  const customer = await store.get('customer', subscription.customer);
  const now = await store.nowOf(customer);
  const item = itemOf(subscription);
  const before = item.price;
  if (before.id !== price.id) {
    const { current_period_start: start, current_period_end: end } = item;
    const left = Math.min(1, Math.max(0, (end - now) / (end - start)));
    const isSameCycle = before.recurring.interval === price.recurring.interval;
    const amount = Math.round(price.unit_amount * (isSameCycle ? left : 1) - before.unit_amount * left);
    if (!isSameCycle) {
      item.current_period_start = now;
      item.current_period_end = periodEnd(now, price, now);
      subscription.billing_cycle_anchor = now;
    }
    item.price = price;
    const due = { customer, subscription, price, amount, isChange: true, start: now, end: item.current_period_end };
    if (amount > 0 && (await bill(store, due)).status !== 'paid') throw declined('generic_decline');
  }
  await saveChanged(store, subscription, now);
}

/** Ends it now. @throws StripeFault 404 when it has ended already, as Stripe does */
export async function cancelSubscription(store: Store, id: string): Promise<Subscription> {
  const subscription = await currentSubscription(store, id);
  if (isOver(subscription)) throw missing('subscription', id);
  await end(store, subscription, await nowFor(store, subscription));
  return subscription;
}

async function end(store: Store, subscription: Subscription, at: number): Promise<void> {
  subscription.status = 'canceled';
  subscription.ended_at = at;
  await store.save(subscription, subscription.customer);
  await store.emit('customer.subscription.deleted', subscription, at);
}

/** @returns the subscription as time has left it. @throws StripeFault 404 */
export async function currentSubscription(store: Store, id: string): Promise<Subscription> {
  const subscription = await store.get('subscription', id);
  await catchUp(store, subscription);
  return subscription;
}

/** A year of failed months is as far as anybody leaves a clock behind. */
const STEPS_MAX = 120;

/** Renews, retries and ends, up to the customer's present. */
async function catchUp(store: Store, subscription: Subscription): Promise<void> {
  const customer = await store.get('customer', subscription.customer);
  const now = await store.nowOf(customer);
  for (let step = 0; step < STEPS_MAX && !isOver(subscription); step++) {
    const open = await openInvoice(store, subscription);
    const retryAt = open?.next_payment_attempt ?? Number.POSITIVE_INFINITY;
    const { current_period_end: periodEndsAt } = itemOf(subscription);
    const at = Math.min(retryAt, periodEndsAt);
    if (at > now) return;
    if (open && retryAt <= periodEndsAt) await retry(store, subscription, open, retryAt);
    else if (subscription.cancel_at_period_end) await end(store, subscription, periodEndsAt);
    else await renew(store, subscription, customer, periodEndsAt);
  }
}

/** @returns the renewal that it owes; null when nothing is open. */
export async function openInvoice(store: Store, subscription: Subscription): Promise<Invoice | null> {
  if (subscription.status !== 'past_due') return null;
  const invoices = await store.list('invoice', subscription.customer);
  const isOwn = ({ parent }: Invoice) => parent.subscription_details.subscription === subscription.id;
  return invoices.find((invoice) => invoice.status === 'open' && isOwn(invoice)) ?? null;
}

/** Tries at once to have paid what it owes, as after a change of the card. */
export async function payOpenInvoice(store: Store, subscription: Subscription): Promise<void> {
  const open = await openInvoice(store, subscription);
  if (open) await retry(store, subscription, open, await nowFor(store, subscription));
}

async function retry(store: Store, subscription: Subscription, invoice: Invoice, at: number): Promise<void> {
  if (await payInvoice(store, invoice, subscription, at)) {
    subscription.status = 'active';
    await saveChanged(store, subscription, at);
  } else if (invoice.next_payment_attempt === null) await end(store, subscription, at);
}

async function renew(store: Store, subscription: Subscription, customer: Customer, at: number): Promise<void> {
  const item = itemOf(subscription);
  const { price } = item;
  item.current_period_start = at;
  item.current_period_end = periodEnd(at, price, subscription.billing_cycle_anchor);
  const { current_period_end: end } = item;
  const invoice = await bill(store, { customer, subscription, price, amount: price.unit_amount, start: at, end });
  if (invoice.status !== 'paid') subscription.status = 'past_due';
  await saveChanged(store, subscription, at);
}
