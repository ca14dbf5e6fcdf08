import { describe, expect, it } from 'vitest';
import { type BodyMapping, bodyMappingSchema } from './contract/mapping.ts';
import { instantOf, readMapped } from './event-mapping.ts';
import { parseBody } from './lossless-json.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const ID = { id: { pointers: ['/id'] }, kind: { value: 'purchase' } };
const read = (body: unknown, fields: BodyMapping['fields'], retractWhen?: BodyMapping['retractWhen']) =>
  readMapped(body, { fields: { ...ID, ...fields }, ...(retractWhen && { retractWhen }) }, NOW);

describe('a mapping', () => {
  const order = {
    id: 'A-1',
    created_at: '2026-03-10T12:58:00+01:00',
    customer: { name: 'Ana de Sousa', email: 'ana@buyers.example', address: { city: 'Lisbon', country: 'PT' } },
    line_items: [{ title: 'Oak Desk', qty: '2' }, { title: 'Lamp' }],
    total: '349.50',
    currency: 'eur',
  };

  it('takes each value from where it is, the first of a list among them', () => {
    expect(
      read(order, {
        occurredAt: { pointers: ['/created_at'] },
        firstName: { pointers: ['/customer/name'] },
        email: { pointers: ['/customer/email'] },
        city: { pointers: ['/customer/address/city'] },
        country: { pointers: ['/customer/address/country'] },
        product: { pointers: ['/line_items/0/title'] },
        quantity: { pointers: ['/line_items/0/qty'] },
        amount: { pointers: ['/total'] },
        currency: { pointers: ['/currency'] },
        reference: { pointers: ['/id'] },
      }),
    ).toEqual({
      id: 'A-1',
      kind: 'purchase',
      occurredAt: '2026-03-10T11:58:00.000Z',
      reference: 'A-1',
      // Of a full name the first word, where no field has the last.
      actor: {
        firstName: 'Ana',
        lastName: 'de Sousa',
        city: 'Lisbon',
        region: undefined,
        country: 'PT',
        email: 'ana@buyers.example',
      },
      subject: { name: 'Oak Desk', url: undefined, image: undefined },
      quantity: 2,
      amount: 349.5,
      currency: 'EUR',
      rating: undefined,
      text: undefined,
      isRetraction: false,
    });
    expect(
      read(order, { firstName: { pointers: ['/customer/name'] }, lastName: { pointers: ['/nothing'] } }).actor,
    ).toMatchObject({
      firstName: 'Ana de Sousa',
      lastName: undefined,
    });
  });

  it('looks at each place in turn, and says what is always so when none has a value', () => {
    const place = { city: { pointers: ['/billing/city', '/shipping/city'], value: 'Porto' } };
    const cityOf = (body: object) => read({ id: 1, ...body }, place).actor.city;
    expect(cityOf({ billing: { city: 'Lisbon' }, shipping: { city: 'Faro' } })).toBe('Lisbon');
    for (const nothing of [null, '', '  ', {}, [], true])
      expect(cityOf({ billing: { city: nothing }, shipping: { city: 'Faro' } })).toBe('Faro');
    expect(cityOf({})).toBe('Porto');
  });

  it('keeps all digits of a number that is an id', () => {
    const body = parseBody('{"order":{"id":9007199254740993,"number":17}}');
    const found = read(body, { id: { pointers: ['/order/id'] }, reference: { pointers: ['/order/number'] } });
    expect(found).toMatchObject({ id: '9007199254740993', reference: '17' });
  });

  it('reads what happened in any case of letters, and takes no other word for it', () => {
    const kindOf = (type: unknown) => read({ type }, { kind: { pointers: ['/type'], value: 'signup' } }).kind;
    expect([kindOf('Review'), kindOf('order.paid'), kindOf(7)]).toEqual(['review', 'signup', 'signup']);
    expect(read({ type: 'sale' }, { kind: { pointers: ['/type'] } }).kind).toBeUndefined();
  });

  it('takes the time of arrival only where no time is mapped', () => {
    expect(read({ id: 1 }, {}).occurredAt).toBe('2026-03-10T13:05:00.000Z');
    expect(read({ id: 1, at: 'soon' }, { occurredAt: { pointers: ['/at'] } }).occurredAt).toBeUndefined();
    expect(
      read({ id: 1, at: 'soon', sent: 1_773_143_880 }, { occurredAt: { pointers: ['/at', '/sent'] } }).occurredAt,
    ).toBe('2026-03-10T11:58:00.000Z');
  });

  it('knows what is no longer true by the value at one place', () => {
    const isGone = (state: unknown) =>
      read({ state }, {}, { pointer: '/state', equals: ['Refunded', 'true', '3'] }).isRetraction;
    expect(['refunded', ' REFUNDED ', true, 3].map(isGone)).toEqual([true, true, true, true]);
    for (const other of ['refund', '', false, null, undefined, {}, ['refunded'], 33])
      expect([other, isGone(other)]).toEqual([other, false]);
  });

  it.each(['/__proto__/x', '/constructor/name', '/line_items/length', '/toString', '/id/length', ''])(
    'finds nothing at %j',
    (pointer) => {
      expect(read(order, { product: { pointers: [pointer] }, id: { pointers: [pointer] } })).toMatchObject({
        id: undefined,
        subject: { name: undefined },
      });
    },
  );
});

