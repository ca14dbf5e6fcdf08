import { expect, it } from 'vitest';
import { domainInWords } from './site-domain.ts';

it.each([
  ['cafe.example', 'cafe.example and all its subdomains'],
  ['www.cafe.example', 'cafe.example and all its subdomains'],
  ['www.cafe.de', 'cafe.de and all its subdomains'],
  ['shop.cafe.example', 'shop.cafe.example and all its subdomains'],
  ['localhost', 'localhost'],
  ['192.168.0.10', '192.168.0.10'],
])('%s covers %s', (host, words) => {
  expect(domainInWords(host)).toBe(words);
});

it.each(['www.github.io', 'www.gov.uk', 'www.com.de', 'www.co.at', 'www.cafe.co.uk'])(
  'of %s nothing is said that the server may decide otherwise',
  (host) => {
    expect(domainInWords(host)).toBe(`${host} and all its subdomains`);
  },
);
