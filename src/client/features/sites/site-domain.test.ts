import { expect, it } from 'vitest';
import { domainInWords } from './site-domain.ts';

it.each([
  ['cafe.example', 'cafe.example and all its subdomains'],
  ['shop.cafe.example', 'shop.cafe.example and all its subdomains'],
  ['localhost', 'localhost'],
  ['192.168.0.10', '192.168.0.10'],
])('%s covers %s', (domain, words) => {
  expect(domainInWords(domain)).toBe(words);
});
