// What the adapter makes of a provider that is down, slow, or answers anything but what was asked for: an error of the
// right kind, in time, with nothing secret in it.
import { describe, expect, it } from 'vitest';
import { type Payments, PaymentsError, type PaymentsFault } from '#server/domain/billing/payments.ts';
import { STATUS, toApiError } from '#server/trpc/errors.ts';
import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import { type Answer, type Asked, SECRET_KEY, startFakeProvider, WEBHOOK_SECRET } from '../support/fake-provider.ts';

const EMAIL = 'ana@shop.example';
const CARD = '4242 4242 4242 4242';

/** Every call that goes to the provider. */
const CALLS: Record<string, (payments: Payments) => Promise<unknown>> = {
  createCustomer: (payments) => payments.createCustomer({ email: EMAIL, reference: 'r1', key: 'customer:r1' }),
  createCheckout: (payments) =>
    payments.createCheckout({
      customerId: 'cus_1',
      plan: 'growth',
      cycle: 'annual',
      reference: 'r1',
      successUrl: 'http://localhost/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://localhost/register',
      expiresAt: 1_800_000_000_000,
      key: 'checkout:r1:1',
    }),
  readCheckout: (payments) => payments.readCheckout('cs_1'),
  expireCheckout: (payments) => payments.expireCheckout('cs_1'),
  readSubscription: (payments) => payments.readSubscription('sub_1'),
  listSubscriptions: (payments) => payments.listSubscriptions('cus_1'),
  cancelSubscription: (payments) => payments.cancelSubscription('sub_1', 'cancel:sub_1'),
  refundSubscription: (payments) => payments.refundSubscription('sub_1', 'refund:sub_1'),
  createPortal: (payments) => payments.createPortal({ customerId: 'cus_1', returnUrl: 'http://localhost/settings' }),
  readPrices: (payments) => payments.readPrices(),
  readChargedCustomer: (payments) => payments.readChargedCustomer('ch_1'),
};
/** Those that answer with nothing when there is nothing. */
const READS = ['readCheckout', 'readSubscription', 'readPrices', 'readChargedCustomer'];

const faultOf = async (call: Promise<unknown>): Promise<PaymentsError | { answer: unknown }> =>
  call.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (!(error instanceof PaymentsError)) throw error;
      return error;
    },
  );

/** @returns the kind of each call's fault; what a call answered instead is there as it is. */
async function kindsWith(answer: (asked: Asked) => Answer, timeout?: number) {
  const provider = await startFakeProvider(answer, timeout);
  try {
    const faults = await Promise.all(
      Object.entries(CALLS).map(async ([name, call]) => [name, await faultOf(call(provider.payments))] as const),
    );
    for (const [, fault] of faults) expectNoSecret(fault);
    return {
      kinds: Object.fromEntries(
        faults.map(([name, fault]) => [name, fault instanceof PaymentsError ? fault.kind : fault.answer]),
      ),
      faults: faults.map(([, fault]) => fault),
    };
  } finally {
    await provider.stop();
  }
}

/** Nothing in an error, wherever a log may look. */
function expectNoSecret(fault: unknown): void {
  const text = [
    JSON.stringify(fault),
    String(fault),
    fault instanceof Error
      ? `${fault.stack} ${JSON.stringify(Object.getOwnPropertyDescriptors(fault))} ${fault.cause}`
      : '',
  ].join('\n');
  for (const secret of [SECRET_KEY, WEBHOOK_SECRET, CARD, CARD.replaceAll(' ', ''), EMAIL]) {
    expect(text).not.toContain(secret);
  }
}

const all = (kind: PaymentsFault | null) => Object.fromEntries(Object.keys(CALLS).map((name) => [name, kind]));
/** An error in Stripe's shape that repeats all that it should not. */
const errorBody = (type: string, code?: string) => ({
  error: { type, code, message: `Not with ${SECRET_KEY}, ${WEBHOOK_SECRET}, ${CARD}, 4000000000000341 or ${EMAIL}` },
});

