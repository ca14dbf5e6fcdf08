// A Stripe account as a shop, by its SDK with a restricted key of the owner's: the SDK's calls go by the one client, too.
// What was bought is read from checkouts, and from charges that had none; what was paid back or disputed from refunds and
// disputes, before and after them.
import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { at, textAt } from '#shared/read-json.ts';
import { STRIPE_EVENTS } from '#shared/source-kinds.ts';
import type { Reading } from '../../domain/events/delivery.ts';
import { type Shop, type ShopApi, ShopError } from '../../domain/events/shop.ts';
import { READERS } from '../vendors/vendors.ts';
import type { AskShop } from './client.ts';

const API = 'https://api.stripe.com';
/** In the account: what our webhook endpoint is told by, and is told. */
const MARK = { proofbell: 'connected' };
const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [...STRIPE_EVENTS];
const SESSIONS_A_PAGE = 25;
const OTHERS_A_PAGE = 100;

/**
 * What is read, in order. Refunds come first, so that nothing shows that was paid back, by their payment alone: of buyers
 * nothing is known yet. A subscription's refund names none, and finds its purchase once that is known. Checkouts come before
 * charges: of one payment they say more.
 */
const PHASES = ['refunds', 'disputes', 'sessions', 'charges', 'late-refunds', 'late-disputes'] as const;
type Phase = (typeof PHASES)[number];
const after = (phase: Phase, paid = ''): string | null => {
  const next = PHASES[PHASES.indexOf(phase) + 1];
  return next ? `${next}:${paid && `:${paid}`}` : null;
};

/** Characters that stand for a payment in a cursor: of all that is looked through, two are taken for one in no real account. */
const PRINT = 6;
/** @returns it; '' where nothing was bought. */
const printOf = (reading: Reading): string => {
  const id = reading.verdict === 'read' ? reading.events[0]?.id : undefined;
  return id === undefined ? '' : createHash('sha256').update(id).digest('base64url').slice(0, PRINT);
};
const printsIn = (paid: string): Set<string> => new Set(paid.match(new RegExp(`.{${PRINT}}`, 'g')));

/** @returns a reading by the payment alone. */
function exact(reading: Reading): Reading {
  if (reading.verdict !== 'read') return reading;
  const retractions = reading.retractions
    .filter(({ matches }) => matches === 'reference')
    .map(({ onlyIf: _onlyIf, otherwise: _otherwise, untied: _untied, ...one }) => one);
  return { ...reading, retractions };
}

/** @returns what the reader says of an object as an event would bring it. */
const readingOf = (type: string, object: { created: number; livemode?: boolean }, now: number): Reading => {
  const { created, livemode = true } = object;
  const body: unknown = { object: 'event', type, created, livemode, data: { object } };
  return READERS.stripe({ header: () => undefined, body }, now);
};

/** @returns the SDK's answer. @throws ShopError in place of the SDK's, which carry the whole exchange */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const detail = at(error, 'detail');
    if (detail instanceof ShopError || error instanceof ShopError) throw detail instanceof ShopError ? detail : error;
    const code = at(error, 'statusCode');
    // Stripe names what a restricted key lacks.
    const [missing] = /rak_\w{3,60}/.exec(error instanceof Error ? error.message : '') ?? [];
    if (code === 403 && missing) throw new ShopError('denied', `The key lacks a permission: ${missing}`);
    if (code === 401 || code === 403)
      throw new ShopError('denied', "Stripe doesn't accept the key, or no longer. Connect it again");
    throw new ShopError(
      typeof code === 'number' ? 'refused' : 'garbage',
      `Stripe answered ${code ?? 'something else'}`,
    );
  }
}

