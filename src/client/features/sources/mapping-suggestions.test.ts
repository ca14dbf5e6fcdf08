import { expect, test } from 'vitest';
import type { Mapping } from '#shared/contract/mapping.ts';
import { readMapped } from '#shared/event-mapping.ts';
import { valueAt } from '#shared/json-pointer.ts';
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
