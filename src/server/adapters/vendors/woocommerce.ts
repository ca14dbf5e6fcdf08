// WooCommerce's webhooks (https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks): each order comes whole, with
// its status, as often as it changes.

import { at, idAt, numberAt, textAt } from '#shared/read-json.ts';
import type { Reading, RetractionReason } from '../../domain/events/delivery.ts';
import { deleting, ignored, reading, refused, retracting } from './reading.ts';
import type { Read } from './vendors.ts';

/** @returns whether this is what saving a webhook posts, unsigned: it proves no more than that the address is reachable. */
export const isWooPing = (contentType: string | undefined, text: string): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '') && /^webhook_id=\d{1,20}$/.test(text);

/** Its times are UTC without saying so. */
const utc = (time: string | undefined): string | undefined =>
  time !== undefined && /T[\d:.]+$/.test(time) ? `${time}Z` : time;

function actorOf(order: unknown) {
  const [billing, shipping] = [at(order, 'billing'), at(order, 'shipping')];
  const home = textAt(billing, 'city') === undefined ? shipping : billing;
  const named = textAt(billing, 'first_name') === undefined ? shipping : billing;
  return {
    firstName: textAt(named, 'first_name'),
    lastName: textAt(named, 'last_name'),
    city: textAt(home, 'city'),
    region: textAt(home, 'state'),
    country: textAt(home, 'country'),
    email: textAt(billing, 'email'),
  };
}

function readPurchase(order: unknown, id: string): Reading {
  const line = at(order, 'line_items', 0);
  return reading({
    id,
    kind: 'purchase',
    // What is paid on delivery has no time of payment.
    occurredAt: utc(textAt(order, 'date_paid_gmt') ?? textAt(order, 'date_created_gmt')),
    actor: actorOf(order),
    // A variation's own name goes on with its color and size.
    subject: { name: textAt(line, 'parent_name') ?? textAt(line, 'name'), image: textAt(line, 'image', 'src') },
    quantity: numberAt(line, 'quantity'),
    amount: numberAt(order, 'total'),
    currency: textAt(order, 'currency'),
    reference: id,
  });
}

const GONE: Record<string, RetractionReason> = {
  refunded: 'refunded',
  cancelled: 'cancelled',
  failed: 'cancelled',
  trash: 'deleted',
};

/** An order is one event, however often it changes: its id is the order's, and so is the reference. */
export const readWooCommerce: Read = (delivery) => {
  const { body } = delivery;
  const topic = delivery.header('x-wc-webhook-topic');
  if (topic === undefined) return refused('X-WC-Webhook-Topic is missing');
  if (!topic.startsWith('order.')) return ignored('Not about an order');
  if (topic === 'order.deleted') return deleting(body);
  const id = idAt(body, 'id');
  if (id === undefined) return refused('The order is missing');
  const status = textAt(body, 'status');
  if (status === undefined) return refused('The status of the order is missing');
  if (status === 'processing' || status === 'completed') return readPurchase(body, id);
  // An order whose card was declined at first may be paid at the next attempt, and a retraction would be final.
  if (status === 'failed' && at(body, 'date_paid_gmt') === null) return ignored('The order was never paid');
  const because = Object.hasOwn(GONE, status) ? GONE[status] : undefined;
  if (because) return retracting({ matches: 'reference', value: id, because });
  return ignored('The order is not paid yet');
};
