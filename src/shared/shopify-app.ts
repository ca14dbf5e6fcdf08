// What an owner's app of Shopify's Dev Dashboard is set up with. The version of Shopify's API stands here alone: each is
// supported for a year (https://shopify.dev/docs/api/usage/versioning).

export const SHOPIFY_API_VERSION = '2026-10';

/**
 * @param hookUrl of the source.
 * @returns the part of `shopify.app.toml` by which Shopify tells of customers who are to be forgotten: these topics can't be
 * subscribed to in any other way (https://shopify.dev/docs/apps/build/privacy-law-compliance).
 */
export const shopifyAppToml = (hookUrl: string): string => `[access_scopes]
scopes = "read_orders"

[webhooks]
api_version = "${SHOPIFY_API_VERSION}"

  [[webhooks.subscriptions]]
  compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
  uri = "${hookUrl}"
`;
