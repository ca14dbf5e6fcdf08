// Portal sessions, and the clocks by which a customer's time is moved there.
import type { Stripe } from 'stripe';
import { priceOf } from './catalog.ts';
import type { PortalSession, Subscription, TestClock } from './objects.ts';
import type { Store } from './store.ts';
import { currentSubscription, isOver, itemOf, openInvoice } from './subscriptions.ts';
import { missing, type Reader } from './wire.ts';

/** The portal of the sandbox can do all of it, and can't be configured. */
export const PORTAL_CONFIGURATION = {
  id: 'bpc_sandbox',
  object: 'billing_portal.configuration',
  active: true,
  metadata: { proofbell: 'portal' },
} satisfies Partial<Stripe.BillingPortal.Configuration>;

/** What a session opens at: the id of the price that is confirmed, or 'canceled'; null for all of it. */
async function readFlow(store: Store, params: Reader, customerId: string): Promise<string | null> {
  const type = params.text('type');
  const after = params.group('after_completion');
  after.text('type');
  after.group('redirect').text('return_url');
  const cancel = params.group('subscription_cancel').text('subscription');
  const update = params.group('subscription_update_confirm');
  const [item, ...others] = update.groups('items');
  const [itemId, price] = [item?.required('id'), item?.required('price')];
  item?.integer('quantity');
  const subscriptionId = update.text('subscription') ?? cancel;
  if (type === null) return null;
  const subscription = await store.get('subscription', subscriptionId ?? '', 'flow_data[subscription]');
  if (subscription.customer !== customerId) throw missing('subscription', subscription.id);
  if (type === 'subscription_cancel') return 'canceled';
  if (others.length > 0 || itemOf(subscription).id !== itemId) throw missing('subscription item', itemId ?? '');
  return priceOf(price ?? '').id;
}

export async function createPortal(store: Store, params: Reader): Promise<PortalSession> {
  const customer = await store.get('customer', params.required('customer'), 'customer');
  params.text('configuration');
  const flow = await readFlow(store, params.group('flow_data'), customer.id);
  const id = store.id('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: store.now(),
    customer: customer.id,
    return_url: params.text('return_url'),
    sandbox_flow: flow,
    url: `${store.parts.publicUrl}/sandbox/portal/${id}`,
  };
  await store.save(session, customer.id);
  return session;
}

/** @returns a clock that shows our time. */
export const makeClock = (store: Store): TestClock => ({
  id: store.id('clock'),
  object: 'test_helpers.test_clock',
  created: store.now(),
  sandbox_offset: 0,
});

/** Does what time has brought about for a customer's subscriptions. */
export async function catchUpCustomer(store: Store, customerId: string): Promise<void> {
  for (const subscription of await store.list('subscription', customerId)) {
    if (!isOver(subscription)) await currentSubscription(store, subscription.id);
  }
}

/**
 * Moves a customer's time, with a clock of their own: to the end of a subscription's period, or to the next try of a
 * payment that failed.
 */
export async function skipPeriod(store: Store, subscription: Subscription): Promise<void> {
  const customer = await store.get('customer', subscription.customer);
  let clock = customer.test_clock && (await store.find('test_helpers.test_clock', customer.test_clock));
  if (!clock) {
    clock = makeClock(store);
    customer.test_clock = clock.id;
    await store.save(customer, customer.id);
  }
  const open = await openInvoice(store, subscription);
  clock.sandbox_offset = (open?.next_payment_attempt ?? itemOf(subscription).current_period_end) - store.now();
  await store.save(clock, null);
  await catchUpCustomer(store, customer.id);
}
