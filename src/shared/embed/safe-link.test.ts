import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/runs.ts';
import { isSafeLink } from './safe-link.ts';

test.each([
  'https://shop.test/a?b#c',
  'http://shop.test',
  'HTTPS://SHOP.TEST',
  '/',
  '/desk',
  '/a//b',
  'https://[::1]/',
])('accepts %j', (link) => expect(isSafeLink(link)).toBe(true));

test.each([
  '',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  'https:evil.test',
  'https:///evil.test',
  'desk.html',
  'https://shop.test/a b',
])('refuses %j', (link) => expect(isSafeLink(link)).toBe(false));

test('browsers read accepted links as http or https, and paths stay on their own site', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '/', '//', 'https://', 'javascript:'),
      (rest, start) => {
        const link = start + rest;
        if (!isSafeLink(link)) return;
        const url = URL.canParse(link, 'https://shop.test/') ? new URL(link, 'https://shop.test/') : null;
        expect(['https:', 'http:', undefined]).toContain(url?.protocol);
        if (link.startsWith('/')) expect(url?.host).toBe('shop.test');
      },
    ),
    { numRuns: runs(100, 5_000, 50_000) },
  );
});
