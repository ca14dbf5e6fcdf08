// What we ask of shops' own APIs, by vendor.
import type { AskShop, Shops } from '../../domain/events/shop.ts';
import type { Clock } from '../../domain/ports.ts';
import { makeShopify } from './shopify.ts';
import { makeStripeShop } from './stripe.ts';
import { makeWooCommerce } from './woocommerce.ts';

/** @param ask the one client (client.ts). @param isPrivateAllowed whether shops may be on private networks. */
export const makeShops = (ask: AskShop, isPrivateAllowed: boolean, clock: Clock): Shops => ({
  woocommerce: makeWooCommerce(ask),
  stripe: makeStripeShop(ask, isPrivateAllowed),
  shopify: makeShopify(ask, isPrivateAllowed, clock.now),
});
