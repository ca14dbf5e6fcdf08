// A WooCommerce shop that stands in for real ones: it answers as WooCommerce documents
// (https://woocommerce.github.io/woocommerce-rest-api-docs) and as its source does: consent, keys by Basic authentication or
// in the address, orders in pages with their totals, webhooks with an end after five failures. The demo's shop and those
// of the tests are made here.
import { createHmac, randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { isoOf } from '#shared/time.ts';

export type WooOrder = { id: number; status: string; date_created_gmt: string } & Record<string, unknown>;
export type WooHook = {
  id: number;
  name: string;
  topic: string;
  delivery_url: string;
  secret: string;
  status: string;
};
export type WooKeys = { consumer_key: string; consumer_secret: string };
/** What the shop's own calls go by: a path of the server that it is connected to. */
export type Reach = { fetch(path: string, init?: RequestInit): Response | Promise<Response> };

/** What a webhook survives in a row. */
const FAILURES_MAX = 5;
const TOPICS = /^order\.(?:created|updated|deleted|restored)$/;
const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
const hex = () => randomBytes(20).toString('hex');
/** @returns a moment as its API writes it: in UTC, and without saying so. */
export const gmtOf = (ms: number): string => isoOf(ms).slice(0, 19);

/** As PHP writes it. */
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body).replaceAll('/', '\\/'), {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  });
const page = (content: unknown, status = 200) =>
  new Response(String(content), { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

/** @returns the part of a list that was asked for. */
const pageOf = <T>(all: readonly T[], query: URLSearchParams): T[] => {
  const [size, at] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)];
  return all.slice((at - 1) * size, at * size);
};

/**
 * @param base the path that all of it is below. @param isPlain whether its addresses aren't pretty: then its API is at
 * `/?rest_route=`. @param stripsHeader whether its web server takes the header of Basic authentication away.
 * @param reach how it calls who connects it, by the address that it was given.
 */
