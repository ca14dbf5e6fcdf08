import { describe, expect, it } from 'vitest';
import { type Mapping, mappingIssues, mappingSchema } from './contract/mapping.ts';
import { readMapped } from './event-mapping.ts';
import { valueAt } from './json-pointer.ts';
import { parseBody } from './lossless-json.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const ID = { id: { pointers: ['/id'] }, kind: { value: 'purchase' } };
const readAll = (body: unknown, fields: Mapping['fields'], retractWhen?: Mapping['retractWhen']) =>
  readMapped(
    { valueAt: (pointer) => valueAt(body, pointer), timeZone: 'Europe/Berlin', arrivedAt: NOW, hasFullNames: true },
    { fields: { ...ID, ...fields }, ...(retractWhen && { retractWhen }) },
  );
const read = (body: unknown, fields: Mapping['fields']) => readAll(body, fields).event;

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
    });
    expect(
      read(order, { firstName: { pointers: ['/customer/name'] }, lastName: { pointers: ['/nothing'] } }).actor,
    ).toMatchObject({
      firstName: 'Ana de Sousa',
      lastName: undefined,
    });
    expect(
      read(order, { fullName: { pointers: ['/customer/name'] }, lastName: { pointers: ['/nothing'] } }).actor,
    ).toMatchObject({ firstName: 'Ana', lastName: 'de Sousa' });
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
      readAll({ state }, {}, { pointer: '/state', equals: ['Refunded', 'true', '3'] }).isRetraction;
    expect(['refunded', ' REFUNDED ', true, 3].map(isGone)).toEqual([true, true, true, true]);
    for (const other of ['refund', '', false, null, undefined, {}, ['refunded'], 33])
      expect([other, isGone(other)]).toEqual([other, false]);
  });

  it.each(['/__proto__/x', '/constructor/name', '/line_items/length', '/toString', '/id/length', ''])(
    'finds nothing at %j',
    (pointer) => {
      expect(read(order, { product: { pointers: [pointer] }, id: { pointers: [pointer] } })).toMatchObject({
        id: undefined,
        subject: undefined,
      });
    },
  );
});

describe('who, where and what', () => {
  const body = {
    ...{ id: 1, name: 'Mrs Mary Lee', lines: [{ title: 'Tip' }, { title: 'Beech Stool' }], sum: 'R$ 1.299,00' },
    ...{ billing: { city: 'N/A', first: 'Guest' }, shipping: { city: 'Ghent', first: 'Mary Ann' } },
  };

  it('are read past placeholders, titles and what is no product', () => {
    const { actor, subject, amount } = read(body, {
      firstName: { pointers: ['/billing/first', '/shipping/first'] },
      lastName: { pointers: ['/none'] },
      city: { pointers: ['/billing/city', '/shipping/city'] },
      product: { pointers: ['/lines/0/title', '/lines/1/title'] },
      amount: { pointers: ['/sum'] },
    });
    expect([actor.firstName, actor.city, subject?.name, amount]).toEqual(['Mary Ann', 'Ghent', 'Beech Stool', 1299]);
    expect(read(body, { fullName: { pointers: ['/name'] } }).actor).toMatchObject({
      firstName: 'Mary',
      lastName: 'Lee',
    });
    expect(read({ id: 1, t: 'Tip' }, { product: { pointers: ['/t'] } }).subject).toBeUndefined();
  });

  it('of an order that is not paid, or for nothing, is no purchase', () => {
    const paidWhen = { pointer: '/state', equals: ['Paid'] };
    const notBought = (given: object, kind = 'purchase') =>
      readMapped(
        { valueAt: (pointer) => valueAt({ id: 1, ...given }, pointer), timeZone: 'UTC', arrivedAt: NOW },
        { fields: { ...ID, kind: { value: kind }, amount: { pointers: ['/sum'] } }, paidWhen },
      ).notBought;
    expect(notBought({ state: 'PAID', sum: '5' })).toBeNull();
    for (const state of ['pending', '', null, undefined, ['paid']])
      expect(notBought({ state, sum: '5' })).toBe('The order is not paid yet');
    for (const sum of [0, '0.00', '-5', '(5.00)'])
      expect(notBought({ state: 'paid', sum })).toBe('Nothing was paid: a trial, or a free order');
    expect(notBought({ state: 'paid', sum: 0 }, 'signup')).toBeNull();
  });
});

