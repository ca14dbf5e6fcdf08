// The vendors whose deliveries are read, and what a reader is: a pure function that never throws, whatever is in a body. Its
// reasons hold nothing of the body, because they are logged and shown.
import type { HookKind } from '#shared/contract/source.ts';
import type { Reading } from '../../domain/events/delivery.ts';
import { readShopify } from './shopify.ts';
import { readStripe } from './stripe.ts';
import { readWebhook } from './webhook.ts';
import { readWooCommerce } from './woocommerce.ts';

/** A delivery as it came, its signature checked. */
export type Delivery = {
  /** @param name in lower case. */
  header(name: string): string | undefined;
  /** By parseBody. */
  body: unknown;
};

/** @param now milliseconds since the epoch. */
export type Read = (delivery: Delivery, now: number) => Reading;

export const READERS: Record<HookKind, Read> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  stripe: readStripe,
  webhook: readWebhook,
};
