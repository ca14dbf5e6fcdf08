// A Stripe account that stands in for real ones: over HTTP on the loopback interface, it answers as Stripe documents
// (https://docs.stripe.com/api): restricted keys and what they lack, webhook endpoints whose secret is told once, lists by
// cursor, the newest first.
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Clock } from '#server/domain/ports.ts';
import type { TestApp } from './app.ts';
import { hmac } from './deliveries.ts';
import { type Answering, startAnswering } from './shop-server.ts';

type Endpoint = {
  id: string;
  object: 'webhook_endpoint';
  url: string;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
  metadata: Record<string, string>;
};
type StripeObject = { id: string; created: number } & Record<string, unknown>;

/** @param at seconds. @returns a paid checkout of a product. */
export const stripeSession = (n: number, at: number, more: object = {}): StripeObject => ({
  id: `cs_live_${n}`,
  object: 'checkout.session',
  livemode: true,
  created: at,
  status: 'complete',
  payment_status: 'paid',
  mode: 'payment',
  payment_intent: `pi_${n}`,
  amount_total: 10_000,
  currency: 'eur',
  customer_details: { name: 'Ana Silva', email: `ana${n}@shop.example`, address: { city: 'Lisbon', country: 'PT' } },
  line_items: { data: [{ description: `Desk ${n}`, quantity: 1 }] },
  ...more,
});

/** @returns the charge of such a checkout, or with another number of a form of the shop's own. */
export const stripeCharge = (n: number, at: number, more: object = {}): StripeObject => ({
  ...{ id: `ch_${n}`, object: 'charge', livemode: true, created: at, status: 'succeeded', captured: true },
  ...{ payment_intent: `pi_${n}`, amount: 10_000, amount_captured: 10_000, amount_refunded: 0, refunded: false },
  ...{ currency: 'eur', description: null, invoice: null, customer: null },
  billing_details: { name: 'Ben Olsen', email: `ben${n}@shop.example`, address: { city: 'Oslo', country: 'NO' } },
  ...more,
});

/** @returns a whole refund of such a checkout, with its charge. */
export const stripeRefund = (n: number, at: number, more: object = {}): StripeObject => ({
  id: `re_${n}`,
  object: 'refund',
  created: at,
  charge: {
    ...{ id: `ch_${n}`, object: 'charge', livemode: true, payment_intent: `pi_${n}`, amount: 10_000, currency: 'eur' },
    ...{ amount_refunded: 10_000, refunded: true, billing_details: { email: `ana${n}@shop.example` } },
    ...more,
  },
});

