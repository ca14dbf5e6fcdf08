// What each vendor does about an address that refuses what it sends, for whoever has to mend it. Pure.
import type { SourceKind } from '#shared/source-kinds.ts';

/** The vendors' pages that say so are linked to in the guides, content/guides/connect-*.md. */
export const GIVING_UP: Partial<Record<SourceKind, string>> = {
  shopify: 'Shopify removes a webhook that fails eight times in four hours: then create it again.',
  woocommerce: 'WooCommerce disables a webhook after about five failures: then set its status to Active again.',
  stripe: 'In live mode, Stripe tries again for up to three days.',
};
