// Customers and their cards. A card is only ever one of the test cards, known by its name: no number comes here.
import type { TestCard } from '../../domain/billing/sandbox-desk.ts';
import type { Customer, PaymentMethod } from './objects.ts';
import type { Store } from './store.ts';
import { type Reader, StripeFault } from './wire.ts';

/** Why a card isn't even accepted, in Stripe's words. */
const DECLINES = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
};
type Decline = keyof typeof DECLINES;

/** The last digits of the test cards that Stripe has for each. One that fails later is accepted, and pays nothing. */
const TEST_CARDS: Record<TestCard, { last4: string; decline?: Decline }> = {
  pays: { last4: '4242' },
  declined: { last4: '0002', decline: 'generic_decline' },
  'insufficient-funds': { last4: '9995', decline: 'insufficient_funds' },
  'fails-later': { last4: '0341' },
};

export async function createCustomer(store: Store, params: Reader): Promise<Customer> {
  const customer: Customer = {
    id: store.id('cus'),
    object: 'customer',
    created: store.now(),
    email: params.text('email'),
    invoice_settings: { default_payment_method: null },
    metadata: params.metadata(),
    test_clock: null,
  };
  await store.save(customer, customer.id);
  return customer;
}

/** @returns the card, which the customer has from now on. @throws StripeFault 402 when it can't even be kept */
export async function attachCard(store: Store, card: TestCard, customer: Customer): Promise<PaymentMethod> {
  const { decline, last4 } = TEST_CARDS[card];
  if (decline) throw declined(decline);
  const method: PaymentMethod = {
    id: store.id('pm'),
    object: 'payment_method',
    card: { last4 },
    created: await store.nowOf(customer),
    customer: customer.id,
  };
  await store.save(method, customer.id);
  return method;
}

/** @returns the answer to a card that doesn't pay. */
export const declined = (code: Decline): StripeFault =>
  new StripeFault(402, DECLINES[code], { type: 'card_error', code: 'card_declined', decline_code: code });

/** @returns whether a customer's card pays. */
export const isPaying = ({ card }: PaymentMethod): boolean => card.last4 !== TEST_CARDS['fails-later'].last4;
