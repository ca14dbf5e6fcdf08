import { expect, test } from 'vitest';
import { eventInput } from '#shared/contract/event.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import { readMapped } from '#shared/event-mapping.ts';
import { valueAt } from '#shared/json-pointer.ts';
import { wordedOf } from './worded-event.ts';

const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const NOTHING = {
  ...{ kind: 'purchase', occurredAt: '2026-11-25T12:00:00.000Z' },
  ...{ firstName: null, city: null, region: null, country: null, subjectName: null },
  ...{ quantity: null, amount: null, currency: null, text: null, rating: null },
};

/** @returns the event in a body. */
const read = (body: unknown, mapping: Mapping) =>
  readMapped({ valueAt: (pointer) => valueAt(body, pointer), timeZone: 'UTC', arrivedAt: NOW }, mapping).event;

test('a row of a file and the same in a body are worded alike', () => {
  const occurredAt = '2026-11-25T10:00:00.000Z';
  const row = wordedOf(
    eventInput.parse({
      ...{ id: '1', kind: 'review', occurredAt, rating: 4, text: 'Solid', amount: 9, currency: 'EUR' },
      actor: { firstName: 'Ana', city: 'Lisbon', country: 'PT' },
      subject: { name: 'Oak Desk' },
    }),
    NOW,
  );
  const mapped = read(
    { id: '1', at: occurredAt, stars: 4, says: 'Solid', sum: 9, in: 'EUR', who: 'Ana', city: 'Lisbon', of: 'Oak Desk' },
    {
      fields: {
        kind: { value: 'review' },
        currency: { pointers: ['/in'] },
        country: { value: 'PT' },
        ...Object.fromEntries(
          Object.entries({
            ...{ id: '/id', occurredAt: '/at', rating: '/stars', text: '/says', amount: '/sum' },
            ...{ firstName: '/who', city: '/city', product: '/of' },
          }).map(([field, pointer]) => [field, { pointers: [pointer] }]),
        ),
      },
    },
  );
  expect(row).toMatchObject({ kind: 'review', firstName: 'Ana', subjectName: 'Oak Desk', rating: 4, currency: 'EUR' });
  expect(wordedOf(mapped, NOW)).toEqual(row);
});

test('a body in which little is found yet is a purchase of now, in no currency that there is not', () => {
  const body = read({ in: 'coins' }, { fields: { currency: { pointers: ['/in'] } } });
  expect(wordedOf(body, NOW)).toEqual(NOTHING);
});
