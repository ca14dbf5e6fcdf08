import { expect, test } from 'vitest';
import type { Mapping } from '#shared/contract/mapping.ts';
import { countsOf } from './delivery-words.ts';
import {
  issuesIn,
  judge,
  nextTarget,
  openDateIn,
  placesOf,
  wayOf,
  withColumn,
  withDateOrder,
  withoutPlace,
  withPlace,
  withProvenOrder,
  withTimeZone,
  withValue,
} from './mapping-draft.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const EMPTY: Mapping = { fields: {} };
const order = { order: { id: 7, items: [{ title: 'Oak Desk' }], status: 'refunded', 'a/b': 'x' } };

test('a chosen value replaces the place before it, unless another one is asked for', () => {
  const first = withPlace(EMPTY, 'id', ['order', 'id'], false);
  expect(first).toEqual({ fields: { id: { pointers: ['/order/id'] } } });
  const second = withPlace(first, 'id', ['order', 'a/b'], true);
  expect(placesOf(second, 'id')).toEqual(['/order/id', '/order/a~1b']);
  expect(placesOf(withPlace(second, 'id', ['order', 'id'], true), 'id')).toEqual(['/order/a~1b', '/order/id']);
  expect(placesOf(withPlace(second, 'id', ['x'], false), 'id')).toEqual(['/x']);
  expect(withoutPlace(first, 'id', '/order/id')).toEqual(EMPTY);
});

test('keeps what always holds beside the places, and what retracts apart from them', () => {
  const always = withValue(EMPTY, 'kind', 'purchase');
  expect(withPlace(always, 'kind', ['type'], false).fields.kind).toEqual({ pointers: ['/type'], value: 'purchase' });
  expect(withValue(always, 'kind', '')).toEqual(EMPTY);
  const taken = withPlace(EMPTY, 'retractWhen', ['order', 'status'], false);
  expect(taken.retractWhen).toEqual({ pointer: '/order/status', equals: [] });
  const moved = withPlace({ ...taken, retractWhen: { pointer: '/x', equals: ['a'] } }, 'retractWhen', ['y'], true);
  expect(moved.retractWhen).toEqual({ pointer: '/y', equals: ['a'] });
  expect(withoutPlace(moved, 'retractWhen', '/y')).toEqual(EMPTY);
});

test('a column replaces all places of a field', () => {
  const two = { fields: { city: { pointers: ['/Town', '/City'] } } };
  expect(withColumn(two, 'city', 'a/b')).toEqual({ fields: { city: { pointers: ['/a~1b'] } } });
  expect(withColumn(two, 'city', null)).toEqual(EMPTY);
  expect(issuesIn(two, 'csv')).toEqual({
    kind: 'Choose what happened, or where it is said',
    occurredAt: 'Choose the column that says when it happened',
  });
});

test('goes on with what has no place yet, the id before all', () => {
  expect(nextTarget(EMPTY, 'city')).toBe('id');
  const mapped = withPlace(EMPTY, 'id', ['id'], false);
  expect(nextTarget(mapped, 'id')).toBe('occurredAt');
  expect(nextTarget(mapped, 'retractWhen')).toBe('occurredAt');
  expect(nextTarget(withPlace(mapped, 'occurredAt', ['at'], false), 'id')).toBe('fullName');
});

test('says for each field what is missing, in the mapping or in the body', () => {
  expect(judge(EMPTY, undefined, NOW)).toMatchObject({
    issues: {
      id: 'Choose where the id is: it tells one event from another',
      kind: 'Choose what happened, or where it is said',
    },
    body: null,
  });
  const mapping: Mapping = {
    fields: {
      id: { pointers: ['/order/id'] },
      kind: { value: 'purchase' },
      product: { pointers: ['/order/items/0/title'] },
      city: { pointers: ['/city'] },
    },
    retractWhen: { pointer: '/order/status', equals: ['refunded'] },
  };
  const { issues, found, body } = judge(mapping, order, NOW);
  expect(issues).toEqual({});
  expect(found).toMatchObject({
    id: '7',
    kind: 'purchase',
    product: 'Oak Desk',
    city: undefined,
    occurredAt: '2026-03-10T13:05:00.000Z',
  });
  expect(body?.isRetraction).toBe(true);
  const wrong = {
    ...mapping,
    fields: {
      ...mapping.fields,
      id: { pointers: ['/none'] },
      occurredAt: { pointers: ['/order/status'] },
      currency: { value: 'E' },
    },
  };
  expect(judge(wrong, order, NOW).issues).toEqual({
    id: 'This body has no id there',
    occurredAt: 'This body has no time there',
    currency: 'Enter a currency such as EUR',
  });
  expect(judge({ ...mapping, retractWhen: { pointer: '/x', equals: [] } }, order, NOW).issues).toEqual({
    retractWhen: 'Enter at least one value',
  });
});

test('which of day and month comes first is asked, unless a value proves it or it was said', () => {
  const mapping: Mapping = { fields: { occurredAt: { pointers: ['/Date', '/Time'] } } };
  const values =
    (...dates: string[]) =>
    (pointer: string) =>
      pointer === '/Date' ? dates : ['10:11'];
  const open = values('03/04/2026', '05/06/2026');
  expect([withProvenOrder(mapping, open), openDateIn(mapping, open)]).toEqual([mapping, '03/04/2026']);
  const said = withDateOrder(mapping, 'month');
  expect([said.dateOrder, openDateIn(said, open)]).toEqual(['month', undefined]);
  expect(withProvenOrder(mapping, values('03/04/2026', '26/11/2026')).dateOrder).toBe('day');
  expect(withProvenOrder(mapping, values('03/04/2026', '11/26/2026')).dateOrder).toBe('month');
  // What was said stays.
  expect(withProvenOrder(said, values('03/04/2026', '26/11/2026')).dateOrder).toBe('month');
  expect(withProvenOrder(mapping, values('2026-11-26'))).toEqual(mapping);
  expect(withTimeZone(withTimeZone(mapping, 'UTC'), undefined)).toEqual(mapping);
});

test('a status has one place, and values that are chosen', () => {
  const placed = withColumn(EMPTY, 'paidWhen', 'Status');
  expect(placed.paidWhen).toEqual({ pointer: '/Status', equals: [] });
  expect(issuesIn(placed, 'csv').paidWhen).toBe('Enter at least one value');
  expect(withColumn(placed, 'paidWhen', null)).toEqual(EMPTY);
});

test('a place reads as the way to it', () => {
  expect(['/line_items/0/title', '/a~1b', '', 'no pointer'].map(wayOf)).toEqual([
    'line_items › no. 1 › title',
    'a/b',
    'the whole body',
    'the whole body',
  ]);
});

test('a delivery is told by what was in it', () => {
  const delivery = { id: 'd', at: '', verdict: 'taken' as const, reason: null, isSigned: true, eventId: null };
  expect(countsOf({ ...delivery, accepted: 1, duplicates: 0, retracted: 0 })).toBe('1 new event');
  expect(countsOf({ ...delivery, accepted: 2, duplicates: 1, retracted: 3 })).toBe(
    '2 new events · 1 already here · 3 refunded or canceled',
  );
  expect(countsOf({ ...delivery, accepted: 0, duplicates: 0, retracted: 0 })).toBe('');
});
