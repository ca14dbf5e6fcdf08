// Vendors' deliveries for tests: bodies in the form of their documentation, and signatures made by hand.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CheckedDelivery } from '#server/adapters/vendors/vendors.ts';
import { parseBody } from '#shared/lossless-json.ts';
import type { TestApp } from './app.ts';

/**
 * A body in the form that the vendor documents, cut down to what could be read and what must not be:
 * https://shopify.dev/docs/api/webhooks (orders/create, refunds/create) and
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties. The people are made up.
 */
export const vendorBody = (name: 'shopify-order' | 'shopify-refund' | 'woocommerce-order'): string =>
  readFileSync(new URL(`../fixtures/vendors/${name}.json`, import.meta.url), 'utf8');

/** @param headers by name in lower case. */
export const deliveryOf = (body: string, headers: Record<string, string> = {}): CheckedDelivery => ({
  header: (name) => headers[name],
  body: parseBody(body),
});

type Digest = 'base64' | 'hex';
export const hmac = (key: string | Buffer, content: string | Buffer, digest: Digest): string =>
  createHmac('sha256', key).update(content).digest(digest);

/** That a test's shop signs with. */
export const SHOP_SECRET = 'shpss_0123456789abcdef';

/** @returns an order of Ana's as Shopify tells of it: https://shopify.dev/docs/api/webhooks. */
export const shopifyOrder = <Id extends number | string>(id: Id, processed_at: string, more: object = {}) => ({
  id,
  email: 'ana@shop.example',
  financial_status: 'paid',
  processed_at,
  total_price: '100.00',
  currency: 'EUR',
  line_items: [{ title: `Desk ${id}`, quantity: 1 }],
  ...more,
});

/** Delivers as a Shopify shop does, under a topic that isn't signed. @returns the status. */
export async function deliverShopify(app: Pick<TestApp, 'fetch'>, sourceId: string, topic: string, content: object) {
  const body = JSON.stringify(content);
  const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': hmac(SHOP_SECRET, body, 'base64') };
  return (await app.fetch(`/api/hooks/${sourceId}`, { method: 'POST', headers, body })).status;
}
