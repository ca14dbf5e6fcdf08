// What rows of files say: under the names of our own fields, and as owners mapped them. tests/csv-exports.test.ts has the
// files of shops.
import { expect, test } from 'vitest';
import type { Mapping } from './contract/mapping.ts';
import { eventOf, type Layout, layoutOf, readRow, withProvenOrder } from './csv-columns.ts';
import { toPointer } from './json-pointer.ts';

function layout(header: string[], mapping: Mapping | null = null): Layout {
  const found = layoutOf(header, mapping);
  if (Array.isArray(found)) throw new Error(JSON.stringify(found));
  return found;
}

test('our own fields, written as people write headers', () => {
  const own = layout(['ID', 'Kind', 'Occurred at', 'first_name', 'Unknown']);
  expect(own.from).toBe('names');
  const row = readRow(own, ['1', 'Signup', '2026-03-10', ' Ana ', 'x'], null, 'UTC');
  expect(row.is === 'event' && eventOf(row)).toMatchObject({
    event: { id: '1', kind: 'signup', occurredAt: '2026-03-10T00:00:00.000Z', actor: { firstName: 'Ana' } },
  });
});

const MAPPING: Mapping = {
  fields: {
    kind: { value: 'purchase' },
    occurredAt: { pointers: ['/Paid on', '/Ordered on'] },
    fullName: { pointers: ['/Client'] },
    amount: { pointers: ['/Sum'] },
    currency: { value: 'EUR' },
  },
  retractWhen: { pointer: '/State', equals: ['canceled'] },
};

test('a mapping: the first column that is not empty, and what holds for all rows', () => {
  const own = layout(['Ordered on', 'paid ON', 'Client', 'Sum', 'STATE'], MAPPING);
  expect(own.from).toBe('mapping');
  const row = readRow(own, ['2026-03-09', '', 'Lopes, Ana Maria', '1.299,50 €'], null, 'UTC');
  expect(row).toMatchObject({
    is: 'event',
    draft: {
      kind: 'purchase',
      occurredAt: '2026-03-09T00:00:00.000Z',
      actor: { firstName: 'Ana', lastName: 'Lopes' },
      amount: 1299.5,
      currency: 'EUR',
    },
  });
});

test('a row without an id is the same event whenever its file is imported: what its id is made of never changes', () => {
  const own = layout(['Ordered on', 'Client', 'Sum', 'What'], {
    fields: { ...MAPPING.fields, product: { pointers: ['/What'] } },
  });
  const row = readRow(own, ['2026-03-09', 'Lopes, Ana Maria', '1.299,50 €', 'Desk'], null, 'UTC');
  expect(row.is === 'event' && JSON.stringify(row.draft)).toBe(
    '{"kind":"purchase","occurredAt":"2026-03-09T00:00:00.000Z","actor":{"firstName":"Ana","lastName":"Lopes"},' +
      '"subject":{"name":"Desk"},"amount":1299.5,"currency":"EUR"}',
  );
  const bare = readRow(layout(['occurredAt', 'kind']), ['2026-03-09', 'signup'], null, 'UTC');
  expect(bare.is === 'event' && JSON.stringify(bare.draft)).toBe(
    '{"kind":"signup","occurredAt":"2026-03-09T00:00:00.000Z","actor":{}}',
  );
});

test('a row that says it no longer holds is skipped, and one that can not be read refused by field, whatever stands in', () => {
  const own = layout(['Ordered on', 'Paid on', 'Client', 'Sum', 'state', 'Type'], {
    ...MAPPING,
    fields: { ...MAPPING.fields, kind: { pointers: ['/Type'], value: 'purchase' } },
  });
  const read = (...cells: string[]) => {
    const row = readRow(own, cells, null, 'UTC');
    return row.is === 'event' ? eventOf({ ...row, draft: { ...row.draft, id: '1' } }) : row.is;
  };
  expect(read('2026-03-09', '', 'Ana', '5', 'Canceled', '')).toBe('skipped');
  expect(read('2026-03-09', '', 'Ana', '5', '', '')).toMatchObject({ event: { kind: 'purchase', amount: 5 } });
  expect(read('2026-03-09', '10/03/2026', 'Ana', 'ten', 'paid', 'refund')).toEqual({
    issues: [
      { field: 'kind', message: 'One of purchase, signup, review, custom' },
      { field: 'occurredAt', message: 'Can be two days: choose whether the day or the month comes first' },
    ],
  });
  expect(read('', '', 'Ana', '5', '', '')).toEqual({
    issues: [{ field: 'occurredAt', message: 'Enter a time such as 2026-03-10 11:58:00' }],
  });
});

