// WooCommerce's webhooks (https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks): each order comes whole, with
// its status, as often as it changes.

import { isErasedEmail } from '#shared/erased.ts';
import { FREE, NOT_PAID } from '#shared/event-mapping.ts';
import { isByStaff } from '#shared/facts/channels.ts';
import { momentOf } from '#shared/facts/moments.ts';
import { isPlaceholder, personOf } from '#shared/facts/persons.ts';
import { placeOf } from '#shared/facts/places.ts';
import { firstProduct } from '#shared/facts/products.ts';
import { orderStateOf } from '#shared/facts/statuses.ts';
import { at, idAt, listAt, numberAt, textAt } from '#shared/read-json.ts';
import type { Reading, RetractionReason } from '../../domain/events/delivery.ts';
import { armIn, deleting, holding, ignored, reading, refused, retracting, shopMs } from './reading.ts';
import type { Read } from './vendors.ts';

/** @returns whether this is what saving a webhook posts, unsigned: it proves no more than that the address is reachable. */
export const isWooPing = (contentType: string | undefined, text: string): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '') && /^webhook_id=\d{1,20}$/.test(text);

function actorOf(order: unknown) {
  const [billing, shipping] = [at(order, 'billing'), at(order, 'shipping')];
  const home = placeOf(textAt(billing, 'city')) === undefined && placeOf(textAt(shipping, 'city')) ? shipping : billing;
  const named = isPlaceholder(textAt(billing, 'first_name') ?? '') ? shipping : billing;
  return {
    ...personOf(textAt(named, 'first_name'), textAt(named, 'last_name'), textAt(named, 'company')),
    city: textAt(home, 'city'),
    region: textAt(home, 'state'),
    country: textAt(home, 'country'),
    email: textAt(billing, 'email'),
  };
}

/** A variation's own name goes on with its color and size. */
const nameOfLine = (line: unknown) => textAt(line, 'parent_name') ?? textAt(line, 'name');

/** Of one order: more than people buy. */
const LIST_MAX = 1_000;

/** @returns whether a subscription made the order by itself (WooCommerce Subscriptions). */
const isRenewal = (order: unknown): boolean =>
  at(order, 'created_via') === 'subscription' ||
  listAt(order, 'meta_data')
    .slice(0, LIST_MAX)
    .some((meta) => at(meta, 'key') === '_subscription_renewal');

/** @returns what was paid less what was paid back. */
function leftOf(order: unknown, price: number): number {
  const refunds = listAt(order, 'refunds').slice(0, LIST_MAX);
  const back = refunds.reduce<number>((sum, refund) => sum + Math.abs(numberAt(refund, 'total') ?? 0), 0);
  return Math.round((price - back) * 1_000) / 1_000;
}

/** @returns what a plugin numbers orders by instead of their ids; undefined where none does. */
function numberOf(order: unknown, id: string): string | undefined {
  const number = idAt(order, 'number');
  return number === id ? undefined : number;
}

function readPurchase(order: unknown, id: string): Reading {
  const price = numberAt(order, 'total');
  const left = price && leftOf(order, price);
  if (price === 0) return ignored(FREE);
  if (left !== undefined && left <= 0) return retracting({ matches: 'reference', value: id, because: 'refunded' });
  if (isRenewal(order)) return ignored('A renewal of a subscription');
  const line = firstProduct(
    listAt(order, 'line_items').slice(0, LIST_MAX),
    nameOfLine,
    (one) => numberAt(one, 'quantity') !== 0,
  );
  return reading({
    id,
    kind: 'purchase',
    // What is paid on delivery has no time of payment. Neither says that it is UTC.
    occurredAt: momentOf(textAt(order, 'date_paid_gmt') ?? textAt(order, 'date_created_gmt'), 'Z'),
    actor: actorOf(order),
    subject: { name: nameOfLine(line), image: textAt(line, 'image', 'src') },
    quantity: numberAt(line, 'quantity'),
    amount: left,
    currency: textAt(order, 'currency'),
    reference: id,
    orderNumber: numberOf(order, id),
    paidAt: shopMs(at(order, 'date_modified_gmt')),
    isByStaff: isByStaff(textAt(order, 'created_via')),
    arm: armIn(order, 'meta_data', 'key'),
  });
}

const GONE: Record<string, RetractionReason> = {
  refunded: 'refunded',
  cancelled: 'cancelled',
  trash: 'deleted',
};

/**
 * @returns whether WordPress's eraser has emptied the order: by signs that no language changes (remove_order_personal_data of
 * WooCommerce's class-wc-privacy-erasers.php, wp_privacy_anonymize_data of WordPress).
 */
const isErased = (order: unknown): boolean =>
  isErasedEmail(textAt(order, 'billing', 'email') ?? '') ||
  listAt(order, 'meta_data').some((meta) => at(meta, 'key') === '_anonymized' && at(meta, 'value') === 'yes');

/** An order that was paid may be held for a while, by hand or by a dispute of its payment, and go on. */
const ON_HOLD = ['on-hold', 'pending', 'failed'];

/** An order is one event, however often it changes: its id is the order's, and so is the reference. */
export const readWooCommerce: Read = (delivery, now) => {
  const { body } = delivery;
  const topic = delivery.header('x-wc-webhook-topic');
  if (topic === undefined) return refused('X-WC-Webhook-Topic is missing');
  if (!topic.startsWith('order.')) return ignored('Not about an order');
  if (topic === 'order.deleted') return deleting(body);
  const id = idAt(body, 'id');
  if (id === undefined) return refused('The order is missing');
  const number = numberOf(body, id);
  const orders = [id, ...(number === undefined ? [] : [number])];
  const retractingOrder = (because: RetractionReason) =>
    retracting(...orders.map((value) => ({ matches: 'reference', value, because }) as const));
  if (isErased(body)) return retractingOrder('redacted');
  const status = textAt(body, 'status');
  if (status === undefined) return refused('The status of the order is missing');
  if (status === 'processing' || status === 'completed') return readPurchase(body, id);
  const changed = at(body, 'date_modified_gmt');
  const paid = textAt(body, 'date_paid_gmt');
  // Nearly all begin so. What is paid on delivery has no time of payment either, and may be on hold nonetheless.
  if (status !== 'on-hold' && ON_HOLD.includes(status) && at(body, 'date_paid_gmt') === null) return ignored(NOT_PAID);
  if (ON_HOLD.includes(status)) return holding(id, changed, now);
  const because = Object.hasOwn(GONE, status) ? GONE[status] : undefined;
  if (because) return retractingOrder(because);
  // Many shops add statuses of their own, such as 'shipped'. By their words alone, none ends an order.
  const state = orderStateOf(status) ?? 'paid';
  if (paid === undefined) return ignored(NOT_PAID);
  if (state === 'held' || state === 'disputed') return holding(id, changed, now);
  return state === 'paid' || state === 'part-refunded' ? readPurchase(body, id) : ignored(NOT_PAID);
};
