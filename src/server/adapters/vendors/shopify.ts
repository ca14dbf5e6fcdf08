// Shopify's webhooks (https://shopify.dev/docs/api/webhooks): orders that are paid, what retracts them, and the request
// to forget a customer.

import { FREE, NOT_PAID } from '#shared/event-mapping.ts';
import { isByStaff } from '#shared/facts/channels.ts';
import { momentOf } from '#shared/facts/moments.ts';
import { isPlaceholder, personOf } from '#shared/facts/persons.ts';
import { countryOf, placeOf } from '#shared/facts/places.ts';
import { firstProduct } from '#shared/facts/products.ts';
import { orderStateOf } from '#shared/facts/statuses.ts';
import { at, idAt, listAt, numberAt, textAt } from '#shared/read-json.ts';
import { subjectName } from '#shared/usable-event.ts';
import type { Reading, RetractionCondition, RetractionReason } from '../../domain/events/delivery.ts';
import { armIn, contradicting, deleting, holding, ignored, reading, refused, retracting, shopMs } from './reading.ts';
import type { Read } from './vendors.ts';

/** Of one refund, and of one customer's orders: more than people buy. */
const LIST_MAX = 1_000;

const NO_ORDER = 'The order is missing';

/** Nothing else of a line is a product's own; its name goes on with the variant. */
const nameOfLine = (line: unknown) => textAt(line, 'title') ?? textAt(line, 'name');

/** @returns how many of the line are still part of the order. */
const leftOf = (line: unknown) => numberAt(line, 'current_quantity') ?? numberAt(line, 'quantity');

/** @returns whether some of the line is left, and it is neither a gift card nor a tip. */
const isProduct = (line: unknown) =>
  leftOf(line) !== 0 && at(line, 'gift_card') !== true && typeof (at(line, 'tip') ?? undefined) !== 'object';

function actorOf(order: unknown) {
  const addresses = ['billing_address', 'shipping_address'].map((key) => at(order, key));
  const homes = [...addresses, at(order, 'customer', 'default_address')];
  const home =
    homes.find((address) => placeOf(textAt(address, 'city')) !== undefined) ??
    homes.find((address) => countryOf(textAt(address, 'country_code') ?? textAt(address, 'country')) !== undefined);
  const people = [at(order, 'customer'), ...addresses];
  const named = people.find((person) => !isPlaceholder(textAt(person, 'first_name') ?? ''));
  const company = textAt(named, 'company') ?? textAt(at(order, 'billing_address'), 'company');
  return {
    ...personOf(textAt(named, 'first_name'), textAt(named, 'last_name'), company),
    city: textAt(home, 'city'),
    region: textAt(home, 'province'),
    country: textAt(home, 'country_code') ?? textAt(home, 'country'),
    email: textAt(order, 'email') ?? textAt(order, 'contact_email') ?? textAt(order, 'customer', 'email'),
  };
}

/** Subscriptions bill by a contract, or tag what an app renews; an exchange was bought before. */
function notBoughtBecause(order: unknown): string | undefined {
  const source = textAt(order, 'source_name')?.toLowerCase() ?? '';
  const tags = (textAt(order, 'tags') ?? '')
    .toLowerCase()
    .split(',')
    .map((tag) => tag.trim());
  if (source.startsWith('subscription_contract') || tags.includes('subscription recurring order'))
    return 'A renewal of a subscription';
  const isExchange = [source, ...tags].some((word) =>
    /^(?:\S+[ _-])?(?:exchange|replacement)(?:[ _-]order)?$/.test(word),
  );
  return isExchange ? 'An exchange of what was bought before' : undefined;
}

const retractingOrder = (id: string | undefined, because: RetractionReason): Reading =>
  id === undefined ? refused(NO_ORDER) : retracting({ matches: 'reference', value: id, because });

