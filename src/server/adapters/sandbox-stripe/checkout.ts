// Checkout sessions: the page on which a plan is bought.
import type { TestCard } from '../../domain/billing/sandbox-desk.ts';
import { CURRENCY, priceOf } from './catalog.ts';
import { attachCard, declined } from './customers.ts';
import type { CheckoutSession, Metadata, Price } from './objects.ts';
import type { Store } from './store.ts';
import { startSubscription } from './subscriptions.ts';
import { type Reader, StripeFault } from './wire.ts';

const HOUR = 3_600;
/** How long a session lives, in seconds. */
const LIFE_MIN = HOUR / 2;
const LIFE_MAX = 24 * HOUR;

/** What is sold is stored with the session; Stripe answers it only when asked to expand it. */
type StoredSession = CheckoutSession & { sandbox: { price: string; metadata: Metadata } };

const stored = (session: CheckoutSession) => session as StoredSession;

/** @returns the price that a session sells. */
export const priceSold = (session: CheckoutSession): Price => priceOf(stored(session).sandbox.price);

export async function createCheckout(store: Store, params: Reader): Promise<CheckoutSession> {
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
  const customer = await store.get('customer', params.required('customer'), 'customer');
  const id = store.id('cs_test');
  // In our time even for a customer whose test clock is ahead: whoever asks for a checkout says in it how long it lives.
  const now = store.now();
  const session: StoredSession = {
    id,
    object: 'checkout.session',
    amount_total: price.unit_amount,
    cancel_url: params.text('cancel_url'),
    client_reference_id: params.text('client_reference_id'),
    created: now,
    currency: CURRENCY,
    customer: customer.id,
    expires_at: readExpiry(params, now),
    metadata: params.metadata(),
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.required('success_url'),
    url: `${store.parts.publicUrl}/sandbox/checkout/${id}`,
    sandbox: { price: price.id, metadata: params.group('subscription_data').metadata() },
  };
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
export function withoutSold(session: CheckoutSession): CheckoutSession {
  const { sandbox: _sold, ...rest } = stored(session);
  return rest;
}

/** @returns the session, expired if its time is over. @throws StripeFault 404 */
export async function currentCheckout(store: Store, id: string): Promise<CheckoutSession> {
  const session = await store.get('checkout.session', id);
  if (session.status === 'open' && session.expires_at <= store.now()) await expire(store, session);
  return session;
}

async function expire(store: Store, session: CheckoutSession): Promise<void> {
  session.status = 'expired';
  session.url = null;
  await store.save(session, session.customer);
  await store.emit('checkout.session.expired', withoutSold(session), store.now());
}

/** @throws StripeFault 400 when it isn't open, as Stripe does; 404 */
export async function expireCheckout(store: Store, id: string): Promise<CheckoutSession> {
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
 * @returns whether it did: a session that isn't open any more is left as it is.
 * @throws StripeFault 402 for a decline, which changes nothing
 */
export async function payCheckout(store: Store, id: string, card: TestCard): Promise<boolean> {
  const session = stored(await currentCheckout(store, id));
  if (session.status !== 'open') return false;
  const customer = await store.get('customer', session.customer);
  const { price, metadata } = session.sandbox;
  const method = await attachCard(store, card, customer);
  const subscription = await startSubscription(store, { customer, price: priceOf(price), method, metadata });
  if (subscription.status !== 'active') throw declined('generic_decline');
  Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null });
  await store.save(session, customer.id);
  await store.emit('checkout.session.completed', withoutSold(session), await store.nowOf(customer));
  return true;
}
