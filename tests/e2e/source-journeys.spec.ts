// A shop sells something: from its signed delivery to the notification that a visitor of its page reads, and until it is
// gone there after the refund: Shopify's in a real browser on a foreign page, the other kinds' as it is sent there.
import { createHmac } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { MINUTE, SECOND } from '#shared/time.ts';
import { hmac, vendorBody } from '#tests/support/deliveries.ts';
import { poll } from './support/base.ts';
import { serveShop } from './support/customer-shop.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { card } from './support/widget-test.ts';

type Fields = Record<string, unknown>;
type Sent = { body: string; headers: Record<string, string> };
type Vendor = {
  kind: string;
  secret: string;
  sale: (occurredAt: Date) => Sent;
  refund: () => Sent;
  /** What visitors read. */
  message: string;
};

const parsed = (text: string) => JSON.parse(text) as Fields;
const ORDER = '5001';

const SHOPIFY_SECRET = 'shpss_0123456789abcdef';
const shopify = (topic: string, content: object): Sent => {
  const body = JSON.stringify(content);
  return {
    body,
    headers: { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': hmac(SHOPIFY_SECRET, body, 'base64') },
  };
};

const WOO_SECRET = 'a secret of the shop'.replaceAll(' ', '-');
const woo = (content: object): Sent => {
  const body = JSON.stringify(content);
  return {
    body,
    headers: { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': hmac(WOO_SECRET, body, 'base64') },
  };
};

const STRIPE_SECRET = 'whsec_0123456789abcdef0123456789abcdef';
const stripe = (type: string, object: object, created: number): Sent => {
  const body = JSON.stringify({ id: `evt_${type}`, object: 'event', type, created, livemode: true, data: { object } });
  const at = Math.floor(Date.now() / SECOND);
  const signature = hmac(STRIPE_SECRET, `${at}.${body}`, 'hex');
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } };
};

const WEBHOOK_KEY = Buffer.alloc(32, 7);
const webhook = (content: object): Sent => {
  const body = JSON.stringify(content);
  const id = `msg_${createHmac('sha256', 'id').update(body).digest('hex').slice(0, 8)}`;
  const at = String(Math.floor(Date.now() / SECOND));
  const signature = `v1,${hmac(WEBHOOK_KEY, `${id}.${at}.${body}`, 'base64')}`;
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } };
};

const VENDORS: Vendor[] = [
  {
    kind: 'shopify',
    secret: SHOPIFY_SECRET,
    sale: (at) =>
      shopify('orders/paid', { ...parsed(vendorBody('shopify-order')), id: ORDER, processed_at: at.toISOString() }),
    refund: () => shopify('orders/cancelled', { id: ORDER, cancelled_at: new Date().toISOString() }),
    message: 'Mara bought',
  },
  {
    kind: 'woocommerce',
    secret: WOO_SECRET,
    sale: (at) =>
      woo({
        ...parsed(vendorBody('woocommerce-order')),
        id: ORDER,
        date_paid_gmt: at.toISOString().replace(/\.\d+Z$/, ''),
      }),
    refund: () => woo({ ...parsed(vendorBody('woocommerce-order')), id: ORDER, status: 'refunded' }),
    message: 'Tomás bought',
  },
  {
    kind: 'stripe',
    secret: STRIPE_SECRET,
    sale: (at) =>
      stripe(
        'checkout.session.completed',
        {
          id: 'cs_live_1',
          object: 'checkout.session',
          mode: 'payment',
          payment_status: 'paid',
          payment_intent: 'pi_1',
          amount_total: 3_900,
          currency: 'eur',
          customer: 'cus_1',
          customer_details: { name: 'Jenny Rosen', email: 'jenny@buyers.example', address: { city: 'Porto' } },
          metadata: { product: 'Oak Desk' },
        },
        Math.floor(at.getTime() / SECOND),
      ),
    refund: () =>
      stripe(
        'charge.refunded',
        { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', refunded: true, amount: 3_900, amount_refunded: 3_900 },
        Math.floor(Date.now() / SECOND),
      ),
    message: 'Jenny bought Oak Desk',
  },
  {
    kind: 'webhook',
    secret: `whsec_${WEBHOOK_KEY.toString('base64')}`,
    sale: (at) =>
      webhook({
        id: ORDER,
        kind: 'purchase',
        occurredAt: at.toISOString(),
        actor: { firstName: 'Zoë' },
        subject: { name: 'Oak Desk' },
      }),
    refund: () => webhook({ retract: { id: ORDER } }),
    message: 'Zoë bought Oak Desk',
  },
];

/** A new owner's site, its source of each of these kinds, and what its visitors' browsers get; if there is one, what it shows. */
async function sellAndRefund(page: Page, baseURL: string, vendors: Vendor[], browser?: Browser): Promise<void> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  const shop = await serveShop(
    `<script async src="${baseURL}/widget.js" data-site-id="${api.siteId}"></script>`,
    baseURL,
  );
  /** Expects what a visitor of their own, without a copy of the payload from before, reads; null when there is nothing. */
  const expectRead = async (message: string | null) => {
    if (!browser) return;
    const visitor = await (await browser.newContext()).newPage();
    const payload = visitor.waitForResponse(/\/api\/embed\/[^/]+$/);
    await visitor.goto(shop.url);
    const { notifications } = (await (await payload).json()) as { notifications: unknown[] };
    if (notifications.length > 0) await expect(card(visitor)).toBeVisible();
    const text = notifications.length > 0 ? await card(visitor).textContent() : null;
    await visitor.context().close();
    expect(text).toEqual(message === null ? null : expect.stringContaining(message));
  };
  try {
    await expectRead(null);
    for (const { kind, secret, sale, refund, message } of vendors) {
      const source = await api.addSource({ kind, secret });
      // The shop's server: no browser, no session.
      const deliver = async ({ body, headers }: Sent) => {
        const url = new URL(new URL(source.hookUrl ?? '').pathname, baseURL);
        const all = { 'content-type': 'application/json', ...headers };
        return (await fetch(url, { method: 'POST', headers: all, body })).status;
      };
      expect(await deliver(sale(new Date(Date.now() - 10 * MINUTE)))).toBe(200);
      await poll(api.sent, kind).toEqual([expect.stringContaining(message)]);
      await expectRead(message);
      expect(await deliver(refund())).toBe(200);
      await poll(api.sent, kind).toEqual([]);
      await expectRead(null);
      expect(await api.sources()).toContainEqual(expect.objectContaining({ kind, status: 'working' }));
    }
  } finally {
    shop.server.close();
  }
}

const [shopifyShop, ...others] = VENDORS as [Vendor, ...Vendor[]];

test("what was sold shows on the shop's page, and is gone after the refund", async ({ page, browser, baseURL }) => {
  await sellAndRefund(page, baseURL ?? '', [shopifyShop], browser);
});

test('what WooCommerce, Stripe and a webhook sell is sent to browsers, and no more after the refund', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await sellAndRefund(page, baseURL ?? '', others);
});
