// A WooCommerce shop that stands in for real ones: over HTTP on the loopback interface, it answers as WooCommerce documents
// (https://woocommerce.github.io/woocommerce-rest-api-docs) and as its source does: consent, keys by Basic authentication or
// in the address, orders in pages with their totals, webhooks with pings and an end after five failures.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { hmac } from './deliveries.ts';
import { type Answering, startAnswering } from './shop-server.ts';

type WooOrder = { id: number; status: string; date_created_gmt: string } & Record<string, unknown>;
type Hook = { id: number; name: string; topic: string; delivery_url: string; secret: string; status: string };
type Keys = { consumer_key: string; consumer_secret: string };

/** What a webhook survives in a row. */
const FAILURES_MAX = 5;

/** @returns an order of a day in 2026 as the API has it. */
export const wooOrder = (id: number, at: string, more: object = {}): WooOrder => ({
  id,
  number: String(id),
  status: 'processing',
  currency: 'EUR',
  total: '100.00',
  date_created_gmt: at.replace(/(?:\.\d+)?Z$/, ''),
  date_paid_gmt: at.replace(/(?:\.\d+)?Z$/, ''),
  billing: { first_name: 'Ana', last_name: 'Silva', city: 'Lisbon', country: 'PT', email: `ana${id}@shop.example` },
  line_items: [{ name: `Desk ${id}`, parent_name: null, quantity: 1 }],
  ...more,
});

/**
 * @param isPlain whether its addresses aren't pretty: then its API is at `/?rest_route=`.
 * @param delay ms until it answers.
 * @param end is given what stops it; by default it is called as the test ends.
 */
