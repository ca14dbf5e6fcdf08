// Vendors' deliveries for tests: bodies in the form of their documentation, and signatures made by hand.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CheckedDelivery } from '#server/adapters/vendors/vendors.ts';
import { parseBody } from '#shared/lossless-json.ts';

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
