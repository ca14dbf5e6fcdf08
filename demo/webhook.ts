// How the shop's server tells Proofbell of a sale and of a refund: an event in Proofbell's own form, signed as Standard
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
};

export type Webhook = { headers: Record<string, string>; body: string };

const priceOf = (slug: string) => PRODUCTS.find((product) => product.slug === slug)?.price ?? 0;

/** @param shopOrigin where the shop's pages and pictures are. @returns the event: the order's first product is shown. */
export function saleOf({ number, at, buyer, lines }: Order, shopOrigin: string): object {
  const [first] = lines;
  const product = PRODUCTS.find(({ slug }) => slug === first?.slug);
  return {
    id: number,
    kind: 'purchase',
    occurredAt: new Date(at).toISOString(),
    actor: buyer,
    ...(product && {
      subject: {
        name: product.name,
        url: `${shopOrigin}/demo/shop/${product.slug}`,
        image: `${shopOrigin}/demo/assets/${product.slug}.svg`,
      },
    }),
    quantity: first?.amount,
    amount: lines.reduce((sum, { slug, amount }) => sum + amount * priceOf(slug), 0),
    currency: 'EUR',
    reference: number,
  };
}

/** @returns what retracts everything of an order. */
export const refundOf = ({ number }: Order): object => ({ retract: { reference: number } });

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
