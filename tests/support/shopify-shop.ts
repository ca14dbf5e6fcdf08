// A Shopify shop that stands in for real ones: over HTTP on the loopback interface, it answers as Shopify documents
// (https://shopify.dev/docs/api/admin-graphql): tokens of a day for an installed app, errors with status 200, throttling with
// what a query costs, pages by cursor. It reads from a query only what it is about: its operations, and their variables.
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { hmac } from './deliveries.ts';
import { type Answering, startAnswering } from './shop-server.ts';

type ShopifyNode = { legacyResourceId: string; createdAt: string } & Record<string, unknown>;

/** @returns an order as the GraphQL API has it. */
export const shopifyNode = (id: number, at: string, more: object = {}): ShopifyNode => ({
  legacyResourceId: String(id),
  name: `#${id}`,
  test: false,
  email: `ana${id}@shop.example`,
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  processedAt: at,
  createdAt: at,
  sourceName: 'web',
  totalPriceSet: { shopMoney: { amount: '100.0', currencyCode: 'EUR' } },
  currentTotalPriceSet: { shopMoney: { amount: '100.0', currencyCode: 'EUR' } },
  customer: { firstName: 'Ana', lastName: 'Silva', email: `ana${id}@shop.example` },
  billingAddress: { firstName: 'Ana', lastName: 'Silva', city: 'Lisbon', province: null, countryCodeV2: 'PT' },
  shippingAddress: null,
  lineItems: {
    nodes: [
      {
        title: `Desk ${id}`,
        name: `Desk ${id}`,
        variantTitle: null,
        quantity: 1,
        currentQuantity: 1,
        isGiftCard: false,
      },
    ],
  },
  ...more,
});

/** @param end is given what stops it; by default it is called as the test ends. */
export async function startShopifyShop(end: (stop: () => Promise<void>) => void = onTestFinished) {
  const app = { clientId: randomBytes(16).toString('hex'), secret: `shpss_${randomBytes(16).toString('hex')}` };
  const tokens = new Map<string, number>();
  const orders: ShopifyNode[] = [];
  const hooks: { id: string; topic: string; uri: string }[] = [];
  const state = { scopes: ['read_orders'], isInstalled: true, now: 0 };
  let ids = 0;
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function dataOf(query: string, variables: Record<string, string | null>): Record<string, unknown> {
    if (query.includes('webhookSubscriptionCreate(')) {
      const { topic = '', uri = '' } = variables as { topic: string; uri: string };
      const isTaken = hooks.some((one) => one.topic === topic && one.uri === uri);
      // Browser tests are served on localhost, by http.
      const isFit = /^(?:ORDERS_\w+|REFUNDS_CREATE)$/.test(topic) && /^https:|^http:\/\/localhost:/.test(uri);
      const message = isTaken ? 'Address for this topic has already been taken' : 'Address is invalid';
      if (isTaken || !isFit)
        return { webhookSubscriptionCreate: { webhookSubscription: null, userErrors: [{ message }] } };
      const id = `gid://shopify/WebhookSubscription/${++ids}`;
      hooks.push({ id, topic, uri });
      return { webhookSubscriptionCreate: { webhookSubscription: { id }, userErrors: [] } };
    }
    if (query.includes('webhookSubscriptionDelete(')) {
      hooks.splice(
        hooks.findIndex(({ id }) => id === variables.id),
        1,
      );
      return { webhookSubscriptionDelete: { deletedWebhookSubscriptionId: variables.id, userErrors: [] } };
    }
    if (query.includes('webhookSubscriptions(')) return { webhookSubscriptions: { nodes: hooks } };
    if (query.includes('accessScopes'))
      return { currentAppInstallation: { accessScopes: state.scopes.map((handle) => ({ handle })) } };
    const [from = '', to = ''] = [...(variables.query ?? '').matchAll(/'([^']+)'/g)].map(([, time]) => time);
    const found = orders
      .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
      .sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
    const size = Number(/orders\(first: (\d+)/.exec(query)?.[1]);
    const start = Number(variables.after ?? 0);
    const hasNextPage = found.length > start + size;
    return {
      ordersCount: { count: found.length },
      orders: { pageInfo: { hasNextPage, endCursor: String(start + size) }, nodes: found.slice(start, start + size) },
    };
  }

  const answer: Answering = (request, response, body) => {
    if (request.url === '/admin/oauth/access_token') {
      const form = new URLSearchParams(body);
      const isApp = form.get('client_id') === app.clientId && form.get('client_secret') === app.secret;
      if (form.get('grant_type') !== 'client_credentials' || !isApp || !state.isInstalled)
        return json(response, 400, { error: isApp ? 'app_not_installed' : 'invalid_client' });
      const token = `shpca_${randomBytes(16).toString('hex')}`;
      tokens.set(token, state.now + 86_399_000);
      return json(response, 200, { access_token: token, scope: state.scopes.join(','), expires_in: 86_399 });
    }
    if (!/^\/admin\/api\/20\d\d-\d\d\/graphql\.json$/.test(request.url ?? ''))
      return json(response, 404, { errors: 'Not Found' });
    const until = tokens.get(String(request.headers['x-shopify-access-token']));
    if (until === undefined || until <= state.now)
      return json(response, 401, {
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      });
    const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Record<string, string | null> };
    if (query.includes('orders(') && !state.scopes.includes('read_orders'))
      return json(response, 200, {
        data: null,
        errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }],
      });
    return json(response, 200, { data: dataOf(query, variables) });
  };
  const server = await startAnswering(answer);
  end(server.stop);
  return {
    ...server,
    ...app,
    tokens,
    orders,
    hooks,
    state,
    /** Delivers an order to the webhooks of a topic, in the words of webhooks. @returns the statuses. */
    async tell(to: Pick<TestApp, 'fetch'>, topic: string, content: object): Promise<number[]> {
      const body = JSON.stringify(content);
      const statuses: number[] = [];
      // Where requests for erasure go is said by the app, not by a webhook that we make: to the address of the others.
      const isAsked = topic.startsWith('customers/');
      const told = hooks.filter((one) => isAsked || one.topic === topic.toUpperCase().replace('/', '_'));
      for (const { uri } of isAsked ? told.slice(0, 1) : told) {
        const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': hmac(app.secret, body, 'base64') };
        statuses.push((await to.fetch(new URL(uri).pathname, { method: 'POST', headers, body })).status);
      }
      return statuses;
    },
  };
}
/** What Shopify answers when a query costs more than there is: the whole of it is asked for again later. */
export const throttled: Answering = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 602,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2, restoreRate: 100 },
        },
      },
    }),
  );
