// Signatures of deliveries, made by hand here, and the attacks on them.
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { HookKind } from '#shared/source-kinds.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { hmac, vendorBody } from '#tests/support/deliveries.ts';
import { checkSignature, clockDistance, mayProve } from './signatures.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const SECRETS: Record<HookKind, string> = {
  shopify: 'f1a0c4b7e2d94c5f8a6b3e1d7c9f0a24',
  woocommerce: 'Q9}n #secret with signs',
  stripe: 'whsec_pQ8sVb2',
  webhook: `whsec_${KEY.toString('base64')}`,
};
const KINDS = Object.keys(SECRETS) as HookKind[];
type Headers = Record<string, string>;

/** @returns the headers with which the vendor would send the body at `at`. */
function sign(kind: HookKind, body: Buffer, secret = SECRETS[kind], at = NOW): Headers {
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

/** @returns the headers of somebody who knows the secret and writes any time at all, correctly signed. */
function signAtTime(kind: 'stripe' | 'webhook', time: string): Headers {
  const over = (prefix: string) => Buffer.concat([Buffer.from(prefix), BODY]);
  if (kind === 'stripe') return { 'stripe-signature': `t=${time},v1=${hmac(SECRETS.stripe, over(`${time}.`), 'hex')}` };
  const signature = `v1,${hmac(KEY, over(`msg_1.${time}.`), 'base64')}`;
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': signature };
}

function check(kind: HookKind, headers: Headers, body: Buffer, secret: string = SECRETS[kind], now = NOW) {
  const field = (name: string) => headers[name];
  const result = checkSignature(kind, { field, body }, secret, now);
  // Else a large delivery would be refused before its body came.
  if (result !== 'none') expect(mayProve(kind, field, secret, now)).toBe(true);
  return result;
}

const BODY = Buffer.from(vendorBody('shopify-order'));

describe.each(KINDS)('a delivery of %s', (kind) => {
  const headers = sign(kind, BODY);

  it('is signed when its signature is right', () => {
    expect(check(kind, headers, BODY)).toBe('signed');
    // A view into a larger buffer, as servers read bodies.
    const around = Buffer.concat([Buffer.from('before'), BODY, Buffer.from('after')]);
    expect(check(kind, headers, around.subarray(6, 6 + BODY.length))).toBe('signed');
  });

  it('is signed whatever its bytes are', () => {
    for (const body of [Buffer.alloc(0), Buffer.from('not JSON'), Buffer.from('{"name":"Łukasz 張偉 🛍 <b>"}')])
      expect(check(kind, sign(kind, body), body)).toBe('signed');
  });

  it('of a megabyte is checked, too', () => {
    const body = Buffer.alloc(1_048_576, 'x');
    const large = sign(kind, body);
    expect(check(kind, large, body)).toBe('signed');
    body[body.length - 1] = 121;
    expect(check(kind, large, body)).toBe('none');
  });

  it('is not signed when one byte of it changed', () => {
    for (const position of [0, Math.floor(BODY.length / 2), BODY.length - 1]) {
      const changed = Buffer.from(BODY);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(check(kind, headers, changed)).toBe('none');
    }
    expect(check(kind, headers, Buffer.concat([BODY, Buffer.from(' ')]))).toBe('none');
  });

  it('is not signed with another secret, part of it, or none', () => {
    const other = kind === 'webhook' ? `whsec_${Buffer.alloc(32, 7).toString('base64')}` : 'another secret';
    expect(check(kind, sign(kind, BODY, other), BODY)).toBe('none');
    expect(check(kind, headers, BODY, other)).toBe('none');
    expect(check(kind, headers, BODY, SECRETS[kind].slice(0, -4))).toBe('none');
    for (const empty of kind === 'webhook' ? ['', 'whsec_'] : [''])
      expect(check(kind, sign(kind, BODY, empty), BODY, empty)).toBe('none');
  });

  it.each(Object.keys(headers))(
    'is not signed without %s, or with it blank, cut, longer or of other letters',
    (name) => {
      const { [name]: value = '', ...others } = headers;
      expect(check(kind, others, BODY)).toBe('none');
      for (const given of ['', ' ', value.slice(0, -1), `${value}A`, 'ü'.repeat(44), value.toUpperCase().slice(1)])
        expect(check(kind, { ...others, [name]: given }, BODY)).toBe('none');
    },
  );

  it('with a header twice is signed only where that is two signatures and one time', () => {
    for (const [name, value] of Object.entries(headers)) {
      const twice = { ...headers, [name]: `${value}, ${value}` };
      expect(check(kind, twice, BODY)).toBe(name === 'webhook-signature' ? 'signed' : 'none');
    }
  });

  it('is not signed with a byte-order mark before it that was not signed, or without one that was', () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), BODY]);
    expect(check(kind, headers, marked)).toBe('none');
    expect(check(kind, sign(kind, marked), marked)).toBe('signed');
    expect(check(kind, sign(kind, marked), BODY)).toBe('none');
  });

  it('is not signed by a header of endless length, nor hashed for it', () => {
    const name = Object.keys(headers).find((one) => /signature|hmac/.test(one)) ?? '';
    const right = headers[name] ?? '';
    for (const filler of [', ', ',v1=', ' v1,', ','])
      for (const given of [`${right}${filler.repeat(4_000)}`, `${filler.repeat(4_000)}${right}`])
        expect(check(kind, { ...headers, [name]: given }, BODY)).toBe('none');
  });

  it("is not signed by another vendor's signature", () => {
    for (const other of KINDS.filter((one) => one !== kind)) {
      const foreign = sign(other, BODY, SECRETS[kind]);
      expect(check(kind, foreign, BODY)).toBe('none');
    }
  });
});

