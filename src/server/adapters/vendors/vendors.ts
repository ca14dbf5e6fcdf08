// The vendors that deliver what happened in a shop (adapters/signatures.ts checks that they did). What reads a delivery is a
// pure function that never throws, whatever is in a body. Its reasons hold nothing of the body, because they are logged and
// shown.
import type { Mapping } from '#shared/contract/mapping.ts';
import { JSON_LIMITS, parseBody } from '#shared/lossless-json.ts';
import type { HookKind } from '#shared/source-kinds.ts';
import type { Reading } from '../../domain/events/delivery.ts';
import type { Vendors } from '../../domain/ports.ts';
import { checkSignature, clockDistance, mayProve } from '../signatures.ts';
import { refused } from './reading.ts';
import { readShopify } from './shopify.ts';
import { readStripe } from './stripe.ts';
import { readWebhook } from './webhook.ts';
import { isWooPing, readWooCommerce } from './woocommerce.ts';

/** A delivery as it came, its signature checked. */
export type CheckedDelivery = {
  /** @param name in lower case. */
  header(name: string): string | undefined;
  /** By parseBody. */
  body: unknown;
};

/** @param now milliseconds since the epoch. @param mapping of a body in the sender's own words. */
export type Read = (delivery: CheckedDelivery, now: number, mapping?: Mapping | null) => Reading;

export const READERS: Record<HookKind, Read> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  stripe: readStripe,
  webhook: readWebhook,
};

export const vendors: Vendors = {
  mayProve,
  check: checkSignature,
  clockDistance,
  isPing: (kind, { field, body }) =>
    kind === 'woocommerce' && isWooPing(field('content-type'), new TextDecoder().decode(body.subarray(0, 100))),
  read(kind, { field, body }, now, mapping) {
    const parsed = parseBody(new TextDecoder().decode(body));
    if (parsed === undefined) return refused(`Not valid JSON, or ${JSON_LIMITS}`);
    return READERS[kind]({ header: field, body: parsed }, now, mapping);
  },
};