describe('a provider that', () => {
  it('is down makes every call unavailable', async () => {
    const provider = await startFakeProvider(() => ({ status: 200, body: {} }));
    await provider.stop();
    for (const call of Object.values(CALLS)) {
      const fault = await faultOf(call(provider.payments));
      expect(fault).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('ECONNREFUSED') });
    }
  });

  it('never answers makes every call unavailable within the time-out', async () => {
    const { kinds, faults } = await kindsWith(() => () => {}, 400);
    expect(kinds).toEqual(all('unavailable'));
    // By our own time-out, which neither retries nor bytes start again.
    for (const fault of faults) expect(String(fault)).toContain('no answer in time');
  });

  it('sends a byte now and then makes every call unavailable within the time-out', async () => {
    const trickle: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    const { kinds, faults } = await kindsWith(() => trickle, 400);
    expect(kinds).toEqual(all('unavailable'));
    for (const fault of faults) expect(String(fault)).toContain('no answer in time');
  });

  it.each<[string, Answer]>([
    [
      'half an answer',
      (response) =>
        void response.writeHead(200, { 'content-length': '500' }).write('{"id":"cus_1"', () => response.destroy()),
    ],
    ['a closed connection', (response) => void response.destroy()],
    ['a page', { status: 200, body: `<html>${SECRET_KEY}</html>` }],
    ['a page with a failure', { status: 502, body: '<html>Bad gateway</html>' }],
    ['nothing', { status: 200, body: '' }],
    ['null', { status: 200, body: null }],
    ['a list', { status: 200, body: [] }],
    ['a text', { status: 200, body: '"ok"' }],
    ['an empty object', { status: 200, body: {} }],
    [
      'an object of another kind',
      { status: 200, body: { object: 'product', id: 'prod_1', data: [{ object: 'product' }] } },
    ],
    [
      'objects without their fields',
      (response) => response.end(JSON.stringify({ object: 'checkout.session', id: 'cs_1' })),
    ],
    ['500', { status: 500, body: errorBody('api_error') }],
    ['503', { status: 503, body: errorBody('api_error') }],
    ['429', { status: 429, body: errorBody('invalid_request_error', 'rate_limit'), headers: { 'retry-after': '7' } }],
    [
      '500, and repeats that',
      { status: 500, body: errorBody('api_error'), headers: { 'idempotent-replayed': 'true' } },
    ],
    ['409', { status: 409, body: errorBody('idempotency_error', 'idempotency_key_in_use') }],
  ])('answers with %s makes every call unavailable', async (_, answer) => {
    expect((await kindsWith(() => answer)).kinds).toEqual(all('unavailable'));
  });

  it.each<[number, string, PaymentsFault]>([
    [400, 'invalid_request_error', 'refused'],
    [401, 'invalid_request_error', 'refused'],
    [403, 'invalid_request_error', 'refused'],
    [402, 'card_error', 'declined'],
  ])('answers %i with an %s: %s', async (status, type, kind) => {
    const { kinds, faults } = await kindsWith(() => ({ status, body: errorBody(type) }));
    expect(kinds).toEqual(all(kind));
    // What went wrong stands in the log.
    for (const fault of faults) expect(String(fault)).toContain(`answered ${status} (Not with …, …, …, … or …)`);
  });

  it('has no such object: null where something is read, else not found', async () => {
    const { kinds } = await kindsWith(() => ({
      status: 404,
      body: errorBody('invalid_request_error', 'resource_missing'),
    }));
    expect(kinds).toEqual({
      ...all('not-found'),
      ...Object.fromEntries(READS.map((name) => [name, name === 'readPrices' ? [] : null])),
    });
  });

  it('says when to try again', async () => {
    const { faults } = await kindsWith(() => ({
      status: 429,
      body: errorBody('api_error'),
      headers: { 'retry-after': '7' },
    }));
    for (const fault of faults) expect(fault).toMatchObject({ kind: 'unavailable', retryAfter: 7 });
  });
});