describe.each(['stripe', 'webhook'] as const)('the time of a delivery of %s', (kind) => {
  it('is at most five minutes from our clock, either way', () => {
    const headers = sign(kind, BODY);
    for (const way of [1, -1]) {
      expect(check(kind, headers, BODY, undefined, NOW + way * 5 * MINUTE)).toBe('signed');
      expect(check(kind, headers, BODY, undefined, NOW + way * (5 * MINUTE + 1_000))).toBe('none');
      expect(check(kind, headers, BODY, undefined, NOW + way * 365 * DAY)).toBe('none');
    }
  });

  it('is a whole number, and the one that was signed', () => {
    const now = NOW / 1_000;
    const times = [
      'NaN',
      '',
      '-1',
      `-${now}`,
      '1e9',
      `${now}.0`,
      `${now}.5`,
      `+${now}`,
      ` ${now}`,
      `0x${now.toString(16)}`,
    ];
    for (const time of [...times, '9'.repeat(40), 'Infinity', `${now}x`, `${now},t=${now}`, `${now} `]) {
      expect([time, check(kind, signAtTime(kind, time), BODY)]).toEqual([time, 'none']);
    }
    expect(check(kind, signAtTime(kind, String(now)), BODY)).toBe('signed');
  });

  it('can not be made younger', () => {
    const old = sign(kind, BODY, undefined, NOW - HOUR);
    const time = String((NOW - HOUR) / 1_000);
    const renewed = Object.fromEntries(
      Object.entries(old).map(([name, value]) => [name, value.replace(time, String(NOW / 1_000))]),
    );
    expect(check(kind, renewed, BODY)).toBe('none');
  });
});

describe('the Standard Webhooks convention', () => {
  it('is met as its own example says', () => {
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = Buffer.from('{"test": 2432232314}');
    expect(check('webhook', headers, body, secret, 1_614_265_330_000)).toBe('signed');
  });

  it('takes one right signature among others, of the versions that we know', () => {
    const headers = sign('webhook', BODY);
    const right = headers['webhook-signature'] ?? '';
    const given = (signature: string) => check('webhook', { ...headers, 'webhook-signature': signature }, BODY);
    expect(given(`v1,AAAA v1a,BBBB ${right}`)).toBe('signed');
    expect(given(right.replace('v1,', 'v2,'))).toBe('none');
    expect(given(`${'v1,AAAA '.repeat(50)}${right}`)).toBe('none');
  });
});