function readOrder(order: unknown, now: number): Reading {
  const id = idAt(order, 'id');
  if (id === undefined) return refused(NO_ORDER);
  if (textAt(order, 'cancelled_at') !== undefined) return retractingOrder(id, 'cancelled');
  // An authorization that expired may be followed by another.
  switch (orderStateOf(textAt(order, 'financial_status') ?? '', { expired: 'waiting' })) {
    case 'paid':
    case 'part-refunded':
      break;
    case 'refunded':
      return retractingOrder(id, 'refunded');
    case 'cancelled':
      return retractingOrder(id, 'cancelled');
    // Most orders begin so; one that was paid waits for its payment again.
    case 'waiting':
    case 'held':
    case 'disputed':
      return holding(id, at(order, 'updated_at'), now);
    default:
      return ignored(NOT_PAID);
  }
  const [price, left] = ['total_price', 'current_total_price'].map((key) => numberAt(order, key));
  if (price === 0) return ignored(FREE);
  // Taken out or paid back until nothing was left.
  if (left === 0) return retractingOrder(id, 'refunded');
  const because = notBoughtBecause(order);
  if (because !== undefined) return ignored(because);
  const line = firstProduct(listAt(order, 'line_items').slice(0, LIST_MAX), nameOfLine, isProduct);
  return reading({
    id,
    kind: 'purchase',
    occurredAt: momentOf(at(order, 'processed_at') ?? at(order, 'created_at'), 'Z'),
    actor: actorOf(order),
    // Addresses in an order lead to the order.
    subject: { name: nameOfLine(line) },
    quantity: leftOf(line),
    amount: left ?? price,
    currency: textAt(order, 'currency'),
    reference: id,
    orderNumber: idAt(order, 'name'),
    paidAt: shopMs(at(order, 'updated_at')),
    isByStaff: isByStaff(textAt(order, 'source_name')),
    arm: armIn(order, 'note_attributes', 'name'),
  });
}

/** @returns the payments back that came or will come. */
const paymentsOf = (refund: unknown) =>
  listAt(refund, 'transactions').filter(
    (one) => at(one, 'kind') === 'refund' && ['success', 'pending'].includes(textAt(one, 'status') ?? ''),
  );

/** @returns what was paid back; undefined when nothing was, or not in one currency. */
function priceOf(paid: readonly unknown[]): RetractionCondition['price'] {
  const currency = textAt(paid[0], 'currency');
  if (currency === undefined || paid.some((one) => textAt(one, 'currency') !== currency)) return undefined;
  const sum = paid.reduce<number>((all, one) => all + (numberAt(one, 'amount') ?? 0), 0);
  return { amount: Math.round(sum * 1_000) / 1_000, currency };
}

/** @returns whether some of a refund's line is still part of the order. */
const isSomeLeft = (item: unknown): boolean => {
  const line = at(item, 'line_item');
  const before = numberAt(line, 'quantity') ?? 0;
  return (numberAt(line, 'current_quantity') ?? before - (numberAt(item, 'quantity') ?? before)) > 0;
};

/**
 * A refund names its order, but not what the order cost. It is whole when it comes to the order's price, which only the
 * event has; and it covers the shown product when one of its lines has that name.
 */
function readRefund(refund: unknown): Reading {
  const order = idAt(refund, 'order_id');
  if (order === undefined) return refused(NO_ORDER);
  const items = listAt(refund, 'refund_line_items');
  const lines = items.slice(0, LIST_MAX).map((line) => at(line, 'line_item'));
  const names = lines.map(nameOfLine);
  const subjects = [...new Set(names.flatMap((name) => (name === undefined ? [] : subjectName(name))))];
  const paid = paymentsOf(refund);
  const price = priceOf(paid);
  if (lines.length === 0 && price === undefined) return ignored('Nothing was refunded');
  // An edit of the order: no money went back, and some of each is still bought.
  if (paid.length === 0 && items.slice(0, LIST_MAX).every(isSomeLeft)) return ignored('Only part of it was taken out');
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
export const readShopify: Read = (delivery, now) => {
  const { body } = delivery;
  const topic = delivery.header('x-shopify-topic');
  if (topic === undefined) return refused('X-Shopify-Topic is missing');
  if (delivery.header('x-shopify-test') === 'true' || at(body, 'test') === true) return { verdict: 'test' };
  switch (topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
      return readOrder(body, now);
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