describe('a call', () => {
  const customer = { object: 'customer', id: 'cus_1' };

  it('is made again once after a failure, under the same key', async () => {
    let calls = 0;
    const provider = await startFakeProvider(() =>
      ++calls === 1 ? { status: 500, body: errorBody('api_error') } : { status: 200, body: customer },
    );
    expect(await CALLS.createCustomer?.(provider.payments)).toBe('cus_1');
    expect(provider.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['customer:r1', 'customer:r1']);
    await provider.stop();
  });

  it('that changes something carries a key, the same one when it is made again', async () => {
    const provider = await startFakeProvider(() => ({ status: 500, body: errorBody('api_error') }));
    for (const call of Object.values(CALLS)) await faultOf(call(provider.payments));
    const sent = provider.asked.filter(({ method }) => method !== 'GET');
    const keysOf = new Map<string, Set<unknown>>();
    for (const { method, path, headers } of sent) {
      const keys = keysOf.get(`${method} ${path}`) ?? new Set();
      keysOf.set(`${method} ${path}`, keys.add(headers['idempotency-key']));
    }
    expect(Object.fromEntries([...keysOf].map(([call, keys]) => [call, [...keys]]))).toEqual({
      'POST /v1/customers': ['customer:r1'],
      'POST /v1/checkout/sessions': ['checkout:r1:1'],
      'POST /v1/checkout/sessions/cs_1/expire': [expect.any(String)],
      'DELETE /v1/subscriptions/sub_1': ['cancel:sub_1'],
    });
    await provider.stop();
  });

  it('that opens the portal carries a key, the same one when it is made again', async () => {
    const session = { object: 'billing_portal.session', id: 'bps_1', url: 'https://billing.stripe.com/p/1' };
    let sent = 0;
    const provider = await startFakeProvider(({ method }) => {
      if (method === 'GET') return { status: 200, body: { object: 'list', data: [] } };
      return ++sent === 1 ? { status: 500, body: errorBody('api_error') } : { status: 200, body: session };
    });
    expect(await CALLS.createPortal?.(provider.payments)).toBe(session.url);
    const keys = provider.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await provider.stop();
  });

  it('gets past a failure that the provider repeats for its key', async () => {
    const provider = await startFakeProvider(({ headers }) =>
      headers['idempotency-key'] === 'customer:r1'
        ? {
            status: 500,
            body: errorBody('api_error'),
            headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
          }
        : { status: 200, body: customer },
    );
    expect(await CALLS.createCustomer?.(provider.payments)).toBe('cus_1');
    expect(provider.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['customer:r1', 'customer:r1:2']);
    await provider.stop();
  });

  it('gives up when every key has failed', async () => {
    const headers = { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' };
    const provider = await startFakeProvider(() => ({ status: 500, body: errorBody('api_error'), headers }));
    expect(await faultOf(CALLS.createCustomer?.(provider.payments) ?? Promise.resolve())).toMatchObject({
      kind: 'unavailable',
    });
    expect(provider.asked).toHaveLength(5);
    await provider.stop();
  });

  it('names the version of the API, and tells the provider nothing about this machine', async () => {
    const provider = await startFakeProvider(() => ({ status: 200, body: customer }));
    await CALLS.createCustomer?.(provider.payments);
    await CALLS.createCustomer?.(provider.payments);
    for (const { headers } of provider.asked) {
      expect(headers['stripe-version']).toBe('2026-10-28.endive');
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
    }
    await provider.stop();
  });

  it('with an id that is none asks for nothing', async () => {
    const provider = await startFakeProvider(() => ({ status: 200, body: customer }));
    for (const id of [
      '',
      '../customers/cus_1',
      'cs_1/expire',
      'cs_1?expand[]=x',
      'cs 1',
      'x'.repeat(256),
      'cs\u0000',
    ]) {
      expect(await provider.payments.readCheckout(id)).toBeNull();
      expect(await provider.payments.readSubscription(id)).toBeNull();
    }
    expect(provider.asked).toEqual([]);
    await provider.stop();
  });
});

describe('people are told', () => {
  it.each<[PaymentsFault, number, string, number | undefined]>([
    ['unavailable', 503, BILLING_MESSAGES.providerUnavailable, 30],
    ['refused', 503, BILLING_MESSAGES.providerRefused, 30],
    ['not-found', 503, BILLING_MESSAGES.providerRefused, 30],
    ['declined', 409, BILLING_MESSAGES.cardDeclined, undefined],
  ])('of a fault that is %s: %i, and what to do', (kind, status, message, retryAfter) => {
    const { body, ...more } = toApiError(new PaymentsError(kind, 'for the operator'), 'r1');
    expect([STATUS[body.code], body.message, more.retryAfter]).toEqual([status, message, retryAfter]);
    expect(JSON.stringify(body)).not.toContain('secret of ours');
  });

  it('when to try again, as the provider said', () => {
    expect(toApiError(new PaymentsError('unavailable', 'x', 7), 'r1').retryAfter).toBe(7);
  });
});
