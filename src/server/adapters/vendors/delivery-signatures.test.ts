// Signatures of deliveries, made by hand here, and the attacks on them.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#shared/time.ts';
import { hmac, vendorBody } from '#tests/support/deliveries.ts';
import { checkSignature } from './delivery-signatures.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const SECRETS = {
  shopify: 'f1a0c4b7e2d94c5f8a6b3e1d7c9f0a24',
  woocommerce: 'Q9}n #secret with signs',
  stripe: 'whsec_pQ8sVb2',
  webhook: `whsec_${KEY.toString('base64')}`,
};
type Kind = keyof typeof SECRETS;
const KINDS = Object.keys(SECRETS) as Kind[];
type Headers = Record<string, string>;

/** @returns the headers with which the vendor would send the body at `at`. */
function sign(kind: Kind, body: Buffer, secret = SECRETS[kind], at = NOW): Headers {
  const time = Math.floor(at / 1_000);
  const over = (prefix: string) => Buffer.concat([Buffer.from(prefix), body]);
  switch (kind) {
    case 'shopify':
      return { 'x-shopify-hmac-sha256': hmac(secret, body, 'base64') };
    case 'woocommerce':
      return { 'x-wc-webhook-signature': hmac(secret, body, 'base64') };
    case 'stripe':
      return { 'stripe-signature': `t=${time},v1=${hmac(secret, over(`${time}.`), 'hex')}` };
    case 'webhook': {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = `v1,${hmac(key, over(`msg_1.${time}.`), 'base64')}`;
      return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(time), 'webhook-signature': signature };
    }
  }
}

const check = (kind: Kind, headers: Headers, body: Buffer, secret: string = SECRETS[kind], now = NOW) =>
  checkSignature(kind, { field: (name) => headers[name], body }, secret, now);

const BODY = Buffer.from(vendorBody('shopify-order'));

describe.each(KINDS)('a delivery of %s', (kind) => {
  const headers = sign(kind, BODY);

  it('is signed when its signature is right', async () => {
    expect(await check(kind, headers, BODY)).toBe('signed');
    // A view into a larger buffer, as servers read bodies.
    const around = Buffer.concat([Buffer.from('before'), BODY, Buffer.from('after')]);
    expect(await check(kind, headers, around.subarray(6, 6 + BODY.length))).toBe('signed');
  });

  it('is signed whatever its bytes are', async () => {
    for (const body of [Buffer.alloc(0), Buffer.from('not JSON'), Buffer.from('{"name":"Łukasz 張偉 🛍 <b>"}')])
      expect(await check(kind, sign(kind, body), body)).toBe('signed');
  });

  it('of a megabyte is checked, too', async () => {
    const body = Buffer.alloc(1_048_576, 'x');
    const large = sign(kind, body);
    expect(await check(kind, large, body)).toBe('signed');
    body[body.length - 1] = 121;
    expect(await check(kind, large, body)).toBe('none');
  });

  it('is not signed when one byte of it changed', async () => {
    for (const position of [0, Math.floor(BODY.length / 2), BODY.length - 1]) {
      const changed = Buffer.from(BODY);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(await check(kind, headers, changed)).toBe('none');
    }
    expect(await check(kind, headers, Buffer.concat([BODY, Buffer.from(' ')]))).toBe('none');
  });

  it('is not signed with another secret, part of it, or none', async () => {
    const other = kind === 'webhook' ? `whsec_${Buffer.alloc(32, 7).toString('base64')}` : 'another secret';
    expect(await check(kind, sign(kind, BODY, other), BODY)).toBe('none');
    expect(await check(kind, headers, BODY, other)).toBe('none');
    expect(await check(kind, headers, BODY, SECRETS[kind].slice(0, -4))).toBe('none');
    for (const empty of kind === 'webhook' ? ['', 'whsec_'] : [''])
      expect(await check(kind, sign(kind, BODY, empty), BODY, empty)).toBe('none');
  });

  it.each(Object.keys(headers))(
    'is not signed without %s, or with it blank, cut, longer or of other letters',
    async (name) => {
      const { [name]: value = '', ...others } = headers;
      expect(await check(kind, others, BODY)).toBe('none');
      for (const given of ['', ' ', value.slice(0, -1), `${value}A`, 'ü'.repeat(44), value.toUpperCase().slice(1)])
        expect(await check(kind, { ...others, [name]: given }, BODY)).toBe('none');
    },
  );

  it('with a header twice is as good as one of them where the vendor may send several signatures', async () => {
    const mayBeSeveral = ['stripe-signature', 'webhook-signature'];
    for (const [name, value] of Object.entries(headers)) {
      const twice = { ...headers, [name]: `${value}, ${value}` };
      expect(await check(kind, twice, BODY)).toBe(mayBeSeveral.includes(name) ? 'signed' : 'none');
    }
  });

  it("is not signed by another vendor's signature", async () => {
    for (const other of KINDS.filter((one) => one !== kind)) {
      const foreign = sign(other, BODY, SECRETS[kind]);
      expect(await check(kind, foreign, BODY)).toBe('none');
    }
  });
});

