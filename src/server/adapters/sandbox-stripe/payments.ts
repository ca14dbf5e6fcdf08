// What was paid for an invoice, and what of it was paid back.
import type { Stripe } from 'stripe';
import { CURRENCY } from './catalog.ts';
import type { Store } from './store.ts';
import { missing, type Reader, StripeFault } from './wire.ts';

/** @returns the id of what a field names; '' without. */
export const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

/** One payment is one charge here, so that their ids tell each other. */
export const chargeIdOf = (intentId: string): string => intentId.replace(/^pi_/, 'ch_');

/** Records the payment of an invoice with a card. */
export async function recordPayment(
  store: Store,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  now: number,
): Promise<void> {
  const customer = idOf(invoice.customer);
  const intentId = store.id('pi');
  const common = { customer, currency: CURRENCY, created: now, livemode: false, amount: invoice.amount_paid };
  const charge: Stripe.Charge = {
    ...common,
    id: chargeIdOf(intentId),
    object: 'charge',
    amount_captured: common.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: 'PROOFBELL',
    captured: true,
    description: 'Subscription',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intentId,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: invoice.hosted_invoice_url ?? null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  const payment: Stripe.InvoicePayment = {
    id: store.id('inpay'),
    object: 'invoice_payment',
    amount_paid: common.amount,
    amount_requested: common.amount,
    created: now,
    currency: CURRENCY,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  };
  await store.save(charge, customer);
  await store.save(payment, customer);
}

/** @throws StripeFault 400 when more would be paid back than was paid; 404 */
export async function createRefund(store: Store, params: Reader): Promise<Stripe.Refund> {
  const intent = params.text('payment_intent');
  const charge = await chargeOf(store, params.text('charge'), intent);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.integer('amount') ?? left;
  const reason = params.text('reason') as Stripe.Refund.Reason | null;
  const metadata = params.metadata();
  params.end();
  if (left === 0)
    throw new StripeFault(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount <= 0 || amount > left) {
    throw new StripeFault(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const customer = idOf(charge.customer);
  const refund: Stripe.Refund = {
    id: store.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: store.now(),
    currency: CURRENCY,
    customer,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  await store.save(charge, customer);
  await store.save(refund, customer);
  return refund;
}

async function chargeOf(store: Store, id: string | null, intent: string | null): Promise<Stripe.Charge> {
  if (id !== null) return store.get('charge', id, 'charge');
  if (intent === null)
    throw new StripeFault(400, 'One of the following params should be provided: payment_intent or charge.');
  const found = await store.find('charge', chargeIdOf(intent));
  if (!found) throw missing('payment_intent', intent, 'payment_intent');
  return found;
}