test('what an event can be without refuses no row: it is left out, and said', () => {
  const own = layout([
    'id',
    'kind',
    'occurredAt',
    'firstName',
    'email',
    'amount',
    'currency',
    'quantity',
    'rating',
    'url',
  ]);
  const cells = ['1', 'signup', '2026-03-09', 'A'.repeat(200), 'nobody', '1,299', '€', 'two', '9', 'no link'];
  const row = readRow(own, cells, null, 'UTC');
  const read = row.is === 'event' ? eventOf(row) : row;
  expect(read).toMatchObject({ event: { id: '1', actor: { firstName: `${'A'.repeat(79)}…` } } });
  expect('without' in read && read.without.map(({ field }) => field).sort()).toEqual(
    ['amount', 'currency', 'email', 'quantity', 'rating'].sort(),
  );
});

test('a status says what is paid, and what cost nothing or came back was not bought', () => {
  const paid = layout(['Ordered on', 'Paid on', 'Client', 'Sum', 'State'], {
    fields: MAPPING.fields,
    paidWhen: { pointer: '/State', equals: ['Paid', 'Completed'] },
  });
  const read = (sum: string, state: string) => readRow(paid, ['2026-03-09', '', 'Ana', sum, state], null, 'UTC');
  for (const state of ['paid', ' COMPLETED ']) expect(read('5', state)).toMatchObject({ is: 'event' });
  for (const state of ['Pending', '', 'paid back', 'Refunded'])
    expect(read('5', state)).toEqual({ is: 'skipped', because: 'not paid' });
  for (const sum of ['0', '0.00 €', '-5', '(5.00)'])
    expect(read(sum, 'Paid')).toEqual({ is: 'skipped', because: 'nothing was paid' });
  expect(
    layoutOf(['Ordered on', 'Client', 'Sum'], { fields: MAPPING.fields, paidWhen: paid.mapping.paidWhen }),
  ).toEqual([{ field: 'paidWhen', message: 'The file has no column “State”' }]);
});

test('a date that can be only one day proves the order of all in its column', () => {
  const own = layout(['When', 'kind'], { fields: { kind: { value: 'signup' }, occurredAt: { pointers: ['/When'] } } });
  const rows = ['03/04/2026', '26/11/2026'].map((date) => ({ cells: [date] }));
  const timesIn = (of: Layout) =>
    rows.map(({ cells }) => {
      const row = readRow(of, cells, null, 'UTC');
      return row.is === 'event' && row.draft.occurredAt?.slice(0, 10);
    });
  expect(timesIn(own)).toEqual([undefined, '2026-11-26']);
  expect(timesIn(withProvenOrder(own, rows))).toEqual(['2026-04-03', '2026-11-26']);
  expect(withProvenOrder(own, rows.slice(0, 1))).toBe(own);
  const said = withProvenOrder({ ...own, mapping: { ...own.mapping, dateOrder: 'month' } }, rows);
  expect(timesIn(said)).toEqual(['2026-03-04', undefined]);
});

test('times are read in the zone that the name of their column says, else the mapping, else the site', () => {
  const timeIn = (header: string[], cells: string[], more: Partial<Mapping> = {}) => {
    const pointers = header.map((name) => toPointer([name]));
    const own = layout([...header], { fields: { kind: { value: 'signup' }, occurredAt: { pointers } }, ...more });
    const row = readRow(own, cells, null, 'America/New_York');
    return row.is === 'event' ? (row.draft.occurredAt ?? row.issues[0]?.message) : row.is;
  };
  const at = '2026-03-10 11:58';
  expect(timeIn(['Created'], [at])).toBe('2026-03-10T15:58:00.000Z');
  expect(timeIn(['Created'], [at], { timeZone: 'Europe/Berlin' })).toBe('2026-03-10T10:58:00.000Z');
  expect(timeIn(['Created date (UTC)'], [at], { timeZone: 'Europe/Berlin' })).toBe('2026-03-10T11:58:00.000Z');
  expect(timeIn(['Created date (UTC)'], [`${at} -0500`])).toBe('2026-03-10T16:58:00.000Z');
  // A date and its time of day, apart: one moment.
  expect(timeIn(['Purchase Date', 'Purchase Time (UTC timezone)'], ['2026-03-10', '11:58:30'])).toBe(
    '2026-03-10T11:58:30.000Z',
  );
  expect(timeIn(['Date', 'Time'], ['03/04/2026', '9:05 PM'], { dateOrder: 'month' })).toBe('2026-03-05T02:05:00.000Z');
  expect(timeIn(['Date', 'Time'], ['03/04/2026', '9:05 PM'])).toMatch(/^Can be two days/);
  expect(timeIn(['Date/Time'], ['soon'])).toMatch(/^Enter a time/);
});