/** @param end is given what stops it; by default it is called as the test ends. */
export async function startStripeAccount(end: (stop: () => Promise<void>) => void = onTestFinished) {
  const apiKey = `rk_live_${randomBytes(12).toString('hex')}`;
  const keys = new Set([apiKey]);
  const lacking = new Set<string>();
  const endpoints: Endpoint[] = [];
  const secrets = new Map<string, string>();
  const lists: Record<string, StripeObject[]> = { 'checkout/sessions': [], charges: [], refunds: [], disputes: [] };
  let ids = 0;

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${++ids}` })
      .end(JSON.stringify(body));
  const error = (response: ServerResponse, status: number, message: string) =>
    json(response, status, { error: { type: 'invalid_request_error', message } });
  /** @returns the values under a name, as `a[0]=…` and `a[b]=…` have them. */
  const under = (form: URLSearchParams, name: string) =>
    [...form]
      .filter(([key]) => key.startsWith(`${name}[`))
      .map(([key, value]) => [key.slice(name.length + 1, -1), value] as const);

  const answer: Answering = (request, response, body) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stripe');
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!keys.has(given)) return error(response, 401, `Invalid API Key provided: ${given.slice(0, 8)}****`);
    const [, noun = '', id] =
      /^\/v1\/(account|webhook_endpoints|checkout\/sessions|charges|refunds|disputes)(?:\/(\w+))?$/.exec(pathname) ??
      [];
    const permission = `rak_${noun.replace('/', '_').replace(/s$/, '')}_${request.method === 'GET' ? 'read' : 'write'}`;
    if (lacking.has(permission))
      return error(
        response,
        403,
        `The provided key 'rk_live_****' does not have the required permissions for this endpoint. Having the '${permission}' permission would allow this request to continue.`,
      );
    if (noun === 'account') return json(response, 200, { id: 'acct_1', object: 'account' });
    if (noun === 'webhook_endpoints') {
      const form = new URLSearchParams(body);
      const endpoint = endpoints.find((one) => one.id === id);
      if (id && !endpoint) return error(response, 404, 'No such webhook endpoint');
      if (request.method === 'DELETE' && endpoint) {
        endpoints.splice(endpoints.indexOf(endpoint), 1);
        return json(response, 200, { id, object: 'webhook_endpoint', deleted: true });
      }
      if (request.method === 'POST' && endpoint) {
        const events = under(form, 'enabled_events').map(([, value]) => value);
        if (events.length > 0) endpoint.enabled_events = events;
        if (form.has('disabled')) endpoint.status = form.get('disabled') === 'true' ? 'disabled' : 'enabled';
        return json(response, 200, endpoint);
      }
      if (request.method === 'POST') {
        const url = form.get('url') ?? '';
        // Browser tests are served on localhost, by http.
        if (!/^https:|^http:\/\/localhost:/.test(url))
          return error(response, 400, 'Invalid URL: An explicit scheme must be provided.');
        const made: Endpoint = {
          ...{ id: `we_${++ids}`, object: 'webhook_endpoint', url, status: 'enabled' },
          enabled_events: under(form, 'enabled_events').map(([, value]) => value),
          metadata: Object.fromEntries(under(form, 'metadata')),
        };
        const secret = `whsec_${randomBytes(16).toString('hex')}`;
        endpoints.unshift(made);
        secrets.set(made.id, secret);
        return json(response, 200, { ...made, secret });
      }
      return json(response, 200, { object: 'list', data: endpoints, has_more: false });
    }
    const list = lists[noun];
    if (!list) return error(response, 404, `Unrecognized request URL (${request.method}: ${pathname})`);
    const [from, to] = ['created[gte]', 'created[lte]'].map((name) => Number(query.get(name) ?? Number.NaN));
    const found = list
      .filter(({ created }) => !(created < (from ?? 0)) && !(created > (to ?? Infinity)))
      .sort((a, b) => b.created - a.created);
    const start = query.has('starting_after')
      ? found.findIndex((one) => one.id === query.get('starting_after')) + 1
      : 0;
    const size = Number(query.get('limit') ?? 10);
    return json(response, 200, {
      object: 'list',
      data: found.slice(start, start + size),
      has_more: found.length > start + size,
    });
  };
  const server = await startAnswering(answer);
  end(server.stop);
  return {
    ...server,
    apiKey,
    keys,
    /** What keys may not: `rak_refund_read`, say. */
    lacking,
    endpoints,
    sessions: lists['checkout/sessions'] as StripeObject[],
    charges: lists.charges as StripeObject[],
    refunds: lists.refunds as StripeObject[],
    disputes: lists.disputes as StripeObject[],
    /** Delivers an event to the endpoints that are on. @returns the statuses. */
    async tell(
      app: Pick<TestApp, 'fetch'> & { clock: Pick<Clock, 'now'> },
      type: string,
      object: object,
    ): Promise<number[]> {
      const at = Math.floor(app.clock.now() / 1_000);
      const body = JSON.stringify({
        id: `evt_${++ids}`,
        object: 'event',
        livemode: true,
        created: at,
        type,
        data: { object },
      });
      const statuses: number[] = [];
      for (const { id, url, status } of endpoints) {
        if (status !== 'enabled') continue;
        const signature = `t=${at},v1=${hmac(secrets.get(id) ?? '', `${at}.${body}`, 'hex')}`;
        const sent = await app.fetch(new URL(url).pathname, {
          method: 'POST',
          headers: { 'stripe-signature': signature },
          body,
        });
        statuses.push(sent.status);
      }
      return statuses;
    },
  };
}
