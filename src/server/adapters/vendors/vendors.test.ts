// What holds for every vendor's reader, whatever a body holds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventInput } from '#shared/contract/event.ts';
import { parseBody } from '#shared/lossless-json.ts';
import { vendorBody } from '#tests/support/deliveries.ts';
import { runs } from '#tests/support/runs.ts';
import type { Reading } from '../../domain/events/delivery.ts';
import { READERS } from './vendors.ts';

const NOW = Date.parse('2026-03-10T13:30:00Z');
const RUNS = runs(300, 1_000, 10_000);

type Json = Record<string, unknown>;
type Kind = keyof typeof READERS;

const topics = {
  shopify: ['orders/create', 'orders/paid', 'orders/cancelled', 'orders/delete', 'refunds/create', 'customers/redact'],
  woocommerce: ['order.created', 'order.updated', 'order.deleted', 'product.updated'],
  stripe: ['checkout.session.completed', 'invoice.paid', 'charge.refunded', 'charge.dispute.created'],
  webhook: [''],
};
const stripeEvent = (type: string, object: unknown) => ({
  object: 'event',
  type,
  livemode: true,
  created: 1_773_143_880,
  data: { object },
});
const checkout = {
  ...{ mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1', amount_total: 4900, currency: 'eur' },
  customer_details: {
    name: 'Ana',
    email: 'ana@buyers.example',
    address: { city: 'Porto', state: 'Porto', country: 'PT' },
  },
  line_items: { data: [{ description: 'Poster', quantity: 1 }] },
};
const own = {
  ...{ id: '1', kind: 'purchase', occurredAt: '2026-03-10T13:00:00Z', amount: 1, currency: 'EUR' },
  ...{ actor: { firstName: 'Ana', city: 'Porto' }, subject: { name: 'Poster' }, reference: '1' },
};
/** A body of each vendor that is read as an event. */
const samples: Record<Kind, unknown> = {
  shopify: parseBody(vendorBody('shopify-order')),
  woocommerce: parseBody(vendorBody('woocommerce-order')),
  stripe: stripeEvent('checkout.session.completed', checkout),
  webhook: own,
};
const KINDS = Object.keys(READERS) as Kind[];

const read = (kind: Kind, topic: string, body: unknown): Reading =>
  READERS[kind]({ header: (name) => (name.endsWith('-topic') ? topic : undefined), body }, NOW);

/** Short reasons in our own words; events that the contract takes as they are. */
function expectSound(reading: Reading): void {
  if (reading.verdict === 'ignored' || reading.verdict === 'refused') {
    expect(reading.reason).toMatch(/^[A-Z0-9a-z][\w ,.:'-]{1,90}$/);
  } else if (reading.verdict === 'read') {
    for (const { customer: _customer, orderNumber: _number, paidAt: _paid, ...event } of reading.events) {
      expect(eventInput.safeParse(event).error?.issues).toBeUndefined();
      expect(event.subject?.url).toBeUndefined();
    }
    for (const { value } of reading.retractions) expect(value).not.toBe('');
  }
}

const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '\0', '\ud800', '😀'.repeat(200), '<b>x</b>', '__proto__', 'x'.repeat(5_000), '1e400', '-1', 'paid'],
  ...[null, true, NaN, -1, 1e308, 2 ** 53, [], {}, [[]], [null], { data: [null] }, { amount: {} }],
);
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }));

