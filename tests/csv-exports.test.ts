// What shops' own files say, in the form of their documentation (shared/csv-exports.ts has the pages). The people are made up.
import { createReadStream } from 'node:fs';
import { expect, test } from 'vitest';
import { csv } from '#server/adapters/csv.ts';
import { eventOf, layoutOf, readRow } from '#shared/csv-columns.ts';

/** @returns what each row of a file below tests/fixtures/csv says: an event, or why there is none. */
async function read(file: string, timeZone = 'Europe/Lisbon') {
  const all: string[][] = [];
  for await (const row of csv.read(createReadStream(`tests/fixtures/csv/${file}`))) {
    if ('cells' in row) all.push(row.cells);
  }
  const [header = [], ...rows] = all;
  const own = layoutOf(header, null);
  if (Array.isArray(own)) throw new Error(JSON.stringify(own));
  return {
    from: own.from,
    rows: rows.map((cells, i) => {
      const row = readRow(own, cells, rows[i - 1] ?? null, timeZone);
      return row.is === 'event' ? eventOf(row) : row;
    }),
  };
}

test("Shopify's export: one event an order, of its first product, with the id that its webhooks have; only if it is paid", async () => {
  expect(await read('shopify-orders.csv')).toEqual({
    from: 'shopify',
    rows: [
      {
        event: {
          id: '6409000000000000003',
          reference: '6409000000000000003',
          kind: 'purchase',
          occurredAt: '2026-03-10T08:02:11.000Z',
          actor: {
            firstName: 'Zoë',
            lastName: 'Quist',
            city: 'Lund',
            region: 'Skåne',
            country: 'SE',
            email: 'zoe@shop.example',
          },
          subject: { name: 'Oak Desk, 140 cm' },
          quantity: 2,
          amount: 598,
          currency: 'EUR',
        },
        without: [],
      },
      { is: 'skipped', because: 'another line of the order above' },
      {
        is: 'skipped',
        because: 'refunded; it disappears if it is here',
        ended: { id: '6409000000000000002', because: 'refunded' },
      },
      {
        is: 'skipped',
        because: 'cancelled; it disappears if it is here',
        ended: { id: '#1001', because: 'cancelled' },
      },
    ],
  });
});

test("WooCommerce's export: times in the site's own zone, the first product without its quantity", async () => {
  const { from, rows } = await read('woocommerce-orders.csv', 'America/New_York');
  expect(from).toBe('woocommerce');
  expect(rows).toMatchObject([
    {
      event: {
        id: '731',
        reference: '731',
        occurredAt: '2026-03-10T13:15:00.000Z',
        actor: { firstName: 'Ana', lastName: 'Silva' },
        subject: { name: 'Oak Desk' },
      },
    },
    { is: 'skipped', because: 'refunded; it disappears if it is here', ended: { id: '730', because: 'refunded' } },
    { event: { id: '729', subject: { name: 'Chair, leather, 4 legs' } } },
  ]);
});
