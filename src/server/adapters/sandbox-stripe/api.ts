// The sandbox's API: the paths of Stripe's that Proofbell calls, and no others.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { saveSandboxAnswer, takeSandboxKey } from '../../db/sandbox.ts';
import { priceOf } from './catalog.ts';
import { createCheckout, currentCheckout, expireCheckout, withoutSold } from './checkout.ts';
import { createCustomer } from './customers.ts';
import { chargeIdOf, createRefund } from './payments.ts';
import { catchUpCustomer, createPortal, PORTAL_CONFIGURATION } from './portal.ts';
import type { Store } from './store.ts';
import { cancelSubscription, currentSubscription, isOver } from './subscriptions.ts';
import { listOf, Reader, readParams, StripeFault } from './wire.ts';

/** Runs a call in one transaction, and sends its events once it is committed. */
export type Transact = <T>(work: (store: Store) => Promise<T>) => Promise<T>;
export type Call = (store: Store, params: Reader, id: string) => Promise<object> | object;

const isAsked = (asked: string | null, value: string | null) => asked === null || asked === value;

export const CALLS: Record<string, Call> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/prices/:id': (_store, _params, id) => priceOf(id),
  'POST /v1/checkout/sessions': createCheckout,
  'GET /v1/checkout/sessions/:id': async (store, _params, id) => withoutSold(await currentCheckout(store, id)),
  'POST /v1/checkout/sessions/:id/expire': (store, _params, id) => expireCheckout(store, id),
  'GET /v1/subscriptions': async (store, params) => {
    const customer = params.required('customer');
    const status = params.text('status');
    await catchUpCustomer(store, customer);
    const all = await store.list('subscription', customer);
    const asked = all.filter((one) => status === 'all' || (status === null ? !isOver(one) : one.status === status));
    return listOf(asked, '/v1/subscriptions', params);
  },
  'GET /v1/subscriptions/:id': (store, _params, id) => currentSubscription(store, id),
  'DELETE /v1/subscriptions/:id': (store, _params, id) => cancelSubscription(store, id),
  'GET /v1/invoices': async (store, params) => {
    const subscription = params.text('subscription');
    const status = params.text('status');
    const owner = subscription === null ? null : await store.find('subscription', subscription);
    const all = await store.list('invoice', params.text('customer') ?? owner?.customer);
    const asked = all.filter(
      (one) => isAsked(subscription, one.parent.subscription_details.subscription) && isAsked(status, one.status),
    );
    return listOf(asked, '/v1/invoices', params);
  },
  'GET /v1/invoice_payments': async (store, params) => {
    const invoice = params.required('invoice');
    const status = params.text('status');
    const all = await store.list('invoice_payment', (await store.find('invoice', invoice))?.customer);
    const asked = all.filter((one) => one.invoice === invoice && isAsked(status, one.status));
    return listOf(asked, '/v1/invoice_payments', params);
  },
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': async (store, params) => {
    const intent = params.required('payment_intent');
    const all = await store.list('refund', (await store.find('charge', chargeIdOf(intent)))?.customer);
    const asked = all.filter((one) => one.payment_intent === intent);
    return listOf(asked, '/v1/refunds', params);
  },
  'GET /v1/charges/:id': (store, _params, id) => store.get('charge', id, 'charge'),
  'POST /v1/billing_portal/sessions': createPortal,
  'GET /v1/billing_portal/configurations': (_store, params) => {
    params.text('active');
    return listOf([PORTAL_CONFIGURATION], '/v1/billing_portal/configurations', params);
  },
};

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** @param apiKey what callers must send as `Authorization: Bearer`. @param calls what it answers; tests have more. */
export function makeApi(apiKey: string, transact: Transact, calls = CALLS): Hono {
  const app = new Hono();
  const expected = hashOf(`Bearer ${apiKey}`);
  app.use(async (c, next) => {
    if (!timingSafeEqual(expected, hashOf(c.req.header('authorization') ?? ''))) {
      throw new StripeFault(401, 'Invalid API Key provided.');
    }
    await next();
    c.header('request-id', `req_${randomBytes(7).toString('hex')}`);
  });
  for (const [route, call] of Object.entries(calls)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, (c) => answer(c, method, call, transact));
  }
  app.notFound((c) =>
    c.json(new StripeFault(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`).body, 404),
  );
  app.onError((error, c) => {
    if (error instanceof StripeFault) return c.json(error.body, error.status);
    return c.json({ error: { type: 'api_error', message: String(error) } }, 500);
  });
  return app;
}

async function answer(c: Context, method: string, call: Call, transact: Transact): Promise<Response> {
  const text = method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
  const id = c.req.param('id') ?? '';
  const run = async (store: Store) => {
    const params = new Reader(readParams(text));
    const result = await call(store, params, id);
    // What is ignored here would be missed only with Stripe.
    params.end();
    return result;
  };
  const key = c.req.header('idempotency-key');
  if (key === undefined || method === 'GET') return c.json(await transact(run));
  const { body, isReplayed } = await transact((store) => once(store, key, `${method} ${c.req.path} ${text}`, run));
  if (isReplayed) c.header('idempotent-replayed', 'true');
  return c.body(body, 200, { 'content-type': 'application/json' });
}

/** Makes a call, or repeats its answer under the same key. A failure changes nothing, and leaves its key free. */
async function once(store: Store, key: string, request: string, run: (store: Store) => Promise<object>) {
  const fingerprint = hashOf(request).toString('hex');
  const known = await takeSandboxKey(store.db, key, fingerprint, new Date(store.parts.clock.now()).toISOString());
  if (known && known.fingerprint !== fingerprint) {
    throw new StripeFault(
      400,
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      { type: 'idempotency_error' },
    );
  }
  if (known) return { body: known.body, isReplayed: true };
  const body = JSON.stringify(await run(store));
  await saveSandboxAnswer(store.db, key, 200, body);
  return { body, isReplayed: false };
}