/** @returns the places of all values in a body. */
function placesIn(body: unknown, path: string[] = []): string[][] {
  if (typeof body !== 'object' || body === null) return [path];
  return [path, ...Object.entries(body).flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

function withValue(body: unknown, [key, ...rest]: string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy = structuredClone(body) as Json;
  copy[key] = withValue(copy[key], rest, put);
  return copy;
}

describe.each(KINDS)("%s's reader", (kind) => {
  it('makes an event of its sample', () => {
    const reading = read(kind, topics[kind][0] ?? '', samples[kind]);
    expectSound(reading);
    expect(reading).toMatchObject({ verdict: 'read', events: [{ kind: 'purchase' }] });
  });

  it('takes any JSON at all without throwing', () => {
    const topic = fc.constantFrom(...topics[kind], 'toString');
    fc.assert(
      fc.property(topic, value, (type, body) => {
        expectSound(read(kind, type, kind === 'stripe' ? stripeEvent(type, body) : body));
        expectSound(read(kind, type, body));
      }),
      { numRuns: RUNS },
    );
  });

  it('takes its sample with any one value replaced', () => {
    const place = fc.constantFrom(...placesIn(samples[kind]));
    fc.assert(
      fc.property(place, value, fc.constantFrom(...topics[kind]), (path, put, topic) => {
        expectSound(read(kind, topic, withValue(samples[kind], path, put)));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('what buyers and shops wrote', () => {
  const shopify = samples.shopify as Json;
  const orderOf = (name: string, title: string) =>
    read('shopify', 'orders/paid', {
      ...shopify,
      customer: { first_name: name, last_name: name },
      line_items: [{ title, quantity: 1 }],
    });

  it.each(['Łukasz', 'Nguyễn', '張偉', 'さくら', 'محمد', 'שרה', 'Ελένη', 'Дмитрий', 'अनन्या', 'நிலா', '😀', 'I‍s'])(
    'stays as it is in any script: %s',
    (name) => {
      expect(orderOf(name, name)).toMatchObject({
        events: [{ actor: { firstName: name, lastName: name }, subject: { name } }],
      });
    },
  );

  it.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '{{name}}', '"; drop table events; --'])(
    'is text, not markup, and the order counts: %s',
    (name) => {
      expect(orderOf(name, name)).toMatchObject({ events: [{ actor: { firstName: name }, subject: { name } }] });
    },
  );

  it('is kept without the characters that no database stores', () => {
    expect(orderOf('An\0a', 'Poster \ud800')).toMatchObject({
      events: [{ actor: { firstName: 'Ana' }, subject: { name: 'Poster \ufffd' } }],
    });
  });

  it('is cut when it is too long, never in the middle of a character', () => {
    const reading = orderOf('😀'.repeat(500_000), '𝒜'.repeat(500_000));
    expectSound(reading);
    expect(reading).toMatchObject({ events: [{ id: '820982911946154508' }] });
    expect(JSON.stringify(reading).length).toBeLessThan(2_000);
  });

  it('is left out where it can not be used, and the order counts', () => {
    const nonsense = {
      ...{ email: 'not an address', contact_email: null, currency: 'dollars', total_price: '-5.00' },
      line_items: [{ title: 'Poster', quantity: 0.5 }],
    };
    const reading = read('shopify', 'orders/paid', { ...shopify, ...nonsense });
    expect(reading).toMatchObject({ events: [{ subject: { name: 'Poster' }, actor: { firstName: 'Mara' } }] });
    expect(JSON.stringify(reading)).not.toMatch(/not an address|dollars|-5|0\.5/);
    const image = { src: 'javascript:alert(1)' };
    const woo = { ...(samples.woocommerce as Json), line_items: [{ name: 'Poster', quantity: 1, image }] };
    expect(JSON.stringify(read('woocommerce', 'order.updated', woo))).not.toContain('javascript');
    expect(read('woocommerce', 'order.updated', woo)).toMatchObject({ events: [{ subject: { name: 'Poster' } }] });
  });
});

describe('parseBody', () => {
  it('keeps integers beyond 2^53 as text, and everything else as it is', () => {
    expect(
      parseBody('{"a":820982911946154508,"b":[-9007199254740993,9007199254740991],"c":"820982911946154508"}'),
    ).toEqual({ a: '820982911946154508', b: ['-9007199254740993', 9007199254740991], c: '820982911946154508' });
    const text = String.raw`{"a":"x\\","b":"\" 820982911946154508,","c":1.2345678901234567890,"d":12345678901234567890e2}`;
    expect(parseBody(text)).toEqual(JSON.parse(text));
  });

  it('reads as a reviver that sees the digits does', () => {
    type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
    const reviver: Reviver = (_key, found, { source = '' }) =>
      typeof found === 'number' && !Number.isSafeInteger(found) && /^-?\d+$/.test(source) ? source : found;
    const number = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.double({ noNaN: true })).map(String);
    const json = fc.oneof(
      fc.json(),
      fc.tuple(fc.json(), number).map(([one, digits]) => `{"a":${one},"b":[${digits}]}`),
    );
    fc.assert(
      fc.property(json, (text) => {
        fc.pre(!text.includes('Infinity'));
        expect(parseBody(text)).toEqual(JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]));
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }), fc.boolean(), (id, isNegative) => {
        const digits = `${isNegative ? '-' : ''}${id}`;
        expect(parseBody(`{"id": ${digits} }`)).toEqual({ id: digits });
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    '',
    '{',
    '{"a":820982911946154508',
    `"${'\\"'.repeat(1_000_000)}`,
    `${'['.repeat(100_000)}820982911946154508`,
    '{820982911946154508:1}',
    '[0820982911946154508]',
  ])('gives nothing for what is not JSON', (text) => {
    expect(parseBody(text)).toBeUndefined();
  });

  it('gives nothing for more levels or values than any shop sends', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}820982911946154508${']'.repeat(levels)}`;
    expect(JSON.stringify(parseBody(nested(64)))).toContain('"820982911946154508"');
    expect(parseBody(nested(65))).toBeUndefined();
    const list = (values: number) => JSON.stringify(Array(values).fill(''));
    expect(parseBody(list(50_000))).toHaveLength(50_000);
    expect(parseBody(list(50_001))).toBeUndefined();
  });
});