describe.each(['stripe', 'webhook'] as const)('the age of a delivery of %s', (kind) => {
  it('is at most five minutes by our clock', async () => {
    const headers = sign(kind, BODY);
    expect(await check(kind, headers, BODY, undefined, NOW + 5 * MINUTE)).toBe('signed');
    expect(await check(kind, headers, BODY, undefined, NOW + 5 * MINUTE + 1_000)).toBe('none');
    expect(await check(kind, headers, BODY, undefined, NOW + HOUR)).toBe('none');
  });

  it('can not be made younger', async () => {
    const old = sign(kind, BODY, undefined, NOW - HOUR);
    const time = String((NOW - HOUR) / 1_000);
    const renewed = Object.fromEntries(
      Object.entries(old).map(([name, value]) => [name, value.replace(time, String(NOW / 1_000))]),
    );
    expect(await check(kind, renewed, BODY)).toBe('none');
  });
});

describe('the Standard Webhooks convention', () => {
  it('is met as its own example says', async () => {
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = Buffer.from('{"test": 2432232314}');
    expect(await check('webhook', headers, body, secret, 1_614_265_330_000)).toBe('signed');
  });

  it('takes one right signature among others, of the versions that we know', async () => {
    const headers = sign('webhook', BODY);
    const right = headers['webhook-signature'] ?? '';
    const given = (signature: string) => check('webhook', { ...headers, 'webhook-signature': signature }, BODY);
    expect(await given(`v1,AAAA v1a,BBBB ${right}`)).toBe('signed');
    expect(await given(right.replace('v1,', 'v2,'))).toBe('none');
    expect(await given(`${'v1,AAAA '.repeat(50)}${right}`)).toBe('none');
  });

  it('does not take a time that is far ahead or no number', async () => {
    const ahead = sign('webhook', BODY, undefined, NOW + HOUR);
    expect(await check('webhook', ahead, BODY)).toBe('none');
    for (const time of ['NaN', '-1', '1e9', '', '9'.repeat(40), ` ${NOW / 1_000}`])
      expect(await check('webhook', { ...sign('webhook', BODY), 'webhook-timestamp': time }, BODY)).toBe('none');
  });
});

describe('a bearer of the secret', () => {
  const secret = SECRETS.webhook;
  it('is told from who signs', async () => {
    expect(await check('webhook', { authorization: `Bearer ${secret}` }, BODY)).toBe('bearer');
    expect(await check('webhook', { authorization: `Bearer ${secret}`, ...sign('webhook', BODY) }, BODY)).toBe(
      'signed',
    );
    // A secret of somebody's own is not of the convention, and can still be borne.
    expect(await check('webhook', { authorization: 'Bearer my-own-secret' }, BODY, 'my-own-secret')).toBe('bearer');
  });

  it('has to know all of it, in this form', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', secret, `Basic ${secret}`, `Bearer ${secret}x`])
      expect(await check('webhook', { authorization }, BODY)).toBe('none');
    expect(await check('webhook', { authorization: `Bearer ${secret.slice(0, -1)}` }, BODY)).toBe('none');
    expect(await check('webhook', { authorization: 'Bearer ' }, BODY, '')).toBe('none');
  });

  it.each(['shopify', 'woocommerce', 'stripe'] as const)('gets nowhere with %s', async (kind) => {
    expect(await check(kind, { authorization: `Bearer ${SECRETS[kind]}` }, BODY)).toBe('none');
  });
});

it('is as the package of Standard Webhooks signs it, whatever the body', async () => {
  for (const body of ['', '{}', '{"name":"Łukasz 張偉 🛍"}', 'x'.repeat(100_000)]) {
    const signature = new Webhook(SECRETS.webhook).sign('msg_1', new Date(NOW), body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW / 1_000),
      'webhook-signature': `v1a,x ${signature}`,
    };
    expect(await check('webhook', headers, Buffer.from(body))).toBe('signed');
  }
});
