// A page on which notifications hurt, so that one can watch the guard: at a press it places orders, most of them of buyers who were
// held out, by the webhooks that the checkout sends, until the site is no longer measured. What takes months takes seconds.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { CompactPayload } from '#shared/embed/payload.ts';
import type { ShopHook } from './checkout.ts';
import { PRODUCTS } from './products.ts';
import { type Order, refundOf, saleOf, signWebhook } from './webhook.ts';
import type { Reach } from './woo.ts';

export const GUARD_PATH = '/demo/guard';

export type GuardParts = {
  hook: ShopHook;
  siteId: string;
  publicUrl: string;
  shopOrigin: string;
  reach: Reach;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds between two orders. */
  gap?: number;
};

/** Four times as many as the guard needs. */
const ORDERS_MAX = 240;
/** Of so many orders, one is of a buyer who could see notifications. */
const SHOWN_EVERY = 4;
const GAP = 200;

const NAMES = ['Alda', 'Bruno', 'Carla', 'Dinis', 'Elsa', 'Filipe', 'Gina', 'Hélder'];

type Outcome = 'running' | 'paused' | 'nothing' | 'unseen' | 'refused' | 'refunded';
const WORDS: Record<Outcome, string> = {
  running: 'Orders arrive. This page looks again each second.',
  paused: 'Proofbell has paused the widget: the shop no longer shows notifications, and its owner got an email.',
  nothing: 'Nothing is measured at the moment. Turn the widget and the hold-out on, and try again.',
  unseen: 'The guard saw no harm in these orders. Is it switched on?',
  refused: 'Proofbell did not take an order. Is its source still there?',
  refunded: 'All of these orders were refunded, and count no more. What was paused stays paused.',
};

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** @returns the page, to mount at GUARD_PATH. */
export function makeGuardPage({ hook, siteId, publicUrl, shopOrigin, reach, now, gap = GAP }: GuardParts): Hono {
  let orders: Order[] = [];
  let outcome: Outcome | null = null;

  const deliver = async (content: object) => {
    const webhook = signWebhook(hook.secret, `msg_${randomUUID()}`, content, now());
    const answer = await reach.fetch(new URL(hook.url).pathname, { method: 'POST', ...webhook });
    await answer.body?.cancel();
    return answer.status === 200;
  };
  /** @returns the epoch as every visitor's browser is told of it; undefined while nothing is measured. */
  const epochNow = async (): Promise<string | undefined> => {
    const answer = await reach.fetch(`/api/embed/${siteId}?v=2`);
    if (!answer.ok) return undefined;
    return ((await answer.json()) as Pick<CompactPayload, 'epoch'>).epoch?.id;
  };

  async function place(): Promise<Outcome> {
    const epoch = await epochNow();
    if (epoch === undefined) return 'nothing';
    const run = randomUUID().slice(0, 8);
    for (let n = 1; n <= ORDERS_MAX; n++) {
      const firstName = NAMES[n % NAMES.length] as string;
      const slug = PRODUCTS[n % PRODUCTS.length]?.slug as string;
      const order: Order = {
        number: `GUARD-${run}-${n}`,
        at: now(),
        buyer: { firstName, city: 'Faro', country: 'PT', email: `${run}-${n}@example.com` },
        lines: [{ slug, amount: 1 }],
        arm: `pb-${epoch}-${n % SHOWN_EVERY === 0 ? 1 : 0}`,
      };
      if (!(await deliver(saleOf(order, shopOrigin)))) return 'refused';
      orders.push(order);
      await pause(gap);
      if ((await epochNow()) !== epoch) return 'paused';
    }
    return 'unseen';
  }

  async function refund(): Promise<Outcome> {
    for (const order of orders) if (!(await deliver(refundOf(order)))) return 'refused';
    orders = [];
    return 'refunded';
  }

  const page = new Hono();
  page.use(async (c, next) => {
    await next();
    c.header('content-security-policy', POLICY);
    c.header('referrer-policy', 'same-origin');
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'no-store');
  });
  /** Begins something, unless a form of another page asks for it or something is under way. */
  const begin = (what: () => Promise<Outcome>) => (c: Context) => {
    if (!['same-origin', undefined].includes(c.req.header('sec-fetch-site'))) return c.text('Forbidden', 403);
    if (outcome !== 'running') {
      outcome = 'running';
      what()
        .catch((): Outcome => 'refused')
        .then((found) => {
          outcome = found;
        });
    }
    return c.redirect(GUARD_PATH, 303);
  };
  page.get('/', (c) => c.html(guardPage(publicUrl, orders, outcome)));
  page.post('/orders', begin(place));
  page.post('/refunds', begin(refund));
  return page;
}

const guardPage = (publicUrl: string, orders: readonly Order[], outcome: Outcome | null) => {
  const shown = orders.filter(({ arm }) => arm?.endsWith('1')).length;
  const isRunning = outcome === 'running';
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    ${isRunning ? html`<meta http-equiv="refresh" content="1">` : ''}
    <title>When notifications hurt · Holt &amp; Ash</title>
    <link rel="icon" type="image/svg+xml" href="/demo/assets/icon.svg">
    <link rel="stylesheet" href="/demo/assets/frame.css">
    <link rel="stylesheet" href="/demo/assets/woo.css">
  </head>
  <body class="woo">
    <main>
      <p class="mark">Holt <span>&amp;</span> Ash</p>
      <h1>When notifications hurt</h1>
      <p>One browser in ten sees no notifications. What if those browsers buy more? Press the button: five made-up orders arrive each second, three of four from buyers who saw nothing. In a real shop, that takes months.</p>
      <p>Each order arrives by the shop's signed webhook, as those of its checkout do. After about fifty of them, Proofbell pauses the widget by itself.</p>
      <div class="choice">
        ${isRunning ? '' : html`<form method="post" action="${GUARD_PATH}/orders"><button class="button" type="submit">Place orders</button></form>`}
        ${isRunning || orders.length === 0 ? '' : html`<form method="post" action="${GUARD_PATH}/refunds"><button class="deny" type="submit">Refund them all</button></form>`}
      </div>
      ${orders.length > 0 ? html`<p>Placed: <strong>${orders.length - shown}</strong> of buyers who saw nothing, <strong>${shown}</strong> of others.</p>` : ''}
      ${outcome ? html`<p role="status"><strong>${WORDS[outcome]}</strong></p>` : ''}
      <p><a href="${publicUrl}/holt-and-ash">Open the owner's view</a></p>
    </main>
  </body>
</html>`;
};
