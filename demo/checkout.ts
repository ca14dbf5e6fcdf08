// The shop's server: takes orders and refunds them, and tells Proofbell of both by a signed webhook. Orders are in memory,
// as the demo itself lasts no longer.
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { fieldErrors } from '#shared/contract/field-errors.ts';
import { email, filledText } from '#shared/contract/text.ts';
import { SECOND } from '#shared/time.ts';
import { PRODUCTS } from './products.ts';
import { type Order, refundOf, saleOf, signWebhook } from './webhook.ts';

/** Where the shop delivers to, and what it signs with, as its owner copied both from Proofbell. */
export type ShopHook = { url: string; secret: string };

export type CheckoutParts = {
  hook: ShopHook;
  shopOrigin: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The number of the next order. */
  firstNumber: number;
};

/** Orders that can be refunded; the oldest give way. */
const ORDERS_MAX = 100;
const BODY_MAX = 4 * 1024;
/** As long as Shopify waits for an answer. */
const PATIENCE = 5 * SECOND;

export const COUNTRIES = { PT: 'Portugal', ES: 'Spain', FR: 'France', DE: 'Germany', GB: 'United Kingdom' } as const;
type Country = keyof typeof COUNTRIES;

const SLUGS = PRODUCTS.map(({ slug }) => slug);
const orderInput = z.strictObject({
  firstName: filledText(40, 'Enter a first name'),
  email: email(),
  city: filledText(60, 'Enter a city'),
  country: z.enum(Object.keys(COUNTRIES) as [Country, ...Country[]], 'Choose a country'),
  lines: z
    .array(
      z.strictObject({
        slug: z.enum(SLUGS as [string, ...string[]], 'Not a product of this shop'),
        amount: z.number().int('Enter a whole number').min(1, 'At least 1').max(99, 'At most 99'),
      }),
    )
    .min(1, 'Put something in the basket')
    .max(SLUGS.length, 'Each product once'),
  arm: z.string().max(40).optional(),
});

/** @returns the order behind the shop's checkout, to mount at /demo. */
export function makeCheckout({ hook, shopOrigin, now, firstNumber }: CheckoutParts): Hono {
  const orders = new Map<string, Order>();
  let nextNumber = firstNumber;

  /** A sale stands whether Proofbell answers or not. @returns what was sent, and the answer; no status without one. */
  const deliver = async (content: object) => {
    const webhook = signWebhook(hook.secret, `msg_${randomUUID()}`, content, now());
    const start = performance.now();
    const status = await fetch(hook.url, { method: 'POST', ...webhook, signal: AbortSignal.timeout(PATIENCE) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      () => null,
    );
    return { path: new URL(hook.url).pathname, ...webhook, status, ms: Math.round(performance.now() - start) };
  };
  const refuse = (c: Context, status: 400 | 404 | 413 | 415, field: string, message: string) =>
    c.json({ errors: [{ field, message }] }, status);

  const checkout = new Hono();
  checkout.use(
    '/orders/*',
    bodyLimit({ maxSize: BODY_MAX, onError: (c) => refuse(c, 413, 'body', 'The order is too large') }),
    async (c, next) => {
      // A page elsewhere can send nothing of this type without asking first.
      if (c.req.header('content-type') !== 'application/json') return refuse(c, 415, 'body', 'Send JSON');
      c.header('cache-control', 'no-store');
      return next();
    },
  );
  checkout.post('/orders', async (c) => {
    const { data, error } = orderInput.safeParse(await c.req.json().catch(() => undefined));
    if (error) return c.json({ errors: fieldErrors(error) }, 400);
    const { lines, arm, ...buyer } = data;
    const order: Order = { number: `HA-${nextNumber++}`, at: now(), buyer, lines, arm };
    const id = randomUUID();
    orders.set(id, order);
    const [oldest] = orders.keys();
    if (orders.size > ORDERS_MAX && oldest !== undefined) orders.delete(oldest);
    return c.json({ id, number: order.number, webhook: await deliver(saleOf(order, shopOrigin)) }, 201);
  });
  checkout.post('/orders/:id/refund', async (c) => {
    const order = orders.get(c.req.param('id'));
    if (!order) return refuse(c, 404, 'id', 'The shop was started anew since, and no longer knows this order.');
    return c.json({ number: order.number, webhook: await deliver(refundOf(order)) });
  });
  return checkout;
}
