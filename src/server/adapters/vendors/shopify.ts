// Shopify's webhooks (https://shopify.dev/docs/api/webhooks): orders that are paid, what retracts them, and the request
// to forget a customer.

import { at, idAt, listAt, numberAt, textAt } from '#shared/read-json.ts';
import { subjectName } from '#shared/usable-event.ts';
import type { Reading, RetractionCondition, RetractionReason } from '../../domain/events/delivery.ts';
import { contradicting, deleting, ignored, reading, refused, retracting } from './reading.ts';
import type { Read } from './vendors.ts';

/** Of one refund, and of one customer's orders: more than people buy. */
const LIST_MAX = 1_000;

const NO_ORDER = 'The order is missing';

/** The product that is shown: the first that is still part of the order. */
const shownLine = (order: unknown) =>
  listAt(order, 'line_items').find((line) => numberAt(line, 'current_quantity') !== 0);

function actorOf(order: unknown) {
  const addresses = ['billing_address', 'shipping_address'].map((key) => at(order, key));
  const home = [...addresses, at(order, 'customer', 'default_address')].find((address) => textAt(address, 'city'));
  const named = [at(order, 'customer'), ...addresses].find((person) => textAt(person, 'first_name'));
  return {
    firstName: textAt(named, 'first_name'),
    lastName: textAt(named, 'last_name'),
    city: textAt(home, 'city'),
    region: textAt(home, 'province'),
    country: textAt(home, 'country_code') ?? textAt(home, 'country'),
    email: textAt(order, 'email') ?? textAt(order, 'contact_email') ?? textAt(order, 'customer', 'email'),
  };
}

const retractingOrder = (id: string | undefined, because: RetractionReason): Reading =>
  id === undefined ? refused(NO_ORDER) : retracting({ matches: 'reference', value: id, because });

function readOrder(order: unknown): Reading {
  const id = idAt(order, 'id');
  if (id === undefined) return refused(NO_ORDER);
  if (textAt(order, 'cancelled_at') !== undefined) return retractingOrder(id, 'cancelled');
  switch (at(order, 'financial_status')) {
    case 'paid':
    case 'partially_paid':
      break;
    // Of what, its refunds say.
    case 'partially_refunded':
      return ignored('Only part of it was refunded');
    case 'refunded':
      return retractingOrder(id, 'refunded');
    case 'voided':
      return retractingOrder(id, 'cancelled');
    default:
      return ignored('The order is not paid yet');
  }
  const line = shownLine(order);
  return reading({
    id,
    kind: 'purchase',
    occurredAt: textAt(order, 'processed_at') ?? textAt(order, 'created_at'),
    actor: actorOf(order),
    // Nothing else of a line is a product's own; addresses in an order lead to the order.
    subject: { name: textAt(line, 'title') ?? textAt(line, 'name') },
    quantity: numberAt(line, 'quantity'),
    amount: numberAt(order, 'total_price'),
    currency: textAt(order, 'currency'),
    reference: id,
  });
}

/** @returns what was paid back; undefined when nothing was, or not in one currency. */
function priceOfRefund(refund: unknown): RetractionCondition['price'] {
  const paid = listAt(refund, 'transactions').filter(
    (one) => at(one, 'kind') === 'refund' && ['success', 'pending'].includes(textAt(one, 'status') ?? ''),
  );
  const currency = textAt(paid[0], 'currency');
  if (currency === undefined || paid.some((one) => textAt(one, 'currency') !== currency)) return undefined;
  const sum = paid.reduce<number>((all, one) => all + (numberAt(one, 'amount') ?? 0), 0);
  return { amount: Math.round(sum * 1_000) / 1_000, currency };
}

/**
 * A refund names its order, but not what the order cost. It is whole when it comes to the order's price, which only the
 * event has; and it covers the shown product when one of its lines has that name.
 */
function readRefund(refund: unknown): Reading {
  const order = idAt(refund, 'order_id');
  if (order === undefined) return refused(NO_ORDER);
  const items = listAt(refund, 'refund_line_items');
  const lines = items.slice(0, LIST_MAX).map((line) => at(line, 'line_item'));
  const names = lines.map((line) => textAt(line, 'title') ?? textAt(line, 'name'));
  const subjects = [...new Set(names.flatMap((name) => (name === undefined ? [] : subjectName(name))))];
  const price = priceOfRefund(refund);
  if (lines.length === 0 && price === undefined) return ignored('Nothing was refunded');
  const retraction = { matches: 'reference', value: order, because: 'refunded' } as const;
  // Which products went back isn't known, so the shown one may be among them.
  if (names.includes(undefined) || items.length > LIST_MAX) return retracting(retraction);
  return retracting({ ...retraction, onlyIf: { subjects, ...(price && { price }) } });
}

/** Of a customer who asks to be forgotten, with the orders in which they were found. No other body names such orders. */
function readRedaction(body: unknown): Reading {
  if (at(body, 'orders_to_redact') === undefined) return contradicting('redacted');
  const email = textAt(body, 'customer', 'email');
  const orders = listAt(body, 'orders_to_redact').slice(0, LIST_MAX);
  const because = 'redacted';
  const found = [
    ...(email === undefined ? [] : [{ matches: 'person', value: email, because } as const]),
    ...orders.flatMap((order) => {
      const value = idAt(order);
      return value === undefined ? [] : [{ matches: 'reference', value, because } as const];
    }),
  ];
  return found.length === 0 ? ignored('It names neither an address nor an order') : retracting(...found);
}

/**
 * An order is one event, whichever of its deliveries comes first: its id is the order's, and so is the reference, which
 * refunds name.
 */
export const readShopify: Read = (delivery) => {
  const { body } = delivery;
  const topic = delivery.header('x-shopify-topic');
  if (topic === undefined) return refused('X-Shopify-Topic is missing');
  if (delivery.header('x-shopify-test') === 'true' || at(body, 'test') === true) return { verdict: 'test' };
  switch (topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
      return readOrder(body);
    case 'orders/cancelled':
      if (textAt(body, 'cancelled_at') === undefined) return contradicting('cancelled');
      return retractingOrder(idAt(body, 'id'), 'cancelled');
    case 'orders/delete':
      return deleting(body);
    case 'refunds/create':
      return readRefund(body);
    case 'customers/redact':
      return readRedaction(body);
    default:
      return ignored("This topic isn't used");
  }
};
