// Invoices, and trying to have them paid.
import { CURRENCY, nameOfPrice } from './catalog.ts';
import { isPaying } from './customers.ts';
import type { Customer, Invoice, Price, Subscription } from './objects.ts';
import { recordPayment } from './payments.ts';
import type { Store } from './store.ts';

/** After how many days an unpaid renewal is tried again; after the last, the subscription ends. */
const RETRY_DAYS = [3, 5, 7];
const DAY = 86_400;

/** What an invoice is for. */
type Bill = {
  customer: Customer;
  subscription: Subscription;
  price: Price;
  amount: number;
  /** Whether it is for a change to that price. */
  isChange?: boolean;
  start: number;
  end: number;
};

/** Makes an invoice at the start of what it is for, and tries to have it paid. @returns it, paid or open */
export async function bill(
  store: Store,
  { customer, subscription, price, amount, isChange = false, start, end }: Bill,
): Promise<Invoice> {
  const id = store.id('in');
  const { plan, cycle } = nameOfPrice(price);
  const description = isChange ? `Change to ${plan} (${cycle})` : `1 × ${plan} (${cycle})`;
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_paid: 0,
    attempt_count: 0,
    created: start,
    currency: CURRENCY,
    customer: customer.id,
    customer_email: customer.email,
    lines: { data: [{ description, amount, period: { start, end } }] },
    next_payment_attempt: null,
    number: `TEST-${id.slice(-8).toUpperCase()}`,
    parent: { subscription_details: { subscription: subscription.id } },
    period_start: start,
    status: 'open',
    status_transitions: { paid_at: null },
    total: amount,
  };
  await payInvoice(store, invoice, subscription, start);
  return invoice;
}

/**
 * Tries to have an open invoice paid with the subscription's card, and stores what came of it.
 * @returns whether it is paid.
 */
export async function payInvoice(
  store: Store,
  invoice: Invoice,
  subscription: Subscription,
  now: number,
): Promise<boolean> {
  const { default_payment_method: card } = subscription;
  const method = card && (await store.find('payment_method', card));
  invoice.attempt_count++;
  if (!method || !isPaying(method)) {
    const wait = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = wait === undefined ? null : now + wait * DAY;
    await store.save(invoice, invoice.customer);
    await store.emit('invoice.payment_failed', invoice, now);
    return false;
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.total,
    next_payment_attempt: null,
    status_transitions: { paid_at: now },
  });
  await store.save(invoice, invoice.customer);
  await recordPayment(store, invoice, method, now);
  await store.emit('invoice.paid', invoice, now);
  return true;
}