describe('what is there and can not be read', () => {
  const issuesOf = (body: object, fields: Mapping['fields']) =>
    readAll({ id: 1, ...body }, fields).issues.map(({ field }) => field);

  it('is told by field, also where another place or a value stands in', () => {
    const fields = Object.fromEntries(
      ['kind', 'occurredAt', 'amount', 'quantity', 'rating', 'city'].map((field) => [
        field,
        { pointers: [`/${field}`] },
      ]),
    );
    expect(issuesOf({ kind: 'sale', occurredAt: '10/03/2026', amount: '1,299', city: ['x'] }, fields)).toEqual([
      'kind',
      'occurredAt',
      'city',
      'amount',
    ]);
    for (const nothing of [null, '', ' ', undefined]) expect(issuesOf({ amount: nothing }, fields)).toEqual([]);
    expect(issuesOf({ amount: 'free', total: '5' }, { amount: { pointers: ['/amount', '/total'] } })).toEqual([
      'amount',
    ]);
    expect(issuesOf({ amount: 'free' }, { amount: { pointers: ['/amount'], value: '0' } })).toEqual(['amount']);
  });

  it('an id that a spreadsheet shortened is none, whatever stands at the next place: it would be that of other orders', () => {
    const { event, issues } = readAll({ no: '6.409E+18', name: '#1' }, { id: { pointers: ['/no', '/name'] } });
    expect([event.id, issues.map(({ field }) => field)]).toEqual([undefined, ['id']]);
    expect(readAll({ no: 'x'.repeat(201), name: '#1' }, { id: { pointers: ['/no', '/name'] } }).event.id).toBe('#1');
  });

  it('times without a zone are read by the clocks of one', () => {
    const at = (timeZone: string) =>
      readMapped(
        { valueAt: () => '2026-03-10 12:58:00', timeZone },
        { fields: { ...ID, occurredAt: { pointers: ['/at'] } } },
      ).event.occurredAt;
    expect(at('Europe/Berlin')).toBe('2026-03-10T11:58:00.000Z');
    expect(at('UTC')).toBe('2026-03-10T12:58:00.000Z');
  });
});

describe('the contract of a mapping', () => {
  const issuesOf = (mapping: unknown) =>
    mappingSchema.safeParse(mapping).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const neededBy = (kind: 'webhook' | 'csv', mapping: Mapping) =>
    mappingIssues(kind, mapping).map(({ field, message }) => `${field}: ${message}`);

  it('names the field that something is wrong with', () => {
    expect(issuesOf({ fields: ID })).toEqual([]);
    const what = 'fields.kind: Choose what happened, or where it is said';
    expect(neededBy('webhook', { fields: {} })).toEqual([
      'fields.id: Choose where the id is: it tells one event from another',
      what,
    ]);
    expect(neededBy('csv', { fields: {} })).toEqual([
      'fields.occurredAt: Choose the column that says when it happened',
      what,
    ]);
    const deep = { fields: { ...ID, occurredAt: { pointers: ['/a/b'] } }, retractWhen: { pointer: '', equals: ['x'] } };
    expect(neededBy('webhook', deep)).toEqual([]);
    expect(neededBy('csv', deep)).toEqual([
      'fields.occurredAt: Enter a column such as /Order ID, with ~1 for a slash in its name',
      'retractWhen.pointer: Enter a column such as /Order ID, with ~1 for a slash in its name',
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
      [
        { fields: ID, paidWhen: { pointer: 's', equals: ['x'] } },
        'paidWhen.pointer: Enter a JSON Pointer such as /order/id',
      ],
      [{ fields: ID, dateOrder: 'year' }, 'dateOrder: Either day or month'],
      [{ fields: ID, timeZone: 'Europe/Nowhere' }, 'timeZone: Enter a time zone such as Europe/Lisbon'],
      [{ fields: ID, timeZone: '' }, 'timeZone: Enter a time zone such as Europe/Lisbon'],
    ];
    for (const [mapping, issue] of wrong) expect(issuesOf(mapping)).toContain(issue);
  });

  it('takes no field that events do not have', () => {
    for (const name of ['__proto__', 'constructor', 'actor', 'customer', 'test']) {
      const fields = JSON.parse(
        `{"id":{"pointers":["/id"]},"kind":{"value":"purchase"},"${name}":{"pointers":["/x"]}}`,
      );
      const { data } = mappingSchema.safeParse({ fields });
      expect([name, Object.keys(data?.fields ?? {}).includes(name)]).toEqual([name, false]);
    }
    expect(issuesOf({ fields: { ...ID, actor: { value: 'x' } } })).toHaveLength(1);
  });
});
