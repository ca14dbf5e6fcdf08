// Customers and their cards. A card is only ever one of the test cards, known by its name: no number comes here.
import type { Stripe } from 'stripe';
import type { Store } from './store.ts';
import { type Reader, StripeFault } from './wire.ts';

/**
 * The test cards by the names that Stripe gives their payment methods: whether they pay, and why not. `chargeCustomerFail`
 * is accepted and pays nothing afterwards.
 */
const TEST_CARDS = {
  visa: { last4: '4242', decline: null },
  mastercard: { last4: '4444', decline: null },
  visa_chargeDeclined: { last4: '0002', decline: 'generic_decline' },
  visa_chargeDeclinedInsufficientFunds: { last4: '9995', decline: 'insufficient_funds' },
  chargeCustomerFail: { last4: '0341', decline: 'generic_decline' },
} as const;
type TestCard = keyof typeof TEST_CARDS;

const isTestCard = (name: string): name is TestCard => Object.hasOwn(TEST_CARDS, name);

const DECLINES: Record<string, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
};

const EMPTY_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export async function createCustomer(store: Store, params: Reader): Promise<Stripe.Customer> {
  const test_clock = params.text('test_clock');
  if (test_clock) await store.get('test_helpers.test_clock', test_clock, 'test_clock');
  const paymentMethod = params.text('payment_method');
  const customer: Stripe.Customer = {
    id: store.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: await store.nowOf({ test_clock }),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.text('description'),
    discount: null,
    email: params.text('email'),
    invoice_prefix: store.id('x').slice(2, 10).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: params.group('invoice_settings').text('default_payment_method'),
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: params.metadata(),
    name: params.text('name'),
    next_invoice_sequence: 1,
    phone: params.text('phone'),
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock,
  };
  params.end();
  await store.save(customer, customer.id);
  if (paymentMethod) await attachCard(store, paymentMethod, customer);
  const named = customer.invoice_settings.default_payment_method;
  if (typeof named === 'string') {
    customer.invoice_settings.default_payment_method = (await attachCard(store, named, customer)).id;
    await store.save(customer, customer.id);
  }
  return customer;
}

export async function updateCustomer(store: Store, id: string, params: Reader): Promise<Stripe.Customer> {
  const customer = await store.get('customer', id, 'customer');
  if (params.has('email')) customer.email = params.text('email');
  if (params.has('name')) customer.name = params.text('name');
  const named = params.group('invoice_settings').text('default_payment_method');
  if (named) customer.invoice_settings.default_payment_method = (await attachCard(store, named, customer)).id;
  merge(customer.metadata, params.metadata());
  params.end();
  await store.save(customer, customer.id);
  return customer;
}

/** Adds metadata; an empty value removes its key. */
export function merge(metadata: Stripe.Metadata, given: Record<string, string>): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === '') delete metadata[key];
    else metadata[key] = value;
  }
}

/**
 * @param name a test card's own payment method (`pm_card_visa`), of which the customer gets a copy, or one that they have.
 * @throws StripeFault 402 when the card can't even be kept; 404
 */
export async function attachCard(store: Store, name: string, customer: Stripe.Customer): Promise<Stripe.PaymentMethod> {
  const card = name.replace(/^pm_card_/, '');
  if (!isTestCard(card)) {
    const found = await store.get('payment_method', name, 'payment_method');
    if (found.customer !== customer.id) {
      throw new StripeFault(400, 'The customer does not have a payment method with this ID.', {
        param: 'payment_method',
      });
    }
    return found;
  }
  const { decline, last4 } = TEST_CARDS[card];
  if (decline && card !== 'chargeCustomerFail') throw declined(decline);
  const method: Stripe.PaymentMethod = {
    id: store.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: EMPTY_ADDRESS,
      email: customer.email,
      name: customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card === 'mastercard' ? 'mastercard' : 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card === 'mastercard' ? 'mastercard' : 'visa',
      exp_month: 12,
      exp_year: 2040,
      fingerprint: card,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [card === 'mastercard' ? 'mastercard' : 'visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: await store.nowOf(customer),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  await store.save(method, customer.id);
  return method;
}

/** @returns the answer to a card that doesn't pay. */
export const declined = (code: string): StripeFault =>
  new StripeFault(402, DECLINES[code] ?? 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: code,
  });

/** @returns why a customer's card pays nothing; null if it pays. */
export function declineOf({ card }: Pick<Stripe.PaymentMethod, 'card'>): string | null {
  const name = card?.fingerprint ?? '';
  return isTestCard(name) ? TEST_CARDS[name].decline : 'generic_decline';
}
