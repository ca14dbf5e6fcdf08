// `npm run stripe:setup` against an account that remembers what was made in it.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Param, type Params, readParams } from '#server/adapters/sandbox-stripe/wire.ts';
import { printStripeSetUp } from '#server/cli/stripe-setup.ts';
import { HANDLED_EVENTS } from '#server/domain/billing/events.ts';
import { parseEnv } from '#server/env.ts';
import { type Answer, type Asked, type FakeProvider, SECRET_KEY, startFakeProvider } from '../support/fake-provider.ts';

type Row = Record<string, unknown> & { id: string };

const PATHS: Record<string, { object: string; prefix: string }> = {
  '/v1/products': { object: 'product', prefix: 'prod' },
  '/v1/prices': { object: 'price', prefix: 'price' },
  '/v1/billing_portal/configurations': { object: 'billing_portal.configuration', prefix: 'bpc' },
  '/v1/webhook_endpoints': { object: 'webhook_endpoint', prefix: 'we' },
};

/** An account at Stripe, as far as the set-up sees it: https://docs.stripe.com/api. */
class Account {
  rows: Row[] = [];
  /** What was created and changed, as `POST /v1/prices`. */
  changes: string[] = [];

  answer = ({ method, path, body }: Asked): Answer => {
    const url = new URL(path, 'http://stripe.test');
    const place = Object.keys(PATHS).find((one) => url.pathname.startsWith(one)) ?? '';
    const kind = PATHS[place];
    const id = url.pathname.slice(place.length + 1);
    if (!kind) return { status: 404, body: { error: { type: 'invalid_request_error', message: `No ${path}` } } };
    if (method === 'GET') return { status: 200, body: this.#list(kind.object, readParams(url.search.slice(1)), place) };
    this.changes.push(`${method} ${url.pathname}`);
    const params = typed(readParams(body));
    if (id) return { status: 200, body: this.#update(id, params) };
    return { status: 200, body: this.#create(kind, params) };
  };

  #list(object: string, params: Params, url: string) {
    const keys = Array.isArray(params.lookup_keys) ? params.lookup_keys : null;
    const data = this.rows.filter(
      (row) =>
        row.object === object &&
        (params.active === undefined || row.active === (params.active === 'true')) &&
        (!keys || keys.includes(String(row.lookup_key))),
    );
    // A page holds one, so that whoever looks at the first only misses the others.
    const start = data.findIndex(({ id }) => id === params.starting_after) + 1;
    const isPaged = object === 'product' || object === 'webhook_endpoint';
    const end = isPaged ? start + 1 : data.length;
    // The signing secret is shown only when it is made.
    return {
      object: 'list',
      url,
      has_more: end < data.length,
      data: data.slice(start, end).map(({ secret, ...row }) => row),
    };
  }

  #create({ object, prefix }: { object: string; prefix: string }, params: Record<string, unknown>): Row {
    const { transfer_lookup_key, ...given } = params;
    if (transfer_lookup_key) {
      for (const row of this.rows) if (row.lookup_key === given.lookup_key) row.lookup_key = null;
    }
    const id = `${prefix}_${this.rows.length + 1}`;
    const recurring = typeof given.recurring === 'object' && {
      interval_count: 1,
      usage_type: 'licensed',
      ...given.recurring,
    };
    const secret = object === 'webhook_endpoint' && { secret: 'whsec_shownOnce' };
    const row: Row = { metadata: {}, active: true, ...given, ...secret, ...(recurring && { recurring }), id, object };
    this.rows.push(row);
    return row;
  }

  #update(id: string, params: Record<string, unknown>): Row | undefined {
    const row = this.rows.find((one) => one.id === id);
    return row && Object.assign(row, params);
  }

  of = (object: string) => this.rows.filter((row) => row.object === object);
}

/** @returns parameters with their types: a form has only texts. */
function typed(params: Params): Record<string, unknown> {
  const value = (one: Param): unknown => {
    if (Array.isArray(one)) return one.map(value);
    if (typeof one === 'object') return typed(one);
    return /^\d+$/.test(one) ? Number(one) : one === 'true' ? true : one === 'false' ? false : one;
  };
  return Object.fromEntries(Object.entries(params).map(([key, one]) => [key, value(one)]));
}

let account: Account;
let provider: FakeProvider;
beforeEach(async () => {
  account = new Account();
  provider = await startFakeProvider((asked) => account.answer(asked));
});
afterEach(() => provider.stop());