describe("Stripe's header", () => {
  const right = sign('stripe', BODY)['stripe-signature'] ?? '';
  const time = `t=${NOW / 1_000}`;
  const given = (header: string) => check('stripe', { 'stripe-signature': header }, BODY);

  it('has one time and one right signature among others', () => {
    expect(given(right)).toBe('signed');
    expect(given(right.replace('v1=', `v1=${'0'.repeat(64)},v0=x,v1=`))).toBe('signed');
    expect(given(right.replace(`${time},`, ''))).toBe('none');
    expect(given(`${time},${right}`)).toBe('none');
    expect(given(`t=1,${right}`)).toBe('none');
    expect(given(`${right},t=1`)).toBe('none');
    expect(given(right.replace('v1=', 'v0='))).toBe('none');
    expect(given(right.replace('t=', 'T='))).toBe('none');
    expect(given(right.toUpperCase())).toBe('none');
  });

  it('is as the SDK writes it', () => {
    const payload = BODY.toString();
    const options = { payload, secret: SECRETS.stripe, timestamp: NOW / 1_000 };
    expect(given(Stripe.webhooks.generateTestHeaderString(options))).toBe('signed');
  });
});

describe('a bearer of the secret', () => {
  const secret = SECRETS.webhook;
  it('is told from who signs', () => {
    expect(check('webhook', { authorization: `Bearer ${secret}` }, BODY)).toBe('bearer');
    expect(check('webhook', { authorization: `Bearer ${secret}`, ...sign('webhook', BODY) }, BODY)).toBe('signed');
    // A secret of somebody's own is not of the convention, and can still be borne.
    expect(check('webhook', { authorization: 'Bearer my-own-secret' }, BODY, 'my-own-secret')).toBe('bearer');
  });

  it('has to know all of it, in this form', () => {
    for (const authorization of [`bearer ${secret}`, `BEARER   ${secret} `, `  Bearer\t${secret}`])
      expect(check('webhook', { authorization }, BODY)).toBe('bearer');
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Bearer${secret}`,
      `Bearer ${secret} ${secret}`,
      secret,
      `Basic ${secret}`,
      `Bearer ${secret}x`,
    ])
      expect(check('webhook', { authorization }, BODY)).toBe('none');
    expect(check('webhook', { authorization: `Bearer ${secret.slice(0, -1)}` }, BODY)).toBe('none');
    expect(check('webhook', { authorization: 'Bearer ' }, BODY, '')).toBe('none');
  });

  it.each(['shopify', 'woocommerce', 'stripe'] as const)('gets nowhere with %s', (kind) => {
    expect(check(kind, { authorization: `Bearer ${SECRETS[kind]}` }, BODY)).toBe('none');
  });
});

describe('the clock of who signs', () => {
  const off = (kind: HookKind, headers: Headers, body = BODY) =>
    clockDistance(kind, { field: (name) => headers[name], body }, SECRETS[kind], NOW);

  it.each(['stripe', 'webhook'] as const)('is told from a wrong secret (%s)', (kind) => {
    for (const ms of [-6 * MINUTE, 6 * MINUTE, DAY]) {
      const headers = sign(kind, BODY, SECRETS[kind], NOW + ms);
      expect([check(kind, headers, BODY), off(kind, headers)]).toEqual(['none', Math.abs(ms)]);
      expect(off(kind, headers, Buffer.from('{}'))).toBeNull();
    }
    expect(off(kind, sign(kind, BODY))).toBeNull();
    const another = kind === 'stripe' ? 'whsec_another' : `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(off(kind, sign(kind, BODY, another, NOW - HOUR))).toBeNull();
    for (const time of ['', '-1', '1e9', 'now', '9'.repeat(13)]) expect(off(kind, signAtTime(kind, time))).toBeNull();
  });

  it.each(['shopify', 'woocommerce'] as const)('is none of %s, which signs no time', (kind) => {
    expect([off(kind, sign(kind, BODY)), off(kind, {})]).toEqual([null, null]);
  });
});

it('is as the package of Standard Webhooks signs it, whatever the body', () => {
  for (const body of ['', '{}', '{"name":"Łukasz 張偉 🛍"}', 'x'.repeat(100_000)]) {
    const signature = new Webhook(SECRETS.webhook).sign('msg_1', new Date(NOW), body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW / 1_000),
      'webhook-signature': `v1a,x ${signature}`,
    };
    expect(check('webhook', headers, Buffer.from(body))).toBe('signed');
  }
});
