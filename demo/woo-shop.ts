// The demo's second shop, an outlet on WooCommerce (woo.ts): past orders to read, a page on which to place and refund more, and
// the address to connect it by. As in a real shop, what happens there is delivered by the webhooks that were made there.
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { onOtherOrigin } from './banner.ts';
import { shopPolicy } from './shop.ts';
import { gmtOf, makeWoo, type Reach, type WooOrder } from './woo.ts';

export const WOO_PATH = '/demo/woo';
/** Orders that are kept; the oldest give way. */
const ORDERS_MAX = 200;
const ORDERS_SHOWN = 20;

const PRODUCTS = [
  { name: 'Oak Offcut Board', price: 24 },
  { name: 'Walnut Tray', price: 38 },
  { name: 'Ash Coat Hook', price: 18 },
  { name: 'Linen Shade', price: 46 },
];
const BUYERS = [
  { first_name: 'Teresa', last_name: 'Nunes', city: 'Lisbon', country: 'PT' },
  { first_name: 'Hugo', last_name: 'Reis', city: 'Lisbon', country: 'PT' },
  { first_name: 'MARTA', last_name: 'COSTA', city: 'lisbon', country: 'PT' },
  { first_name: 'Pauline', last_name: 'Girard', city: 'Lyon', country: 'FR' },
  { first_name: 'Guest', last_name: '', city: 'N/A', country: 'ES' },
];
/** Of every so many orders one isn't paid, or is no longer. */
const STATUSES = [
  'completed',
  'refunded',
  'completed',
  'processing',
  'pending',
  'completed',
  'completed',
  'processing',
];
const PAST_ORDERS = 36;
const FIRST_ID = 5_001;

const WORDS: Record<string, string> = {
  processing: 'Processing',
  completed: 'Completed',
  refunded: 'Refunded',
  pending: 'Pending payment',
};
const REFUNDABLE = new Set(['processing', 'completed']);

/** The field in which our plugin keeps the arm with an order. */
const ARM_KEY = 'proofbell_arm';
const ARM_MAX = 40;

const firstOf = <T>(all: readonly T[], at: number) => all[at % all.length] as T;

/** @param n from 0, in the order in which they were placed. @param at milliseconds. */
function orderOf(n: number, at: number, status = 'processing'): WooOrder {
  const id = FIRST_ID + n;
  const { name, price } = firstOf(PRODUCTS, n);
  const buyer = firstOf(BUYERS, n);
  const quantity = 1 + (n % 5 === 2 ? 1 : 0);
  // As shops have it: what was bought isn't always the first line.
  const giftCard = { name: 'Gift card', parent_name: null, quantity: 1 };
  return {
    ...{ id, number: String(id), status, currency: 'EUR', total: (price * quantity).toFixed(2) },
    date_created_gmt: gmtOf(at),
    date_paid_gmt: status === 'pending' ? null : gmtOf(at),
    billing: { ...buyer, email: `${buyer.first_name.toLowerCase()}@example.com` },
    line_items: [...(n % 7 === 3 ? [giftCard] : []), { name, parent_name: null, quantity }],
  };
}

