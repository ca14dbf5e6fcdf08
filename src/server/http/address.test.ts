// Addresses whose percent-encoding is broken, as they are passed on.
import { expect, it } from 'vitest';
import { shortenBroken } from './address.ts';

it.each([
  ['/a%20b?c=%20', '/a%20b?c=%20'],
  ['/%25ff?x=%25ff', '/%25ff?x=%25ff'],
  ['/api/sites/%ff/%ff?x=%ff', '/api/sites/%'],
  ['/%41%ff', '/%'],
  ['http://shop.example/api/%ff', 'http://shop.example/api/%'],
  ['/api/sites?a=1&b=%ff', '/api/sites?%'],
  ['http://shop.example/api/sites?%ff', 'http://shop.example/api/sites?%'],
  ['/verify-email?code=abc&sent=100%', '/verify-email?code=abc&sent=100%25'],
  ['*', '*'],
  ['', ''],
])('%s becomes %s', (target, passedOn) => {
  expect(shortenBroken(target)).toBe(passedOn);
});
