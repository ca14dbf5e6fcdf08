// What was paid for an invoice, and what of it was paid back.
import type { Charge, Invoice, InvoicePayment, PaymentMethod, Refund } from './objects.ts';
import type { Store } from './store.ts';
import { missing, type Reader, StripeFault } from './wire.ts';

/** One payment is one charge here, so that their ids tell each other. */
export const chargeIdOf = (intentId: string): string => intentId.replace(/^pi_/, 'ch_');

/** Records the payment of an invoice with a card. */
export async function recordPayment(store: Store, invoice: Invoice, method: PaymentMethod, now: number): Promise<void> {
  const { customer } = invoice;
  const intentId = store.id('pi');
  const charge: Charge = {
    id: chargeIdOf(intentId),
    object: 'charge',
    amount: invoice.amount_paid,
    amount_refunded: 0,
    created: now,
    customer,
    payment_intent: intentId,
    payment_method: method.id,
  };
  const payment: InvoicePayment = {
    id: store.id('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_paid,
    created: now,
    invoice: invoice.id,
    payment: { payment_intent: intentId },
    status: 'paid',
  };
  await store.save(charge, customer);
  await store.save(payment, customer);
}

/** @throws StripeFault 400 when more would be paid back than was paid; 404 */
export async function createRefund(store: Store, params: Reader): Promise<Refund> {
  const intent = params.required('payment_intent');
  const charge = await store.find('charge', chargeIdOf(intent));
  if (!charge) throw missing('payment_intent', intent, 'payment_intent');
  const left = charge.amount - charge.amount_refunded;
  const amount = params.integer('amount') ?? left;
  if (left === 0)
    throw new StripeFault(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount <= 0 || amount > left) {
    throw new StripeFault(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  charge.amount_refunded += amount;
  const refund: Refund = {
    id: store.id('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: store.now(),
    payment_intent: intent,
    status: 'succeeded',
  };
  await store.save(charge, charge.customer);
  await store.save(refund, charge.customer);
  return refund;
}
