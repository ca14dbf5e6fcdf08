import { expect, test } from 'vitest';
import type { Mapping } from '#shared/contract/mapping.ts';
import { readMapped } from '#shared/event-mapping.ts';
import { toPointer, valueAt } from '#shared/json-pointer.ts';
import { leavesOf, suggestColumns, suggestMapping } from './mapping-suggestions.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
/** @returns the chosen place of each field. */
const placesOf = (body: unknown) => placesIn(suggestMapping(body));
const placesIn = ({ fields }: Mapping) =>
  Object.fromEntries(Object.entries(fields).map(([field, { pointers, value }]) => [field, pointers?.join() ?? value]));

test('knows the words of shops', () => {
  const order = {
    id: 1001,
    order_number: '#1001',
    status: 'paid',
    created_at: '2026-03-10T11:58:00Z',
    customer: { id: 7, first_name: 'Ana', last_name: 'Silva', email: 'ana@buyers.example' },
    billing_address: { city: 'Lisbon', state: 'Lisboa', country_code: 'PT' },
    line_items: [
      { id: 1, title: 'Oak Desk', quantity: 2, price: '174.50', image: { src: 'https://cdn.shop.example/desk.png' } },
      { id: 2, title: 'Lamp', quantity: 1 },
    ],
    total_price: '349.00',
    currency: 'EUR',
  };
  expect(placesOf(order)).toEqual({
    id: '/id',
    reference: '/order_number',
    occurredAt: '/created_at',
    firstName: '/customer/first_name',
    lastName: '/customer/last_name',
    email: '/customer/email',
    city: '/billing_address/city',
    region: '/billing_address/state',
    country: '/billing_address/country_code',
    product: '/line_items/0/title',
    image: '/line_items/0/image/src',
    quantity: '/line_items/0/quantity',
    amount: '/total_price',
    currency: '/currency',
    kind: 'purchase',
  });
});

test('knows the words of bookings, forms and reviews, in any spelling of names', () => {
  expect(
    placesOf({
      bookingId: 'b-1',
      paidAt: 1_773_143_880,
      guest: { fullName: 'Ana Silva' },
      eventType: { title: 'Massage' },
    }),
  ).toEqual({
    id: '/bookingId',
    occurredAt: '/paidAt',
    fullName: '/guest/fullName',
    product: '/eventType/title',
    kind: 'purchase',
  });
  expect(
    placesOf([{ 'Form-Id': 'x', id: 'f-1', Name: 'Ben', 'E-Mail': 'ben@x.example', Timestamp: 1_773_143_880_000 }]),
  ).toEqual({
    id: '/0/id',
    fullName: '/0/Name',
    email: '/0/E-Mail',
    occurredAt: '/0/Timestamp',
    kind: 'signup',
  });
  expect(placesOf({ id: 'r-1', rating: 5, comment: 'Sturdy', product: 'Oak Desk' })).toMatchObject({
    rating: '/rating',
    text: '/comment',
    product: '/product',
    kind: 'review',
  });
});

test('knows the words of tables by the names of their columns alone', () => {
  const columns = [
    'Order No.',
    'Order date',
    'Customer name',
    'E-Mail',
    'Town',
    'State',
    'Item',
    'Total',
    'Link',
    'Notes',
  ];
  expect(placesIn(suggestColumns(columns))).toEqual({
    id: '/Order No.',
    occurredAt: '/Order date',
    fullName: '/Customer name',
    email: '/E-Mail',
    city: '/Town',
    region: '/State',
    product: '/Item',
    amount: '/Total',
    url: '/Link',
    reference: '/Order No.',
    kind: 'purchase',
  });
  expect(placesIn(suggestColumns(['First name', 'Name', 'Stars', 'Review', 'Date']))).toEqual({
    firstName: '/First name',
    rating: '/Stars',
    text: '/Review',
    occurredAt: '/Date',
    kind: 'review',
  });
  // Which of two is meant can't be guessed.
  expect(placesIn(suggestColumns(['Date', 'Date', 'kind', '']))).toEqual({ kind: '/kind' });
  expect(placesIn(suggestColumns([]))).toEqual({ kind: 'purchase' });
  expect(placesIn(suggestColumns(['Name', 'Surname', 'Capacity', 'username']))).toEqual({
    fullName: '/Name',
    lastName: '/Surname',
    kind: 'purchase',
  });
  expect(placesIn(suggestColumns(['Created', 'Booking date', 'Tax total', 'Order total']))).toMatchObject({
    occurredAt: '/Created',
    amount: '/Order total',
  });
  for (const names of [
    'OrderID Paidat BillingCity CountryCode LineItemName Qty',
    'invoice_number date_created billing_town country products quantity',
    'Transaction-ID Purchase.date City Country Product Quantity',
  ])
    expect(Object.keys(suggestColumns(names.split(' ')).fields)).toEqual(
      expect.arrayContaining(['id', 'occurredAt', 'city', 'country', 'product', 'quantity']),
    );
});

