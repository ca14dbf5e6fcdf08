import { expect, it } from 'vitest';
import { domainInWords, siteDomainOf } from './site-domain.ts';

it.each([
  ['https://www.cafe.example/shop', 'cafe.example'],
  ['www.cafe.co.uk', 'cafe.co.uk'],
  ['WWW.Cafe.Example:8080', 'cafe.example'],
  ['shop.cafe.example', 'shop.cafe.example'],
  ['www.münchen.example', 'xn--mnchen-3ya.example'],
  ['localhost:3000', 'localhost'],
  ['http://192.168.0.10/', '192.168.0.10'],
])('%s becomes %s', (typed, domain) => {
  expect(siteDomainOf(typed)).toBe(domain);
});

it.each(['www.gov.uk', 'www.gouv.fr', 'www.com', 'wwwcafe.example'])('%s stays as it is', (typed) => {
  expect(siteDomainOf(typed)).toBe(typed);
});

it.each(['caf e', 'mailto:a@cafe.example', '*.cafe.example', ''])('%s is no domain', (typed) => {
  expect(siteDomainOf(typed)).toBeNull();
});

it('says what a domain covers', () => {
  expect(domainInWords('cafe.example')).toBe('cafe.example and all its subdomains');
  expect(domainInWords('localhost')).toBe('localhost');
  expect(domainInWords('192.168.0.10')).toBe('192.168.0.10');
});
