// How the shop's server tells Proofbell of a sale, a refund, a review and a sign-up: an event in Proofbell's own form, signed as Standard
// Webhooks ask (https://www.standardwebhooks.com). Any shop of one's own would do the same.
import { createHmac } from 'node:crypto';
import { SECOND } from '#shared/time.ts';
import { PRODUCTS } from './products.ts';

export type Order = {
  /** As its buyer reads it. */
  number: string;
  /** Milliseconds since 1970. */
  at: number;
  buyer: { firstName: string; city: string; country: string; email: string };
  /** What was bought, and how many of each; at least one. */
  lines: readonly { slug: string; amount: number }[];
  /** What `Proofbell.arm()` answered in the buyer's browser; nothing where it takes part in nothing. */
  arm?: string | undefined;
};

export type Buyer = Order['buyer'];

export type Webhook = { headers: Record<string, string>; body: string };

const priceOf = (slug: string) => PRODUCTS.find((product) => product.slug === slug)?.price ?? 0;

/** @returns what an event says of a product; nothing when the shop has none of that name. */
function aboutProduct(wanted: string | undefined, shopOrigin: string): object {
  const product = PRODUCTS.find(({ slug }) => slug === wanted);
  if (!product) return {};
  const { name, slug } = product;
  return {
    subject: { name, url: `${shopOrigin}/demo/shop/${slug}`, image: `${shopOrigin}/demo/assets/${slug}.svg` },
  };
}

/** @param shopOrigin where the shop's pages and pictures are. @returns the event: the order's first product is shown. */
export function saleOf({ number, at, buyer, lines, arm }: Order, shopOrigin: string): object {
  const [first] = lines;
  return {
    id: number,
    kind: 'purchase',
    occurredAt: new Date(at).toISOString(),
    actor: buyer,
    ...aboutProduct(first?.slug, shopOrigin),
    quantity: first?.amount,
    amount: lines.reduce((sum, { slug, amount }) => sum + amount * priceOf(slug), 0),
    currency: 'EUR',
    reference: number,
    ...(arm && { arm }),
  };
}

/** @returns what retracts everything of an order. */
export const refundOf = ({ number }: Order): object => ({ retract: { reference: number } });

export type Review = { id: string; at: number; buyer: Buyer; slug: string; rating: number; text: string };

export const reviewOf = ({ id, at, buyer, slug, rating, text }: Review, shopOrigin: string): object => ({
  id,
  kind: 'review',
  occurredAt: new Date(at).toISOString(),
  actor: buyer,
  ...aboutProduct(slug, shopOrigin),
  rating,
  text,
});

/** @returns that somebody subscribed to the workshop's letter. */
export const signupOf = (id: string, at: number, buyer: Buyer, shopOrigin: string): object => ({
  id,
  kind: 'signup',
  occurredAt: new Date(at).toISOString(),
  actor: buyer,
  subject: { name: 'the workshop letter', url: `${shopOrigin}/demo/shop#workshop` },
});

/**
 * @param secret `whsec_` and base64. @param id of the message, the same when it is sent again.
 * @param now milliseconds since 1970.
 */
export function signWebhook(secret: string, id: string, content: object, now: number): Webhook {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(now / SECOND));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}
