// Calls of Stripe's API that the sandbox answers in tests alone: what buyers and time do. The server never makes them.
import { CALLS, type Call } from '#server/adapters/sandbox-stripe/api.ts';
import { priceOf } from '#server/adapters/sandbox-stripe/catalog.ts';
import { attachCard, createCustomer } from '#server/adapters/sandbox-stripe/customers.ts';
import type { Customer, PaymentMethod, Subscription, TestClock } from '#server/adapters/sandbox-stripe/objects.ts';
import { catchUpCustomer, makeClock } from '#server/adapters/sandbox-stripe/portal.ts';
import type { Store } from '#server/adapters/sandbox-stripe/store.ts';
import {
  changePrice,
  currentSubscription,
  setCard,
  setEnding,
  startSubscription,
} from '#server/adapters/sandbox-stripe/subscriptions.ts';
import { listOf, type Reader, StripeFault } from '#server/adapters/sandbox-stripe/wire.ts';
import type { TestCard } from '#server/domain/billing/sandbox-desk.ts';

/** The test cards by the names that Stripe gives their payment methods. */
const CARDS: Record<string, TestCard> = {
  pm_card_visa: 'pays',
  pm_card_visa_chargeDeclined: 'declined',
  pm_card_chargeCustomerFail: 'fails-later',
};

/** @param name of a test card, or the id of a card that the customer has. */
async function cardNamed(store: Store, name: string, customer: Customer): Promise<PaymentMethod> {
  const card = CARDS[name];
  return card ? attachCard(store, card, customer) : store.get('payment_method', name, 'payment_method');
}

/** @returns a customer with a clock and a card, as far as they are named. */
async function createBuyer(store: Store, params: Reader): Promise<Customer> {
  const customer = await createCustomer(store, params);
  customer.test_clock = params.text('test_clock');
  // The same twice, as Stripe wants it.
  params.text('payment_method');
  const card = params.group('invoice_settings').text('default_payment_method');
  if (card) customer.invoice_settings.default_payment_method = (await cardNamed(store, card, customer)).id;
  await store.save(customer, customer.id);
  return customer;
}

/** @returns the clock as the API answers it. */
const shown = (store: Store, { sandbox_offset: offset, ...clock }: TestClock) => ({
  ...clock,
  frozen_time: store.now() + offset,
  status: 'ready',
});

async function createClock(store: Store, params: Reader) {
  const clock = makeClock(store);
  clock.sandbox_offset = (params.integer('frozen_time') ?? store.now()) - store.now();
  await store.save(clock, null);
  return shown(store, clock);
}

async function advanceClock(store: Store, params: Reader, id: string) {
  const clock = await store.get('test_helpers.test_clock', id);
  const to = params.integer('frozen_time') ?? 0;
  if (to <= store.now() + clock.sandbox_offset)
    throw new StripeFault(400, 'Only to a later time', { param: 'frozen_time' });
  clock.sandbox_offset = to - store.now();
  await store.save(clock, null);
  const customers = (await store.list('customer')).filter(({ test_clock }) => test_clock === id);
  for (const customer of customers) await catchUpCustomer(store, customer.id);
  return shown(store, clock);
}

async function createSubscription(store: Store, params: Reader): Promise<Subscription> {
  const customer = await store.get('customer', params.required('customer'), 'customer');
  const [item] = params.groups('items');
  const price = priceOf(item?.required('price') ?? '', 'items[0][price]');
  const card = customer.invoice_settings.default_payment_method;
  const method = card === null ? null : await cardNamed(store, card, customer);
  return startSubscription(store, { customer, price, method, metadata: params.metadata() });
}

/** Changes the card, the price, or whether it ends with its period. */
async function updateSubscription(store: Store, params: Reader, id: string): Promise<Subscription> {
  const subscription = await currentSubscription(store, id);
  const customer = await store.get('customer', subscription.customer);
  const card = params.text('default_payment_method');
  const ending = params.text('cancel_at_period_end');
  const [item] = params.groups('items');
  item?.text('id');
  const price = item?.text('price');
  params.text('proration_behavior');
  if (card) await setCard(store, subscription, await cardNamed(store, card, customer));
  if (ending) await setEnding(store, subscription, ending === 'true');
  if (price) await changePrice(store, subscription, priceOf(price));
  return subscription;
}

export const TEST_CALLS: Record<string, Call> = {
  ...CALLS,
  'POST /v1/customers': createBuyer,
  'GET /v1/customers/:id': (store, _params, id) => store.get('customer', id, 'customer'),
  'POST /v1/payment_methods/:id/attach': async (store, params, id) =>
    cardNamed(store, id, await store.get('customer', params.required('customer'), 'customer')),
  'POST /v1/subscriptions': createSubscription,
  'POST /v1/subscriptions/:id': (store, params, id) => updateSubscription(store, params, id),
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
  'POST /v1/test_helpers/test_clocks/:id/advance': advanceClock,
};
