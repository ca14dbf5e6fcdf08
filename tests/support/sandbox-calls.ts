// Calls of Stripe's API that the sandbox answers in tests alone: what buyers and time do. The server never makes them.
import type { Stripe } from 'stripe';
import { CALLS, type Call } from '#server/adapters/sandbox-stripe/api.ts';
import { priceOf } from '#server/adapters/sandbox-stripe/catalog.ts';
import { attachCard, updateCustomer } from '#server/adapters/sandbox-stripe/customers.ts';
import { type StoredClock, setClock, toClock } from '#server/adapters/sandbox-stripe/portal.ts';
import type { Store } from '#server/adapters/sandbox-stripe/store.ts';
import { startSubscription, updateSubscription } from '#server/adapters/sandbox-stripe/subscriptions.ts';
import { listOf, type Reader } from '#server/adapters/sandbox-stripe/wire.ts';

/** @returns the clock as the API answers it. */
function shown(store: Store, clock: Stripe.TestHelpers.TestClock): Stripe.TestHelpers.TestClock {
  const { sandbox_offset: offset, ...rest } = clock as StoredClock;
  return { ...rest, frozen_time: store.now() + offset };
}

async function createClock(store: Store, params: Reader): Promise<Stripe.TestHelpers.TestClock> {
  const clock = toClock(store, params.integer('frozen_time') ?? store.now(), params.text('name'));
  await store.save(clock, null);
  return shown(store, clock);
}

async function advanceClock(store: Store, params: Reader, id: string): Promise<Stripe.TestHelpers.TestClock> {
  const clock = await store.get('test_helpers.test_clock', id);
  await setClock(store, clock, params.integer('frozen_time') ?? 0);
  return shown(store, clock);
}

async function createSubscription(store: Store, params: Reader): Promise<Stripe.Subscription> {
  const customer = await store.get('customer', params.required('customer'), 'customer');
  const [item] = params.groups('items');
  const price = priceOf(item?.required('price') ?? '', 'items[0][price]');
  const bought = { customer, price, card: params.text('default_payment_method'), metadata: params.metadata() };
  const behavior = params.text('payment_behavior');
  params.end();
  return startSubscription(store, bought, behavior !== 'error_if_incomplete');
}

export const TEST_CALLS: Record<string, Call> = {
  ...CALLS,
  'GET /v1/customers/:id': (store, _params, id) => store.get('customer', id, 'customer'),
  'POST /v1/customers/:id': (store, params, id) => updateCustomer(store, id, params),
  'POST /v1/payment_methods/:id/attach': async (store, params, id) =>
    attachCard(store, id, await store.get('customer', params.required('customer'), 'customer')),
  'GET /v1/payment_methods/:id': (store, _params, id) => store.get('payment_method', id, 'payment_method'),
  'POST /v1/subscriptions': createSubscription,
  'POST /v1/subscriptions/:id': (store, params, id) => updateSubscription(store, id, params),
  'GET /v1/invoices/:id': (store, _params, id) => store.get('invoice', id, 'invoice'),
  'GET /v1/events': async (store, params) => {
    const type = params.text('type');
    const all = await store.list('event');
    return listOf(
      all.filter((one) => type === null || one.type === type),
      '/v1/events',
      params,
    );
  },
  'POST /v1/test_helpers/test_clocks': createClock,
  'GET /v1/test_helpers/test_clocks/:id': async (store, _params, id) =>
    shown(store, await store.get('test_helpers.test_clock', id)),
  'POST /v1/test_helpers/test_clocks/:id/advance': advanceClock,
};