export async function startWooShop({
  isPlain = false,
  stripsHeader = false,
  delay = 0,
  end = onTestFinished as (stop: () => Promise<void>) => void,
} = {}) {
  const keys = new Map<string, string>();
  const hooks: Hook[] = [];
  const orders: WooOrder[] = [];
  const failures = new Map<number, number>();
  let ids = 0;

  const isAllowed = ({ headers }: IncomingMessage, query: URLSearchParams) => {
    const [, basic = ''] = /^Basic (.+)$/.exec(stripsHeader ? '' : (headers.authorization ?? '')) ?? [];
    const [key = '', secret = ''] = query.has('consumer_key')
      ? [query.get('consumer_key') ?? '', query.get('consumer_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':');
    return key !== '' && keys.get(key) === secret;
  };
  const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    // As PHP writes it.
    response.end(JSON.stringify(body).replaceAll('/', '\\/'));
  };
  const shown = ({ secret: _, ...hook }: Hook) => hook;

  function answerHooks(
    method: string,
    id: number | null,
    body: Partial<Hook>,
    query: URLSearchParams,
    response: ServerResponse,
  ) {
    const hook = hooks.find((one) => one.id === id);
    if (id !== null && !hook) return json(response, 404, { code: 'woocommerce_rest_shop_webhook_invalid_id' });
    if (method === 'GET') {
      const [size, page] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)];
      return json(
        response,
        200,
        hooks
          .toReversed()
          .slice((page - 1) * size, page * size)
          .map(shown),
      );
    }
    if (method === 'POST') {
      if (!/^order\.(?:created|updated|deleted|restored)$/.test(body.topic ?? ''))
        return json(response, 400, { code: 'woocommerce_rest_shop_webhook_invalid_topic' });
      const { name = '', topic = '', delivery_url = '', secret = '', status = 'active' } = body;
      const made = { id: ++ids, name, topic, delivery_url, secret, status };
      hooks.push(made);
      return json(response, 201, shown(made));
    }
    if (method === 'PUT' && hook) {
      Object.assign(hook, body);
      failures.delete(hook.id);
      return json(response, 200, shown(hook));
    }
    if (query.get('force') !== 'true') return json(response, 501, { code: 'woocommerce_rest_trash_not_supported' });
    hooks.splice(hooks.indexOf(hook as Hook), 1);
    return json(response, 200, shown(hook as Hook));
  }

  function answerOrders(query: URLSearchParams, response: ServerResponse) {
    const [size, page] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)];
    if (size > 100) return json(response, 400, { code: 'rest_invalid_param' });
    const [after, before] = ['after', 'before'].map((name) => Date.parse(query.get(name) ?? ''));
    const timeOf = (order: WooOrder) => Date.parse(`${order.date_created_gmt}Z`);
    const found = orders
      .filter((order) => order.status !== 'trash')
      .filter((order) => !(timeOf(order) <= (after ?? 0)) && !(timeOf(order) >= (before ?? Infinity)))
      .sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
    return json(response, 200, found.slice((page - 1) * size, page * size), {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / size)),
    });
  }

  /** The page on which the owner agrees or not, and what agreeing leads to. */
  async function answerConsent({ pathname, search, searchParams, href }: URL, response: ServerResponse) {
    const { callback_url = '', return_url = '', user_id = '' } = Object.fromEntries(searchParams);
    if (pathname.endsWith('/authorize')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(`<!doctype html><html lang="en"><title>Oak</title>
        <h1>Proofbell would like to connect to your store</h1>
        <a href="/wc-auth/v1/access_granted${search}">Approve</a>
        <a href="${return_url}?success=0&user_id=${user_id}">Deny</a></html>`);
    }
    const over = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, callback_url), init) };
    const { status, returnUrl } = await shop.agree(over, href);
    response.writeHead(status === 200 ? 302 : 500, status === 200 ? { location: returnUrl } : {});
    return response.end('An error occurred in the request');
  }

  const answer: Answering = (request, response, body) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const query = url.searchParams;
    const path = isPlain ? query.get('rest_route') : (/^\/wp-json(\/.*)$/.exec(url.pathname)?.[1] ?? null);
    if (path === null && url.pathname.startsWith('/wc-auth/v1/')) return answerConsent(url, response);
    if (path === null) {
      response.writeHead(isPlain ? 200 : 404, { 'content-type': 'text/html' });
      return response.end('<!doctype html><title>Oak</title>');
    }
    if (path === '/wc/v3') return json(response, 200, { namespace: 'wc/v3' });
    if (!isAllowed(request, query))
      return json(response, 401, { code: 'woocommerce_rest_cannot_view', data: { status: 401 } });
    const [, noun, id = null] = /^\/wc\/v3\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
    const given = body ? (JSON.parse(body) as Partial<Hook>) : {};
    if (noun === 'webhooks')
      return answerHooks(request.method ?? '', id === null ? null : Number(id), given, query, response);
    if (noun === 'orders') return answerOrders(query, response);
    return json(response, 404, { code: 'rest_no_route' });
  };
  const server = await startAnswering(delay > 0 ? (...all) => void setTimeout(answer, delay, ...all) : answer);
  end(server.stop);

  const shop = {
    ...server,
    keys,
    hooks,
    orders,
    /** @returns what the shop posts once its owner has agreed on the page at this address. */
    keysFor(consentUrl: string) {
      const url = new URL(consentUrl);
      const asked = Object.fromEntries(url.searchParams);
      for (const name of ['app_name', 'scope', 'user_id', 'return_url', 'callback_url'])
        if (!asked[name]) throw new Error(`Missing parameter ${name}`);
      const made = { consumer_key: `ck_${hex()}`, consumer_secret: `cs_${hex()}` };
      keys.set(made.consumer_key, made.consumer_secret);
      return { key_id: ++ids, user_id: asked.user_id, ...made, key_permissions: asked.scope };
    },
    /**
     * The owner agrees: the shop posts the keys, and deletes them unless the answer is 200.
     * @returns the status, and where the owner is sent back to.
     */
    async agree(app: Pick<TestApp, 'fetch'>, consentUrl: string, change: Partial<Keys & { user_id: string }> = {}) {
      const posted = { ...shop.keysFor(consentUrl), ...change };
      const { callback_url = '', return_url = '' } = Object.fromEntries(new URL(consentUrl).searchParams);
      const { status } = await app.fetch(new URL(callback_url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=UTF-8' },
        body: JSON.stringify(posted),
      });
      if (status !== 200) keys.delete(posted.consumer_key);
      return { status, posted, returnUrl: `${return_url}?success=1&user_id=${posted.user_id}` };
    },
    /** Delivers an order by the webhooks of a topic that are on. @returns the statuses. */
    async tell(app: Pick<TestApp, 'fetch'>, topic: string, content: object) {
      const body = JSON.stringify(content);
      const statuses: number[] = [];
      for (const hook of hooks.filter((one) => one.topic === topic && one.status === 'active')) {
        const headers = {
          'content-type': 'application/json',
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-signature': hmac(hook.secret, body, 'base64'),
        };
        const { status } = await app.fetch(new URL(hook.delivery_url).pathname, { method: 'POST', headers, body });
        const failed = status >= 200 && status < 300 ? 0 : (failures.get(hook.id) ?? 0) + 1;
        failures.set(hook.id, failed);
        if (failed > FAILURES_MAX) hook.status = 'disabled';
        statuses.push(status);
      }
      return statuses;
    },
  };
  return shop;
}
export type WooShop = Awaited<ReturnType<typeof startWooShop>>;

const hex = () => randomBytes(20).toString('hex');