export function makeWoo({
  base = '',
  isPlain = false,
  stripsHeader = false,
  reach,
}: {
  base?: string;
  isPlain?: boolean;
  stripsHeader?: boolean;
  reach: (url: string) => Reach;
}) {
  const keys = new Map<string, string>();
  const hooks: WooHook[] = [];
  const orders: WooOrder[] = [];
  const failures = new Map<number, number>();
  let ids = 0;

  const isAllowed = ({ headers }: Request, query: URLSearchParams) => {
    const [, basic = ''] = /^Basic (.+)$/.exec(stripsHeader ? '' : (headers.get('authorization') ?? '')) ?? [];
    const [key = '', secret = ''] = query.has('consumer_key')
      ? [query.get('consumer_key') ?? '', query.get('consumer_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':');
    return key !== '' && keys.get(key) === secret;
  };
  const shown = ({ secret: _, ...hook }: WooHook) => hook;

  function answerHooks(method: string, id: number | null, body: Partial<WooHook>, query: URLSearchParams): Response {
    const hook = hooks.find((one) => one.id === id);
    if (id !== null && !hook) return json(404, { code: 'woocommerce_rest_shop_webhook_invalid_id' });
    if (method === 'GET') return json(200, pageOf(hooks.toReversed(), query).map(shown));
    // What is no address of the web leads wherever its path says.
    if (!isAddress(body.delivery_url ?? hook?.delivery_url ?? ''))
      return json(400, { code: 'woocommerce_rest_shop_webhook_invalid_delivery_url' });
    if (method === 'POST') {
      if (!TOPICS.test(body.topic ?? '')) return json(400, { code: 'woocommerce_rest_shop_webhook_invalid_topic' });
      const { name = '', topic = '', delivery_url = '', secret = '', status = 'active' } = body;
      const made = { id: ++ids, name, topic, delivery_url, secret, status };
      hooks.push(made);
      return json(201, shown(made));
    }
    if (!hook) return json(404, { code: 'rest_no_route' });
    if (method === 'PUT') {
      failures.delete(hook.id);
      return json(200, shown(Object.assign(hook, body)));
    }
    if (query.get('force') !== 'true') return json(501, { code: 'woocommerce_rest_trash_not_supported' });
    hooks.splice(hooks.indexOf(hook), 1);
    return json(200, shown(hook));
  }

  function answerOrders(query: URLSearchParams): Response {
    const size = Number(query.get('per_page') ?? 10);
    if (size > 100) return json(400, { code: 'rest_invalid_param' });
    const [after, before] = ['after', 'before'].map((name) => Date.parse(query.get(name) ?? ''));
    const timeOf = (order: WooOrder) => Date.parse(`${order.date_created_gmt}Z`);
    const found = orders
      .filter((order) => order.status !== 'trash')
      .filter((order) => !(timeOf(order) <= (after ?? 0)) && !(timeOf(order) >= (before ?? Infinity)))
      .sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
    return json(200, pageOf(found, query), {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / size)),
    });
  }

  /** The page on which the owner agrees or not, and what agreeing leads to. */
  async function answerConsent(url: URL): Promise<Response> {
    const asked = Object.fromEntries(url.searchParams);
    const { app_name = '', callback_url = '', return_url = '', user_id = '' } = asked;
    if (![callback_url, return_url].every(isAddress)) return page('Invalid parameters', 400);
    if (url.pathname.endsWith('/authorize'))
      return page(
        await consentPage(app_name, {
          approve: `${base}/wc-auth/v1/access_granted${url.search}`,
          deny: `${return_url}?success=0&user_id=${encodeURIComponent(user_id)}`,
        }),
      );
    const { status, returnUrl } = await shop.agree(reach(callback_url), url.href);
    if (status !== 200) return page('An error occurred in the request', 500);
    return new Response(null, { status: 302, headers: { location: returnUrl } });
  }

  const shop = {
    keys,
    hooks,
    orders,
    async answer(request: Request): Promise<Response> {
      const url = new URL(request.url);
      const query = url.searchParams;
      const below = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : '';
      const path = isPlain ? query.get('rest_route') : (/^\/wp-json(\/.*)$/.exec(below)?.[1] ?? null);
      if (path === null && /^\/wc-auth\/v1\/(?:authorize|access_granted)$/.test(below)) return answerConsent(url);
      if (path === null) return page('<!doctype html><title>Oak</title>', isPlain ? 200 : 404);
      if (path === '/wc/v3') return json(200, { namespace: 'wc/v3' });
      if (!isAllowed(request, query)) return json(401, { code: 'woocommerce_rest_cannot_view', data: { status: 401 } });
      const [, noun, id = null] = /^\/wc\/v3\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
      const given = (await request.json().catch(() => ({}))) as Partial<WooHook>;
      if (noun === 'webhooks') return answerHooks(request.method, id === null ? null : Number(id), given, query);
      if (noun === 'orders') return answerOrders(query);
      return json(404, { code: 'rest_no_route' });
    },
    /** @returns what the shop posts once its owner has agreed on the page at this address. */
    keysFor(consentUrl: string) {
      const asked = Object.fromEntries(new URL(consentUrl).searchParams);
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
    async agree(over: Reach, consentUrl: string, change: Partial<WooKeys & { user_id: string }> = {}) {
      const posted = { ...shop.keysFor(consentUrl), ...change };
      const { callback_url = '', return_url = '' } = Object.fromEntries(new URL(consentUrl).searchParams);
      const { status } = await over.fetch(new URL(callback_url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=UTF-8' },
        body: JSON.stringify(posted),
      });
      if (status !== 200) keys.delete(posted.consumer_key);
      return { status, posted, returnUrl: `${return_url}?success=1&user_id=${posted.user_id}` };
    },
    /** Delivers an order by the webhooks of a topic that are on. @returns the statuses. */
    async tell(over: Reach, topic: string, content: object): Promise<number[]> {
      const body = JSON.stringify(content);
      const statuses: number[] = [];
      for (const hook of hooks.filter((one) => one.topic === topic && one.status === 'active')) {
        const headers = {
          'content-type': 'application/json',
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
        };
        const { status } = await over.fetch(new URL(hook.delivery_url).pathname, { method: 'POST', headers, body });
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

const consentPage = (app: string, { approve, deny }: { approve: string; deny: string }) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Connect · Holt &amp; Ash Outlet</title>
    <link rel="stylesheet" href="/demo/assets/frame.css">
    <link rel="stylesheet" href="/demo/assets/woo.css">
  </head>
  <body class="woo">
    <main class="consent">
      <p class="mark">Holt <span>&amp;</span> Ash Outlet</p>
      <h1>${app} would like to connect to your store</h1>
      <p>This gives ${app} read and write access, with which it can:</p>
      <ul>
        <li>View orders</li>
        <li>Create and remove webhooks</li>
      </ul>
      <p class="choice">
        <a class="button" href="${approve}">Approve</a>
        <a class="deny" href="${deny}">Deny</a>
      </p>
    </main>
  </body>
</html>`;
