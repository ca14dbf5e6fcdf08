// Where an order was placed, by the word that its shop has for it. Pure.

/** Shopify's channel of its tills and of drafts (https://shopify.dev/docs/api/admin-rest/latest/resources/order), WooCommerce's of its admin screen. */
const STAFF = ['pos', 'point of sale', 'shopify draft order', 'draft order', 'draft orders', 'admin'];

/**
 * @param channel as it is written: 'pos', 'shopify_draft_order', WooCommerce's 'pos-rest-api'.
 * @returns whether somebody of the shop entered it, at a till or in its admin, and not the customer online.
 */
export function isByStaff(channel: string | undefined): boolean {
  const words = (channel ?? '')
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return STAFF.includes(words) || words.split(' ').includes('pos');
}
