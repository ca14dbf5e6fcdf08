// Checkout sessions: the page on which a plan is bought.
import type { Stripe } from 'stripe';
import { CURRENCY, priceOf } from './catalog.ts';
import { createCustomer } from './customers.ts';
import { idOf } from './payments.ts';
import type { Store } from './store.ts';
import { startSubscription } from './subscriptions.ts';
import { Reader, StripeFault } from './wire.ts';

const HOUR = 3_600;
/** How long a session lives, in seconds. */
const LIFE_MIN = HOUR / 2;
const LIFE_MAX = 24 * HOUR;

/** What is sold is stored with the session; Stripe answers it only when asked to expand it. */
type StoredSession = Stripe.Checkout.Session & {
  sandbox: { price: string; metadata: Stripe.Metadata };
};

const stored = (session: Stripe.Checkout.Session) => session as StoredSession;

/** @returns the price that a session sells. */
export const priceSold = (session: Stripe.Checkout.Session): Stripe.Price => priceOf(stored(session).sandbox.price);

export async function createCheckout(store: Store, params: Reader): Promise<Stripe.Checkout.Session> {
  if (params.required('mode') !== 'subscription') {
    throw new StripeFault(400, 'The sandbox sells subscriptions only.', { param: 'mode' });
  }
  const [line] = params.groups('line_items');
  if (!line)
    throw new StripeFault(400, 'Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  const price = priceOf(line.required('price'), 'line_items[0][price]');
  line.integer('quantity');
  const id = store.id('cs_test');
  const named = params.text('customer');
  const email = params.text('customer_email');
  const customer = named
    ? await store.get('customer', named, 'customer')
    : await createCustomer(store, new Reader(email ? { email } : {}));
  // In our time even for a customer whose test clock is ahead: whoever asks for a checkout says in it how long it lives.
  const now = store.now();
  const session: StoredSession = {
    ...toSession(id, price, customer, now),
    cancel_url: params.text('cancel_url'),
    client_reference_id: params.text('client_reference_id'),
    expires_at: readExpiry(params, now),
    metadata: params.metadata(),
    success_url: params.required('success_url'),
    url: `${store.parts.publicUrl}/sandbox/checkout/${id}`,
    sandbox: { price: price.id, metadata: params.group('subscription_data').metadata() },
  };
  params.end();
  await store.save(session, customer.id);
  return withoutSold(session);
}

function readExpiry(params: Reader, now: number): number {
  const expiry = params.integer('expires_at');
  if (expiry === null) return now + LIFE_MAX;
  // A minute of grace, since the clocks of two machines differ.
  if (expiry < now + LIFE_MIN - 60 || expiry > now + LIFE_MAX + 60) {
    throw new StripeFault(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  }
  return expiry;
}

/** What the API answers. */
export function withoutSold(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { sandbox: _sold, ...rest } = stored(session);
  return rest;
}

/** @returns the session, expired if its time is over. @throws StripeFault 404 */
export async function currentCheckout(store: Store, id: string): Promise<Stripe.Checkout.Session> {
  const session = await store.get('checkout.session', id);
  if (session.status === 'open' && session.expires_at <= store.now()) await expire(store, session);
  return session;
}

async function expire(store: Store, session: Stripe.Checkout.Session): Promise<void> {
  session.status = 'expired';
  session.url = null;
  await store.save(session, idOf(session.customer));
  await store.emit('checkout.session.expired', withoutSold(session), store.now());
}

/** @throws StripeFault 400 when it isn't open, as Stripe does; 404 */
export async function expireCheckout(store: Store, id: string): Promise<Stripe.Checkout.Session> {
  const session = await currentCheckout(store, id);
  if (session.status !== 'open') {
    throw new StripeFault(
      400,
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ' +
        `\`${session.status}\`.`,
    );
  }
  await expire(store, session);
  return withoutSold(session);
}

/**
 * Pays with a test card.
 * @param card its name. @returns the session, complete; one that isn't open any more is left as it is.
 * @throws StripeFault 402 for a decline, which changes nothing
 */
export async function payCheckout(store: Store, id: string, card: string): Promise<Stripe.Checkout.Session> {
  const session = stored(await currentCheckout(store, id));
  if (session.status !== 'open') return session;
  const customer = await store.get('customer', idOf(session.customer));
  const { price, metadata } = session.sandbox;
  const bought = { customer, price: priceOf(price), card: `pm_card_${card}`, metadata: { ...metadata } };
  const subscription = await startSubscription(store, bought, false);
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    subscription: subscription.id,
    invoice: idOf(subscription.latest_invoice),
    url: null,
  });
  await store.save(session, customer.id);
  await store.emit('checkout.session.completed', withoutSold(session), await store.nowOf(customer));
  return session;
}

const toSession = (
  id: string,
  price: Stripe.Price,
  customer: Stripe.Customer,
  now: number,
): Stripe.Checkout.Session => ({
  id,
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: price.unit_amount,
  amount_total: price.unit_amount,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: now,
  currency: CURRENCY,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: customer.id,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: now,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {},
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page' as Stripe.Checkout.Session.UiMode,
  url: null,
  wallet_options: null,
});