/** The columns of exports as public importers of them have them, those that matter, with rows that end differently. */
const EXPORTS: Record<string, { header: string; rows: string[]; means: object; paid?: string[]; gone?: string[] }> = {
  PayPal: {
    header:
      'Date|Time|TimeZone|Name|Type|Status|Currency|Gross|From Email Address|Transaction ID|Item Title|Town/City|Country',
    rows: ['26/11/2026|10:11:12|CET|Ana Silva|Payment|Completed|EUR|49,90|a@x.example|T1|Oak Desk|Lisbon|Portugal'],
    means: {
      id: '/Transaction ID',
      occurredAt: '/Date,/Time',
      fullName: '/Name',
      city: '/Town~1City',
      amount: '/Gross',
    },
    paid: ['Completed'],
  },
  Stripe: {
    header: 'id|Created date (UTC)|Amount|Amount Refunded|Currency|Status|Description|Customer Email',
    rows: [
      'ch_1|2026-11-26 10:11:12|49.90|0.00|eur|Paid|Oak Desk|a@x.example',
      'ch_2|2026-11-26 10:11|5|5|eur|Refunded||',
    ],
    means: { id: '/id', occurredAt: '/Created date (UTC)', amount: '/Amount', currency: '/Currency' },
    paid: ['Paid'],
  },
  Gumroad: {
    header:
      'Purchase ID|Item Name|Buyer Name|Purchase Email|Purchase Date|Purchase Time (UTC timezone)|Sale Price ($)|City|Country|Refunded?',
    rows: [
      'g1|Planner|Ana Silva|a@x.example|2026-11-26|10:11|12.00|Lisbon|Portugal|0',
      'g2|Planner|||2026-11-26|10:12|12.00|||1',
    ],
    means: { id: '/Purchase ID', occurredAt: '/Purchase Date,/Purchase Time (UTC timezone)', product: '/Item Name' },
    gone: ['1'],
  },
  Etsy: {
    header:
      'Sale Date|Order ID|Buyer User ID|Full Name|First Name|Last Name|Ship City|Ship State|Ship Country|Currency|Order Total|Status',
    rows: ['11/26/26|1|u|Ana Silva|Ana|Silva|Lisbon||Portugal|EUR|49.90|Shipped'],
    means: {
      id: '/Order ID',
      occurredAt: '/Sale Date',
      firstName: '/First Name',
      city: '/Ship City',
      region: '/Ship State',
    },
    paid: ['Shipped'],
  },
  Square: {
    header: 'Date|Time|Time Zone|Category|Item|Qty|Net Sales|Transaction ID|Event Type|Customer Name',
    rows: [
      '2026-11-26|10:11:12|x|Chairs|Beech Stool|1|$49.90|t1|Payment|Ana',
      '2026-11-26|10:12:12|x|Chairs|Beech Stool|1|-$49.90|t2|Refund|',
    ],
    means: {
      id: '/Transaction ID',
      occurredAt: '/Date,/Time',
      product: '/Item',
      quantity: '/Qty',
      amount: '/Net Sales',
    },
    gone: ['Refund'],
  },
  Squarespace: {
    header:
      'Order ID|Email|Financial Status|Paid at|Fulfillment Status|Currency|Total|Lineitem quantity|Lineitem name|Billing Name|Billing City',
    rows: ['1|a@x.example|PAID|2026-11-26 10:11:12 -0500|PENDING|USD|49.90|1|Oak Desk|Ana Silva|Lisbon'],
    means: { id: '/Order ID', occurredAt: '/Paid at', product: '/Lineitem name', fullName: '/Billing Name' },
    paid: ['PAID'],
  },
  BigCommerce: {
    header:
      'Order ID|Customer Name|Customer Email|Order Date|Order Time|Order Status|Order Total (inc tax)|Billing City',
    rows: [
      '1|Ana Silva|a@x.example|26/11/2026|10:11:12|Awaiting Fulfillment|49.90|Lisbon',
      '2|||26/11/2026|10:12:12|Awaiting Payment|5|',
    ],
    means: { id: '/Order ID', occurredAt: '/Order Date,/Order Time', amount: '/Order Total (inc tax)' },
    paid: ['Awaiting Fulfillment'],
  },
  Wix: {
    header: 'Order number|Date created|Time|Item|Qty|Total|Currency|Payment status|Fulfillment status|Billing name',
    rows: [
      '10001|Nov 26, 2026|10:11 AM|Oak Desk|1|49.90|EUR|Paid|Fulfilled|Ana Silva',
      '10002|Nov 26, 2026|10:12 AM|Oak Desk|1|5|EUR|Unpaid||',
    ],
    means: { id: '/Order number', occurredAt: '/Date created,/Time', product: '/Item', fullName: '/Billing name' },
    paid: ['Paid'],
  },
};

