// Shopify's GraphQL Admin API (https://shopify.dev/docs/api/admin-graphql), by the credentials of the owner's own app. Orders
// are read as their webhooks have them, so that both say the same.

import { at, idAt, listAt, numberAt, textAt } from '#shared/read-json.ts';
import { SHOPIFY_API_VERSION } from '#shared/shopify-app.ts';
import { type Shop, type ShopApi, ShopError } from '../../domain/events/shop.ts';
import { READERS } from '../vendors/vendors.ts';
import { hostOf, jsonOf } from './answers.ts';
import type { AskShop } from './client.ts';

const TOPICS = ['ORDERS_PAID', 'ORDERS_UPDATED', 'ORDERS_CANCELLED', 'ORDERS_DELETE', 'REFUNDS_CREATE'];
const ORDERS_A_PAGE = 25;
/** Of an order that are looked at: the first that is still part of it is shown. */
const LINES = 10;
/** Webhooks of an app that are looked through. */
const HOOKS = 100;
/** How long before its end a token is replaced. */
const TOKEN_MARGIN = 3_600_000;
/** How long Shopify's tokens last, in seconds, where an answer doesn't say. */
const TOKEN_LIFE = 86_399;

const ADDRESS = 'firstName lastName company city province countryCodeV2';
const PAGE = `query ($query: String!, $after: String) {
  ordersCount(query: $query) { count }
  orders(first: ${ORDERS_A_PAGE}, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) {
    pageInfo { hasNextPage endCursor }
    nodes {
      legacyResourceId name test email cancelledAt displayFinancialStatus processedAt createdAt sourceName tags
      currentTotalPriceSet { shopMoney { amount currencyCode } }
      totalPriceSet { shopMoney { amount currencyCode } }
      customer { firstName lastName email }
      billingAddress { ${ADDRESS} }
      shippingAddress { ${ADDRESS} }
      lineItems(first: ${LINES}) { nodes { title name variantTitle quantity currentQuantity isGiftCard } }
    }
  }
}`;
const OPEN = '{ currentAppInstallation { accessScopes { handle } } }';
const LIST = `{ webhookSubscriptions(first: ${HOOKS}) { nodes { id topic uri } } }`;
const CREATE = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id } userErrors { message }
  }
}`;
const DELETE = `mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }`;

/** @returns a person's address in the words of the webhooks. */
const addressOf = (from: unknown) =>
  from
    ? {
        first_name: at(from, 'firstName'),
        last_name: at(from, 'lastName'),
        company: at(from, 'company'),
        city: at(from, 'city'),
        province: at(from, 'province'),
        country_code: at(from, 'countryCodeV2'),
      }
    : null;

/** @returns an order in the words of the webhooks. */
const orderOf = (node: unknown) => ({
  id: idAt(node, 'legacyResourceId'),
  name: at(node, 'name'),
  test: at(node, 'test'),
  email: at(node, 'email'),
  cancelled_at: at(node, 'cancelledAt'),
  financial_status: textAt(node, 'displayFinancialStatus')?.toLowerCase(),
  processed_at: at(node, 'processedAt'),
  created_at: at(node, 'createdAt'),
  source_name: at(node, 'sourceName'),
  tags: listAt(node, 'tags').join(', '),
  total_price: at(node, 'totalPriceSet', 'shopMoney', 'amount'),
  current_total_price: at(node, 'currentTotalPriceSet', 'shopMoney', 'amount'),
  currency: at(node, 'totalPriceSet', 'shopMoney', 'currencyCode'),
  customer: at(node, 'customer') ? { ...addressOf(at(node, 'customer')), email: at(node, 'customer', 'email') } : null,
  billing_address: addressOf(at(node, 'billingAddress')),
  shipping_address: addressOf(at(node, 'shippingAddress')),
  line_items: listAt(node, 'lineItems', 'nodes').map((line) => ({
    title: at(line, 'title'),
    name: at(line, 'name'),
    variant_title: at(line, 'variantTitle'),
    quantity: at(line, 'quantity'),
    current_quantity: at(line, 'currentQuantity'),
    gift_card: at(line, 'isGiftCard'),
  })),
});

/** @param isPrivateAllowed whether a shop may be another server than Shopify's. @param now ms. */
export function makeShopify(ask: AskShop, isPrivateAllowed: boolean, now: () => number): ShopApi {
  /** By shop and app: a token of a day, which is in memory only. */
  const tokens = new Map<string, { token: string; until: number }>();

  async function tokenOf({ address, keys }: Shop): Promise<string> {
    if (keys.token) return keys.token;
    const { clientId = '', secret = '' } = keys;
    const key = `${address} ${clientId}`;
    const known = tokens.get(key);
    if (known && known.until > now()) return known.token;
    const answer = await ask({
      method: 'POST',
      url: `${address}/admin/oauth/access_token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
      ),
    });
    // An app that isn't installed in the shop, or whose secret is another: Shopify says so with 400.
    if (answer.status === 400 || answer.status === 404)
      throw new ShopError(
        'denied',
        `${hostOf(address)} gives no access: install the app in the shop, and look at its secret`,
      );
    const body = jsonOf(answer);
    const token = textAt(body, 'access_token');
    if (token === undefined) throw new ShopError('garbage', `${hostOf(address)} answered no token`);
    const life = (numberAt(body, 'expires_in') ?? TOKEN_LIFE) * 1_000;
    if (tokens.size >= 1_000) tokens.clear();
    tokens.set(key, { token, until: now() + life - Math.min(TOKEN_MARGIN, life / 2) });
    return token;
  }

  /** @returns the data of an answer, which may lack what the app may not read. @throws ShopError */
  async function graph(shop: Shop, query: string, variables: object = {}): Promise<unknown> {
    const { address } = shop;
    const token = await tokenOf(shop);
    const answer = await ask({
      method: 'POST',
      url: `${address}/admin/api/${SHOPIFY_API_VERSION}/graphql.json`,
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify({ query, variables }),
    });
    if (answer.status === 401) tokens.clear();
    const body = jsonOf(answer);
    const codes = listAt(body, 'errors').map((error) => textAt(error, 'extensions', 'code'));
    if (codes.includes('THROTTLED')) {
      const cost = at(body, 'extensions', 'cost');
      const missing =
        (numberAt(cost, 'requestedQueryCost') ?? 0) - (numberAt(cost, 'throttleStatus', 'currentlyAvailable') ?? 0);
      const wait = Math.ceil(missing / Math.max(1, numberAt(cost, 'throttleStatus', 'restoreRate') ?? 50));
      throw new ShopError('unavailable', `${hostOf(address)} asks us to wait`, Math.max(1, wait));
    }
    const data = at(body, 'data');
    if (typeof data === 'object' && data !== null) return data;
    if (codes.includes('ACCESS_DENIED'))
      throw new ShopError(
        'denied',
        `The app may not read the orders of ${hostOf(address)}: give it the scope read_orders`,
      );
    throw new ShopError('refused', `${hostOf(address)} refused what was asked`);
  }

  /** @throws ShopError when Shopify says with 200 that it didn't do it */
  async function change(shop: Shop, name: string, query: string, variables: object): Promise<void> {
    const data = await graph(shop, query, variables);
    if (listAt(data, name, 'userErrors').length > 0 || !at(data, name))
      throw new ShopError('refused', `${hostOf(shop.address)} refused to change its webhooks`);
  }

  const hooksOf = async (shop: Shop, url: string) =>
    listAt(await graph(shop, LIST), 'webhookSubscriptions', 'nodes').filter((hook) => textAt(hook, 'uri') === url);

  return {
    async find(typed = '') {
      if (isPrivateAllowed && /^http:\/\/127\.0\.0\.1:\d+$/.test(typed)) return typed;
      const [, name] =
        /^(?:https?:\/\/)?(?:admin\.shopify\.com\/store\/)?([a-z0-9][a-z0-9-]{0,60})(?:\.myshopify\.com)?(?:\/.*)?$/i.exec(
          typed,
        ) ?? [];
      if (!name) throw new ShopError('refused', 'Enter the address that ends with .myshopify.com');
      return `https://${name.toLowerCase()}.myshopify.com`;
    },

    async open(shop) {
      const scopes = listAt(await graph(shop, OPEN), 'currentAppInstallation', 'accessScopes');
      if (!scopes.some((scope) => /^(?:read|write)_orders$/.test(textAt(scope, 'handle') ?? '')))
        throw new ShopError(
          'denied',
          'The app may not read orders: give it the scope read_orders, and install it again',
        );
      return shop.keys;
    },

    async deliver(shop, url) {
      const there = (await hooksOf(shop, url)).map((hook) => textAt(hook, 'topic'));
      const missing = TOPICS.filter((topic) => !there.includes(topic));
      for (const topic of missing) await change(shop, 'webhookSubscriptionCreate', CREATE, { topic, uri: url });
      return { repaired: missing.length, secret: null };
    },

    async leave(shop, url) {
      for (const hook of await hooksOf(shop, url))
        await change(shop, 'webhookSubscriptionDelete', DELETE, { id: textAt(hook, 'id') });
    },

    async read(shop, { since, until, from }) {
      const query = `created_at:>='${since}' AND created_at:<='${until}'`;
      const data = await graph(shop, PAGE, { query, after: from });
      const page = at(data, 'orders');
      if (!page) throw new ShopError('denied', `The app may not read the orders of ${hostOf(shop.address)}`);
      const header = (name: string) => (name === 'x-shopify-topic' ? 'orders/updated' : undefined);
      const next = at(page, 'pageInfo', 'hasNextPage') === true ? textAt(page, 'pageInfo', 'endCursor') : undefined;
      return {
        readings: listAt(page, 'nodes').map((node) =>
          READERS.shopify({ header, body: orderOf(node) }, Date.parse(until)),
        ),
        total: numberAt(data, 'ordersCount', 'count') ?? null,
        next: next ?? null,
        rest: null,
      };
    },
  };
}