export type WooParts = {
  /** Of the widget and the app. */
  publicUrl: string;
  /** The site of the shop whose outlet it is: they are on one origin, and a browser is in one arm on both. */
  siteId: string;
  /** The server, which is all that the shop calls. */
  reach: Reach;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** @returns the shop, to mount at WOO_PATH. */
export function makeWooShop({ publicUrl, siteId, reach, now }: WooParts): Hono {
  const policy = shopPolicy(publicUrl).replace("form-action 'none'", "form-action 'self'");
  const woo = makeWoo({ base: WOO_PATH, reach: () => reach });
  const start = now();
  for (let n = 0; n < PAST_ORDERS; n++) {
    const age = ((PAST_ORDERS - n) * 27 * DAY) / PAST_ORDERS - 16 * HOUR + (n % 3) * 25 * MINUTE;
    woo.orders.push(orderOf(n, start - age, firstOf(STATUSES, n)));
  }
  let next = PAST_ORDERS;

  const shop = new Hono();
  shop.use(async (c, next) => {
    const other = onOtherOrigin(c.req.url, publicUrl);
    // The API is called by servers, which need no other origin.
    if (other && c.req.method === 'GET' && !c.req.path.includes('/wp-json')) return c.redirect(other, 302);
    await next();
    c.header('content-security-policy', policy);
    c.header('referrer-policy', 'same-origin');
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'no-store');
  });
  const back = (c: Context) => c.redirect(WOO_PATH, 303);
  /** @returns whether a form of another page sent it. */
  const isForeign = (c: Context) => !['same-origin', undefined].includes(c.req.header('sec-fetch-site'));

  shop.get('/', (c) => c.html(ordersPage({ publicUrl, siteId }, `${new URL(c.req.url).origin}${WOO_PATH}`, woo)));
  shop.post('/orders', async (c) => {
    if (isForeign(c)) return c.text('Forbidden', 403);
    const arm = (await c.req.parseBody())[ARM_KEY];
    const order = {
      ...orderOf(next++, now()),
      ...(typeof arm === 'string' && arm && { meta_data: [{ id: 1, key: ARM_KEY, value: arm.slice(0, ARM_MAX) }] }),
    };
    woo.orders.push(order);
    woo.orders.splice(0, woo.orders.length - ORDERS_MAX);
    await woo.tell(reach, 'order.created', order);
    return back(c);
  });
  shop.post('/orders/:id/refund', async (c) => {
    if (isForeign(c)) return c.text('Forbidden', 403);
    const order = woo.orders.find(({ id, status }) => String(id) === c.req.param('id') && REFUNDABLE.has(status));
    if (order) {
      order.status = 'refunded';
      await woo.tell(reach, 'order.updated', order);
    }
    return back(c);
  });
  shop.all('*', (c) => woo.answer(c.req.raw));
  return shop;
}

const timeOf = ({ date_created_gmt: gmt }: WooOrder) =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`${gmt}Z`))} UTC`;

const row = (order: WooOrder) => {
  const { id, status, billing, line_items } = order as WooOrder & {
    billing: { first_name: string; last_name: string };
    line_items: { name: string; quantity: number }[];
  };
  const items = line_items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  return html`
    <li>
      <div>
        <strong>#${id} ${billing.first_name} ${billing.last_name}</strong>
        <p>${items}</p>
        <p class="when">${timeOf(order)}</p>
      </div>
      <span class="state ${status}">${WORDS[status] ?? status}</span>
      ${
        REFUNDABLE.has(status)
          ? html`<form method="post" action="${WOO_PATH}/orders/${id}/refund"><button class="link" type="submit" aria-label="Refund #${id}">Refund</button></form>`
          : ''
      }
    </li>`;
};

const ordersPage = (
  { publicUrl, siteId }: Pick<WooParts, 'publicUrl' | 'siteId'>,
  address: string,
  { orders, hooks }: { orders: WooOrder[]; hooks: object[] },
) => {
  const connect = `${publicUrl}/holt-and-ash/sources?${new URLSearchParams({ connect: 'woocommerce', shop: address })}`;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Orders · Holt &amp; Ash Outlet</title>
    <link rel="icon" type="image/svg+xml" href="/demo/assets/icon.svg">
    <link rel="stylesheet" href="/demo/assets/frame.css">
    <link rel="stylesheet" href="/demo/assets/woo.css">
    <script type="module" src="/demo/assets/arm.js"></script>
    <script async src="${publicUrl}/widget.js" data-site-id="${siteId}"></script>
  </head>
  <body class="woo">
    <main>
      <p class="mark">Holt <span>&amp;</span> Ash Outlet</p>
      <h1>Orders</h1>
      <p>A made-up WooCommerce shop at <code>${address}</code>. ${
        hooks.length > 0
          ? 'Proofbell is connected: it is told of each order and refund below.'
          : 'Connect it to Proofbell as you would connect your own.'
      }</p>
      <div class="choice">
        ${hooks.length > 0 ? '' : html`<a class="button" href="${connect}">Connect to Proofbell</a>`}
        <form method="post" action="${WOO_PATH}/orders"><input type="hidden" name="${ARM_KEY}"><button class="${hooks.length > 0 ? 'button' : 'deny'}" type="submit">Place an order</button></form>
      </div>
      <ol class="woo-orders">
        ${orders.toReversed().slice(0, ORDERS_SHOWN).map(row)}
      </ol>
    </main>
  </body>
</html>`;
};