/** Runs the command. @returns what it printed. */
async function run(args: string[] = [], secretKey: string | undefined = SECRET_KEY) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    await printStripeSetUp(secretKey, args, { host: '127.0.0.1', port: provider.port, protocol: 'http' });
    return { lines: out.mock.calls.map(String), told: err.mock.calls.map(String).join('\n') };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
const URL_ARGS = ['--url', 'https://proof.example'];

describe('npm run stripe:setup', () => {
  it('prints every variable that a start with Stripe needs', async () => {
    const { lines } = await run(URL_ARGS);
    const source = Object.fromEntries(lines.map((line) => line.split('=')));
    const env = parseEnv({ ...source, STRIPE_SECRET_KEY: SECRET_KEY });
    expect(env.STRIPE_WEBHOOK_SECRET).toBe('whsec_shownOnce');
    const sold = account.of('price').map(({ id, lookup_key }) => [lookup_key, id]);
    expect(Object.fromEntries(sold)).toEqual({
      proofbell_starter_monthly: env.priceIds.starter.monthly,
      proofbell_starter_annual: env.priceIds.starter.annual,
      proofbell_growth_monthly: env.priceIds.growth.monthly,
      proofbell_growth_annual: env.priceIds.growth.annual,
      proofbell_agency_monthly: env.priceIds.agency.monthly,
      proofbell_agency_annual: env.priceIds.agency.annual,
    });
    expect(lines.join()).not.toContain(SECRET_KEY);
  });

  it('makes three products with two prices each, which say what they buy', async () => {
    await run();
    expect(account.of('product').map(({ name, metadata }) => [name, metadata])).toEqual([
      ['Proofbell Starter', { proofbell_plan: 'starter' }],
      ['Proofbell Growth', { proofbell_plan: 'growth' }],
      ['Proofbell Agency', { proofbell_plan: 'agency' }],
    ]);
    const growth = account.of('product')[1];
    expect(account.of('price').filter(({ product }) => product === growth?.id)).toEqual([
      expect.objectContaining({
        unit_amount: 4900,
        currency: 'usd',
        recurring: expect.objectContaining({ interval: 'month' }),
        metadata: { proofbell_plan: 'growth', proofbell_cycle: 'monthly' },
      }),
      expect.objectContaining({
        unit_amount: 49000,
        currency: 'usd',
        recurring: expect.objectContaining({ interval: 'year' }),
        metadata: { proofbell_plan: 'growth', proofbell_cycle: 'annual' },
      }),
    ]);
  });

  it('lets customers cancel at the end of the period, switch among our prices, change the card and see invoices', async () => {
    await run();
    const [portal, ...others] = account.of('billing_portal.configuration');
    expect(others).toEqual([]);
    expect(portal).toMatchObject({
      metadata: { proofbell: 'portal' },
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: account.of('product').map(({ id }) => ({
            product: id,
            prices: account.of('price').flatMap((price) => (price.product === id ? [price.id] : [])),
          })),
        },
      },
    });
  });

  it('sends the webhook exactly the events that are handled, in the version that the SDK speaks', async () => {
    await run(URL_ARGS);
    expect(account.of('webhook_endpoint')).toEqual([
      expect.objectContaining({
        url: 'https://proof.example/api/webhooks/stripe',
        enabled_events: [...HANDLED_EVENTS],
        api_version: provider.asked[0]?.headers['stripe-version'],
      }),
    ]);
  });

  it('reads of a webhook only what Stripe has in its own example', async () => {
    await run(URL_ARGS);
    const example = JSON.parse(readFileSync('tests/support/stripe-fixtures.json', 'utf8')).webhook_endpoint;
    const [made] = account.of('webhook_endpoint');
    // The secret is there only in the answer to its making.
    for (const key of ['id', 'object', 'url', 'enabled_events', 'metadata'])
      expect([key, typeof example[key]]).toEqual([key, typeof made?.[key]]);
  });

  it('names each attempt to make something by a key, so that nothing is made twice when its answer is lost', async () => {
    await run(URL_ARGS);
    const keys = provider.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3 + 6 + 1 + 1);
    for (const key of keys) expect(key).toEqual(expect.any(String));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('makes no webhook without a URL, and says that its secret is still needed', async () => {
    const { lines, told } = await run();
    expect(account.of('webhook_endpoint')).toEqual([]);
    expect(lines.filter((line) => line.startsWith('STRIPE_PRICE_'))).toHaveLength(6);
    expect(lines).toHaveLength(6);
    expect(told).toContain('STRIPE_WEBHOOK_SECRET');
  });

  it('finds everything again, prints the same, and makes nothing twice', async () => {
    const first = await run(URL_ARGS);
    const rows = structuredClone(account.rows);
    account.changes = [];
    const second = await run(URL_ARGS);
    expect(account.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(account.changes).toEqual([
      expect.stringMatching(/^POST \/v1\/billing_portal\/configurations\/bpc_/),
      expect.stringMatching(/^POST \/v1\/webhook_endpoints\/we_/),
    ]);
    // The secret is shown once.
    expect(first.lines).toEqual(['STRIPE_WEBHOOK_SECRET=whsec_shownOnce', ...second.lines]);
    expect(second.told).toContain('signing secret stays the same');
  });

  it('goes on where it was interrupted', async () => {
    let left = 4;
    const broken = await startFakeProvider((asked) =>
      asked.method === 'POST' && left-- <= 0 ? { status: 503, body: {} } : account.answer(asked),
    );
    const server = { host: '127.0.0.1', port: broken.port, protocol: 'http' as const };
    await expect(printStripeSetUp(SECRET_KEY, URL_ARGS, server)).rejects.toThrow('stripe:setup: ');
    await broken.stop();
    await run(URL_ARGS);
    expect([account.of('product').length, account.of('price').length]).toEqual([3, 6]);
  });

  it('replaces a price of another amount, and keeps it for those who pay it', async () => {
    await run();
    const old = account.of('price').find(({ lookup_key }) => lookup_key === 'proofbell_growth_annual') as Row;
    old.unit_amount = 39_000;
    const { lines, told } = await run();
    const now = account.of('price').find(({ lookup_key }) => lookup_key === 'proofbell_growth_annual') as Row;
    expect(now).toMatchObject({ unit_amount: 49_000, active: true });
    expect(old).toMatchObject({ active: false, metadata: { proofbell_plan: 'growth', proofbell_cycle: 'annual' } });
    expect(lines).toContain(`STRIPE_PRICE_GROWTH_ANNUAL=${now.id}`);
    expect(told).toContain(`replaced ${old.id}`);
  });

  it('leaves what is not ours alone', async () => {
    const foreign: Row[] = [
      { id: 'prod_x', object: 'product', active: true, name: 'Growth', metadata: {} },
      { id: 'bpc_x', object: 'billing_portal.configuration', active: true, metadata: {} },
      { id: 'we_x', object: 'webhook_endpoint', url: 'https://other.example/hook', metadata: {} },
    ];
    account.rows = structuredClone(foreign);
    await run(URL_ARGS);
    expect(account.rows.slice(0, 3)).toEqual(foreign);
    expect(account.of('product')).toHaveLength(4);
  });
});

