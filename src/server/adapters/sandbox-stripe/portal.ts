// Portal sessions, and the clocks by which a customer's time is moved there.
import type { Stripe } from 'stripe';
import { idOf } from './payments.ts';
import { offsetOf, type Store } from './store.ts';
import { currentSubscription, isOver, itemOf, openInvoice } from './subscriptions.ts';
import { type Reader, StripeFault } from './wire.ts';

const DAY = 86_400;
const CONFIGURATION = 'bpc_sandbox';

/** The portal of the sandbox can do all of it, and can't be configured. */
export const PORTAL_CONFIGURATION: Stripe.BillingPortal.Configuration = {
  id: CONFIGURATION,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: 1_767_225_600,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: [], options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: ['price'],
      enabled: true,
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: { proofbell: 'portal' },
  name: null,
  updated: 1_767_225_600,
};

export async function createPortal(store: Store, params: Reader): Promise<Stripe.BillingPortal.Session> {
  const customer = await store.get('customer', params.required('customer'), 'customer');
  const return_url = params.text('return_url');
  params.text('configuration');
  params.end();
  const id = store.id('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: CONFIGURATION,
    created: store.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url,
    url: `${store.parts.publicUrl}/sandbox/portal/${id}`,
  };
  await store.save(session, customer.id);
  return session;
}

/** `sandbox_offset` is how far it is ahead, in seconds. */
export type StoredClock = Stripe.TestHelpers.TestClock & { sandbox_offset: number };

/** @param frozen the time it shows, in seconds. */
export function toClock(store: Store, frozen: number, name: string | null): StoredClock {
  return {
    id: store.id('clock'),
    object: 'test_helpers.test_clock',
    created: store.now(),
    deletes_after: store.now() + 30 * DAY,
    frozen_time: frozen,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
    sandbox_offset: frozen - store.now(),
  };
}

/** @param to seconds. @throws StripeFault 400 when it would go back */
export async function setClock(store: Store, clock: Stripe.TestHelpers.TestClock, to: number): Promise<void> {
  if (to <= store.now() + offsetOf(clock)) {
    throw new StripeFault(400, 'Test clocks can only be advanced to a time after their current frozen time.', {
      param: 'frozen_time',
    });
  }
  Object.assign(clock, { frozen_time: to, sandbox_offset: to - store.now() });
  await store.save(clock, null);
  const customers = (await store.list('customer')).filter(({ test_clock }) => idOf(test_clock) === clock.id);
  for (const { id } of customers) await catchUpCustomer(store, id);
}

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
export async function skipPeriod(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const customer = await store.get('customer', idOf(subscription.customer));
  const known = customer.test_clock ? await store.find('test_helpers.test_clock', idOf(customer.test_clock)) : null;
  const clock = known ?? toClock(store, store.now(), 'portal');
  if (!known) {
    await store.save(clock, null);
    customer.test_clock = clock.id;
    await store.save(customer, customer.id);
  }
  const open = subscription.status === 'past_due' ? await openInvoice(store, subscription) : null;
  await setClock(store, clock, open?.next_payment_attempt ?? itemOf(subscription).current_period_end);
}
