// Invoices, and trying to have them paid.
import type { Stripe } from 'stripe';
import { CURRENCY, decimal, nameOfPrice } from './catalog.ts';
import { declineOf } from './customers.ts';
import { idOf, recordPayment } from './payments.ts';
import type { Store } from './store.ts';

/** After how many days an unpaid renewal is tried again; after the last, the subscription ends. */
const RETRY_DAYS = [3, 5, 7];
const DAY = 86_400;

/** What an invoice is for. */
export type Bill = {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  price: Stripe.Price;
  /** Cents. */
  amount: number;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  start: number;
  end: number;
  /** Seconds. */
  now: number;
};

/** Makes an invoice and tries to have it paid. @returns it, paid or open */
export async function bill(store: Store, it: Bill): Promise<Stripe.Invoice> {
  const invoice = toInvoice(store, it);
  await payInvoice(store, invoice, it.subscription, it.now);
  return invoice;
}

/**
 * Tries to have an open invoice paid with the subscription's card, and stores what came of it.
 * @returns why the card pays nothing; null if it paid.
 */
export async function payInvoice(
  store: Store,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
  now: number,
): Promise<string | null> {
  const customerId = idOf(invoice.customer);
  const method = await store.find('payment_method', idOf(subscription.default_payment_method));
  const decline = invoice.amount_due === 0 ? null : method ? declineOf(method) : 'generic_decline';
  invoice.attempted = true;
  invoice.attempt_count++;
  if (decline) {
    const wait = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = wait === undefined ? null : now + wait * DAY;
    await store.save(invoice, customerId);
    await store.emit('invoice.payment_failed', invoice, now);
    return decline;
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  await store.save(invoice, customerId);
  if (invoice.amount_paid > 0 && method) await recordPayment(store, invoice, method, now);
  await store.emit('invoice.paid', invoice, now);
  return null;
}

function toInvoice(
  store: Store,
  { customer, subscription, price, amount, reason, start, end, now }: Bill,
): Stripe.Invoice {
  const id = store.id('in');
  const { plan, cycle } = nameOfPrice(price);
  const line: Stripe.InvoiceLineItem = {
    id: store.id('il'),
    object: 'line_item',
    amount,
    currency: CURRENCY,
    description: reason === 'subscription_update' ? `Change to ${plan} (${cycle})` : `1 × ${plan} (${cycle})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      license_fee_subscription_details: null,
      rate_card_subscription_details: null,
      schedule_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    } as unknown as Stripe.InvoiceLineItem.Parent,
    period: { start, end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: decimal(amount),
    } as unknown as Stripe.InvoiceLineItem.Pricing,
    quantity: 1,
    quantity_decimal: decimal(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Proofbell (test mode)',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: CURRENCY,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${store.parts.publicUrl}/sandbox/receipt/${id}`,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `TEST-${id.slice(-8).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    } as unknown as Stripe.Invoice.Parent,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: end,
    period_start: start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: customer.test_clock ?? null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** @returns the subscription that an invoice is for. */
export const subscriptionOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.parent?.subscription_details?.subscription);