describe('what is wrong is said before anything is made', () => {
  it.each([
    [undefined, [], 'STRIPE_SECRET_KEY: is required'],
    ['pk_test_x', [], 'STRIPE_SECRET_KEY: must be a secret'],
    [SECRET_KEY, ['--url', 'http://proof.example'], '--url must be your PUBLIC_URL'],
    [SECRET_KEY, ['--url', 'proof.example'], '--url must be your PUBLIC_URL'],
    [SECRET_KEY, ['--url', 'https://proof.example/api'], '--url must be your PUBLIC_URL'],
    [SECRET_KEY, ['--webhook'], "Unknown option '--webhook'"],
  ])('with the key %s and %j: %s', async (key, args, message) => {
    const server = { host: '127.0.0.1', port: provider.port, protocol: 'http' as const };
    await expect(printStripeSetUp(key, args, server)).rejects.toThrow(message);
    expect(provider.asked).toEqual([]);
  });

  it('a key that Stripe refuses, without the key', async () => {
    const refusing = await startFakeProvider(() => ({
      status: 401,
      body: { error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${SECRET_KEY}` } },
    }));
    const server = { host: '127.0.0.1', port: refusing.port, protocol: 'http' as const };
    await expect(printStripeSetUp(SECRET_KEY, [], server)).rejects.toThrow(
      'stripe:setup: the payment provider answered 401 (Invalid API Key provided: …)',
    );
    await refusing.stop();
  });
});