/** @param isPrivateAllowed whether another server may stand in for Stripe's, where the owner says which. */
export function makeStripeShop(ask: AskShop, isPrivateAllowed: boolean): ShopApi {
  const connect = async ({ address, keys }: Shop): Promise<Stripe> => {
    const { default: Sdk } = await import('stripe');
    const { protocol, hostname, port } = new URL(address);
    const fetching = async (url: unknown, init: RequestInit = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const method = (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE';
      const body = typeof init.body === 'string' && init.body !== '' ? init.body : undefined;
      const answer = await ask({ method, url: String(url), headers, ...(body !== undefined && { body }) });
      const isObject = /^\s*\{/.test(answer.text);
      if (!isObject) throw new ShopError('garbage', 'Stripe answered something else than an object');
      const requestId = answer.header('request-id');
      return new Response(answer.text, {
        status: answer.status,
        ...(requestId !== undefined && { headers: { 'request-id': requestId } }),
      });
    };
    return new Sdk(keys.apiKey ?? '', {
      httpClient: Sdk.createFetchHttpClient(fetching as typeof fetch),
      apiVersion: Sdk.API_VERSION,
      host: hostname,
      ...(port && { port }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  };

  async function endpointsOf(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
    const { data } = await told(stripe.webhookEndpoints.list({ limit: OTHERS_A_PAGE }));
    return data.filter((one) => one.url === url);
  }

  return {
    async find(typed, keys) {
      if (!/^rk_live_\w+$/.test(keys.apiKey ?? ''))
        throw new ShopError('refused', 'Paste a restricted key of live mode, which starts with rk_live_');
      const base = isPrivateAllowed && typed && URL.canParse(typed) ? new URL(typed).origin : API;
      const stripe = await connect({ address: base, keys });
      try {
        const account: unknown = await told(stripe.rawRequest('GET', '/v1/account'));
        return `${base}/${textAt(account, 'id') ?? ''}`;
      } catch (error) {
        // Whose account it is, a restricted key need not be told.
        if (error instanceof ShopError && /rak_/.test(error.message)) return `${base}/…${keys.apiKey?.slice(-4)}`;
        throw error;
      }
    },

    async open(shop) {
      const stripe = await connect(shop);
      await told(stripe.webhookEndpoints.list({ limit: 1 }));
      await told(stripe.checkout.sessions.list({ limit: 1 }));
      await told(stripe.charges.list({ limit: 1 }));
      await told(stripe.refunds.list({ limit: 1, expand: ['data.charge'] }));
      await told(stripe.disputes.list({ limit: 1, expand: ['data.charge'] }));
      return shop.keys;
    },

    async deliver(shop, url, secret) {
      const stripe = await connect(shop);
      const [there, ...others] = await endpointsOf(stripe, url);
      // Its secret is told once. One that was made here, and whose secret is lost, is of no use.
      if (there && (secret !== null || there.metadata?.proofbell !== MARK.proofbell)) {
        const all = [...new Set([...there.enabled_events, ...EVENTS])] as typeof EVENTS;
        const isOn = there.status === 'enabled' && all.length === there.enabled_events.length;
        if (isOn || there.enabled_events.includes('*')) return { repaired: 0, secret: null };
        await told(stripe.webhookEndpoints.update(there.id, { enabled_events: all, disabled: false }));
        return { repaired: 1, secret: null };
      }
      for (const one of there ? [there, ...others] : []) await told(stripe.webhookEndpoints.del(one.id));
      const made = await told(
        stripe.webhookEndpoints.create({
          url,
          enabled_events: EVENTS,
          api_version: stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion,
          description: 'Proofbell',
          metadata: MARK,
        }),
      );
      return { repaired: 1, secret: made.secret ?? null };
    },

    async leave(shop, url) {
      const stripe = await connect(shop);
      for (const { id, metadata } of await endpointsOf(stripe, url))
        if (metadata?.proofbell === MARK.proofbell) await told(stripe.webhookEndpoints.del(id));
    },

    async read(shop, { since, until, from }) {
      const stripe = await connect(shop);
      const now = Date.parse(until);
      const created = { gte: Math.floor(Date.parse(since) / 1_000), lte: Math.floor(now / 1_000) };
      // `paid` are the payments of the checkouts that were read: a charge of one of those is no order of its own.
      const [phase = 'refunds', last, paid = ''] = (from ?? 'refunds:').split(':') as [Phase, string, string?];
      const page = { created, ...(last && { starting_after: last }) };
      const isLate = phase.startsWith('late');
      const end = (list: { data: { id: string }[]; has_more: boolean }, kept = '') => {
        const next = list.has_more
          ? `${phase}:${list.data.at(-1)?.id}${kept && `:${kept}`}`
          : after(phase, phase === 'sessions' ? kept : '');
        return { total: null, next, rest: isLate ? next : after('charges') };
      };
      if (phase === 'sessions') {
        const list = await told(
          stripe.checkout.sessions.list({
            ...page,
            limit: SESSIONS_A_PAGE,
            status: 'complete',
            expand: ['data.line_items'],
          }),
        );
        const readings = list.data.map((one) => readingOf('checkout.session.completed', one, now));
        const kept = paid + readings.map(printOf).join('');
        return { readings, orders: readings.length, ...end(list, kept) };
      }
      if (phase === 'charges') {
        const list = await told(stripe.charges.list({ ...page, limit: OTHERS_A_PAGE }));
        const before = printsIn(paid);
        const readings = list.data
          .map((one) => readingOf('charge.succeeded', one, now))
          .filter((one) => !before.has(printOf(one)));
        return { readings, orders: readings.length, ...end(list, paid) };
      }
      const expanded = { ...page, limit: OTHERS_A_PAGE, expand: ['data.charge'] };
      const readings: Reading[] = [];
      const add = (type: string, object: object, at: number) => {
        const reading = readingOf(type, { created: at, ...object }, now);
        readings.push(isLate ? reading : exact(reading));
      };
      if (phase.endsWith('refunds')) {
        const list = await told(stripe.refunds.list(expanded));
        for (const { charge, created: at } of list.data)
          if (charge && typeof charge !== 'string') add('charge.refunded', charge, at);
        return { readings, orders: 0, ...end(list) };
      }
      const list = await told(stripe.disputes.list(expanded));
      for (const dispute of list.data)
        if (!/^(?:won|warning_closed)$/.test(dispute.status)) add('charge.dispute.created', dispute, dispute.created);
      return { readings, orders: 0, ...end(list) };
    },
  };
}