test.each(Object.entries(EXPORTS))('knows the export of %s, and asks which of its statuses count', (_name, one) => {
  const [header, ...rows] = [one.header, ...one.rows].map((line) => line.split('|')) as [string[], ...string[][]];
  const mapping = suggestColumns(header, rows);
  expect(placesIn(mapping)).toMatchObject({ ...one.means, kind: 'purchase' });
  expect([mapping.paidWhen?.equals, mapping.retractWhen?.equals]).toEqual([one.paid, one.gone]);
  const cells = new Map(header.map((name, place) => [toPointer([name]), rows[0]?.[place] ?? '']));
  const given = { valueAt: (pointer: string) => cells.get(pointer), timeZone: 'UTC' };
  const { event, isRetraction, notBought } = readMapped(given, mapping);
  expect([isRetraction, notBought]).toEqual([false, null]);
  expect(event.occurredAt).toMatch(/^2026-11-26T(?:10:11|15:11|00:00)/);
});

test('takes nothing in a body for what only a table calls so', () => {
  const body = { id: 1, created_at: '2026-03-10', booking_date: '2027-01-01', customer: 'cus_7', total: 5 };
  expect(placesOf({ ...body, risk: { score: 1 }, stock_quantity: 4, quantity: 1, message: 'Hi' })).toEqual({
    ...{ id: '/id', occurredAt: '/created_at', amount: '/total', quantity: '/quantity', kind: 'purchase' },
  });
});

test('takes nothing for what it does not look like', () => {
  expect(
    placesOf({ id: {}, email: 'none', created_at: 'soon', currency: 'Euro', rating: 50, total: 'much', status: 'new' }),
  ).toEqual({
    kind: 'signup',
  });
  for (const nothing of [null, 7, 'text', [], {}, [[]]]) expect(placesOf(nothing)).toEqual({ kind: 'signup' });
});

test('looks at a large or deep body no longer than it has to', () => {
  let deep: unknown = { id: 1 };
  for (let n = 0; n < 10_000; n++) deep = { deep };
  expect(placesOf(deep)).toEqual({ kind: 'signup' });
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field_${n}`, n]));
  expect(leavesOf({ id: 1, wide }).length).toBeLessThanOrEqual(2_000);
  expect(placesOf({ id: 1, wide })).toMatchObject({ id: '/id' });
  expect(placesOf({ [`${'a.'.repeat(50_000)}id`]: 1 })).toEqual({ kind: 'signup' });
});

test('what it suggests reads as the event that the body tells of', () => {
  const body = { id: 'A-1', name: 'Ana Silva', product: 'Oak Desk', created: 1_773_143_880 };
  const sample = { valueAt: (pointer: string) => valueAt(body, pointer), timeZone: 'UTC', arrivedAt: NOW };
  expect(readMapped(sample, suggestMapping(body)).event).toMatchObject({
    id: 'A-1',
    kind: 'purchase',
    occurredAt: '2026-03-10T11:58:00.000Z',
    actor: { firstName: 'Ana', lastName: 'Silva' },
    subject: { name: 'Oak Desk' },
  });
});
