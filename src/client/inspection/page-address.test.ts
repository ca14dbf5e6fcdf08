import { expect, it } from 'vitest';
import { frontPageOf } from './page-address.ts';

it.each([
  [['shop.example', 'other.example'], 'https://shop.example/'],
  [['localhost'], 'http://localhost/'],
  [['127.0.0.1'], 'http://127.0.0.1/'],
  [[], ''],
])('suggests the first domain of %j', (domains, address) => {
  expect(frontPageOf({ domains })).toBe(address);
});