test('a mapping holds for no file without the column by which rows are skipped', () => {
  expect(layoutOf(['Paid on', 'Client', 'Sum'], MAPPING)).toEqual([
    { field: 'retractWhen', message: 'The file has no column “State”' },
  ]);
});

test('a full name fills in what the columns of first and last name do not say', () => {
  const nameIn = (header: string[], cells: string[]) => {
    const row = readRow(layout(['occurredAt', 'kind', ...header]), ['2026-03-09', 'signup', ...cells], null, 'UTC');
    return row.is === 'event' ? [row.draft.actor.firstName, row.draft.actor.lastName] : row;
  };
  expect(nameIn(['Full name', 'last name'], ['Ana', 'Lopes'])).toEqual(['Ana', 'Lopes']);
  expect(nameIn(['fullName', 'firstName'], ['Ana Lopes', 'Ana Maria'])).toEqual(['Ana Maria', 'Lopes']);
  expect(nameIn(['fullName', 'firstName'], ['Ana Lopes', ''])).toEqual(['Ana', 'Lopes']);
  expect(nameIn(['firstName'], ['Ana Maria'])).toEqual(['Ana Maria', undefined]);
});

test('a mapping leaves files alone that have none of its columns, and says which are missing where nothing fits', () => {
  const { retractWhen: _, ...own } = MAPPING;
  expect(layout(['id', 'kind', 'occurredAt'], own).from).toBe('names');
  expect(layoutOf(['When', 'Client', 'Sum'], own)).toEqual([
    { field: 'occurredAt', message: 'The file has no column “Paid on”' },
  ]);
});

test.each([
  [
    ['a', 'b'],
    ['occurredAt', 'kind'],
  ],
  [['occurredAt'], ['kind']],
  [['kind', 'occurredAt', 'Occurred at'], ['occurredAt']],
  [[''], ['occurredAt', 'kind']],
  [
    ['__proto__', 'constructor', 'toString'],
    ['occurredAt', 'kind'],
  ],
])('a header that does not say enough: %j', (header, fields) => {
  const issues = layoutOf(header, null);
  expect(Array.isArray(issues) && issues.map(({ field }) => field)).toEqual(fields);
});

test('ids that a spreadsheet has shortened are refused: they would be those of other orders, too', () => {
  const own = layout(['id', 'kind', 'occurredAt', 'reference']);
  const row = readRow(own, ['6.409E+18', 'purchase', '2026-03-10', '6,409E+18'], null, 'UTC');
  expect(row.is === 'event' && eventOf(row)).toMatchObject({ issues: [{ field: 'id' }, { field: 'reference' }] });
});

test("only a shop's exact words end an order: those of its own, and columns that an owner chose, skip it", () => {
  const own = layout(['Order #', 'Date', 'Status', 'Product(s)', 'Items sold']);
  const endOf = (status: string) => {
    const row = readRow(own, ['731', '2026-03-10 09:15:00', status, 'Desk', '1'], null, 'UTC');
    return row.is === 'skipped' ? (row.ended?.because ?? null) : row.is;
  };
  expect(['refunded', 'wc-cancelled', 'Refund requested', 'returned', 'expired', 'completed'].map(endOf)).toEqual([
    ...['refunded', 'cancelled', null, null, null, 'event'],
  ]);
});

test("a shop's own export tells which orders its staff entered", () => {
  const own = layout(['Name', 'Financial Status', 'Created at', 'Lineitem name', 'Source']);
  const at = (source: string) => readRow(own, ['#1', 'paid', '2026-03-10 10:00:00 +0000', 'Desk', source], null, 'UTC');
  expect([at('pos'), at('web')]).toMatchObject([{ isByStaff: true }, { isByStaff: false }]);
});

test("a shop's order is not refused for what an event can be without", () => {
  const header = ['Name', 'Email', 'Financial Status', 'Created at', 'Lineitem name', 'Total', 'Currency'];
  const own = layout(header);
  const row = readRow(
    own,
    ['#1', 'no address', 'paid', '2026-03-10 10:00:00 +0000', 'x'.repeat(300), 'free', '€'],
    null,
    'UTC',
  );
  if (row.is !== 'event') throw new Error(row.is);
  expect(eventOf(row)).toEqual({
    event: {
      id: '#1',
      reference: '#1',
      kind: 'purchase',
      occurredAt: '2026-03-10T10:00:00.000Z',
      actor: {},
      subject: { name: `${'x'.repeat(199)}…` },
    },
    without: ['amount', 'email', 'currency'].map((field) => expect.objectContaining({ field })),
  });
});
