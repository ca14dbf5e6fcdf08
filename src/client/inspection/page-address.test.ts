import { expect, it } from 'vitest';
import { frontPageOf, openablePage } from './page-address.ts';

it.each([
  [['shop.example', 'other.example'], 'https://shop.example/'],
  [['localhost'], 'http://localhost/'],
  [['127.0.0.1'], 'http://127.0.0.1/'],
  [[], ''],
])('suggests the first domain of %j', (domains, address) => {
  expect(frontPageOf({ domains })).toBe(address);
});

it.each([
  [['shop.example'], [], 'https://shop.example/'],
  [['localhost', 'shop.example'], [], 'https://shop.example/'],
  [['localhost', '127.0.0.1', '[::1]'], ['localhost'], ''],
  [['localhost'], ['shop.example'], 'https://shop.example/'],
])('links to none on a machine whose port is unknown: %j, seen on %j', (domains, seenOn, address) => {
  expect(openablePage({ id: 'oak', domains }, seenOn)).toBe(address);
});