describe('a time', () => {
  it.each([
    ['2026-03-10T11:58:00Z', '2026-03-10T11:58:00.000Z'],
    ['2026-03-10T12:58:00.5+01:00', '2026-03-10T11:58:00.500Z'],
    ['2026-03-10T12:58:00+0100', '2026-03-10T11:58:00.000Z'],
    ['2026-03-10T12:58+01', '2026-03-10T11:58:00.000Z'],
    ['2026-03-10 11:58:00', '2026-03-10T11:58:00.000Z'],
    ['2026-03-10 11:58:00 UTC', '2026-03-10T11:58:00.000Z'],
    ['2026-03-10t11:58:00,123456789z', '2026-03-10T11:58:00.123Z'],
    ['2026-03-10', '2026-03-10T00:00:00.000Z'],
    ['Tue, 10 Mar 2026 11:58:00 GMT', '2026-03-10T11:58:00.000Z'],
    ['10 Mar 2026 12:58:00 +0100', '2026-03-10T11:58:00.000Z'],
    [1_773_143_880, '2026-03-10T11:58:00.000Z'],
    ['1773143880', '2026-03-10T11:58:00.000Z'],
    ['1773143880.25', '2026-03-10T11:58:00.250Z'],
    [1_773_143_880_000, '2026-03-10T11:58:00.000Z'],
    ['1773143880000', '2026-03-10T11:58:00.000Z'],
  ])('%j is read', (value, expected) => {
    expect(instantOf(value)).toBe(expected);
  });

  it('is nothing else', () => {
    const others = [
      '',
      'soon',
      'March 10',
      '10/03/2026',
      '2026-13-01',
      '2026-02-30T25:00',
      '12:30',
      -1,
      1e30,
      NaN,
      true,
      null,
      {},
      [],
    ];
    for (const value of others) expect([value, instantOf(value)]).toEqual([value, undefined]);
  });
});

describe('the contract of a mapping', () => {
  const issuesOf = (mapping: unknown) =>
    bodyMappingSchema.safeParse(mapping).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
    [];

  it('names the field that something is wrong with', () => {
    expect(issuesOf({ fields: ID })).toEqual([]);
    expect(issuesOf({ fields: {} })).toEqual([
      'fields.id: Choose where the id is: it tells one event from another',
      'fields.kind: Choose what happened, or where the body says it',
    ]);
    const wrong: [object, string][] = [
      [{ fields: { ...ID, id: { pointers: ['id'] } } }, 'fields.id.pointers.0: Enter a JSON Pointer such as /order/id'],
      [
        { fields: { ...ID, id: { pointers: ['/id'], value: '1' } } },
        'fields.id: Differs from event to event: choose where it is',
      ],
      [
        { fields: { ...ID, occurredAt: { value: '2026-03-10' } } },
        'fields.occurredAt: Differs from event to event: choose where it is',
      ],
      [{ fields: { ...ID, kind: { value: 'sale' } } }, 'fields.kind: One of purchase, signup, review, custom'],
      [{ fields: { ...ID, currency: { value: 'euro' } } }, 'fields.currency: Enter a currency such as EUR'],
      [{ fields: { ...ID, amount: { value: 'much' } } }, 'fields.amount: Enter a number'],
      [{ fields: { ...ID, city: { pointers: Array(6).fill('/a') } } }, 'fields.city.pointers: At most 5 places'],
      [{ fields: ID, retractWhen: { pointer: '/s', equals: [] } }, 'retractWhen.equals: Enter at least one value'],
    ];
    for (const [mapping, issue] of wrong) expect(issuesOf(mapping)).toContain(issue);
  });

  it('takes no field that events do not have', () => {
    for (const name of ['__proto__', 'constructor', 'actor', 'customer', 'test']) {
      const fields = JSON.parse(
        `{"id":{"pointers":["/id"]},"kind":{"value":"purchase"},"${name}":{"pointers":["/x"]}}`,
      );
      const { data } = bodyMappingSchema.safeParse({ fields });
      expect([name, Object.keys(data?.fields ?? {}).includes(name)]).toEqual([name, false]);
    }
    expect(issuesOf({ fields: { ...ID, actor: { value: 'x' } } })).toHaveLength(1);
  });
});
