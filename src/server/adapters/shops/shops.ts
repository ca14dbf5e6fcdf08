// What we ask of shops' own APIs, by vendor.
import type { Shops } from '../../domain/events/shop.ts';
import type { Clock } from '../../domain/ports.ts';
import { makeShopClient } from './client.ts';
import { makeShopify } from './shopify.ts';
import { makeStripeShop } from './stripe.ts';
import { makeWooCommerce } from './woocommerce.ts';

/** @param isPrivateAllowed whether shops may be on private networks. */
export function makeShops(isPrivateAllowed: boolean, clock: Clock): Shops {
  const ask = makeShopClient({ isPrivateAllowed });
  return {
    woocommerce: makeWooCommerce(ask, isPrivateAllowed),
    stripe: makeStripeShop(ask, isPrivateAllowed),
    shopify: makeShopify(ask, isPrivateAllowed, clock.now),
  };
}
