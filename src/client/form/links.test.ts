import fc from 'fast-check';
import { expect, it } from 'vitest';
import { link } from '#shared/contract/text.ts';
import { completedLink } from './links.ts';

it.each([
  ['shop.example', 'https://shop.example'],
  ['  shop.example/desks/oak?a=b#c ', 'https://shop.example/desks/oak?a=b#c'],
  ['www.Shop.example', 'https://www.Shop.example'],
  ['shop.example:8080/x', 'https://shop.example:8080/x'],
  ['shop.example?ref=a', 'https://shop.example?ref=a'],
  ['shop.example/products.html', 'https://shop.example/products.html'],
  ['shop.example/@ana', 'https://shop.example/@ana'],
  ['shop.example/go?to=http://other.example', 'https://shop.example/go?to=http://other.example'],
  ['münchen.example/straße', 'https://münchen.example/straße'],
  ['商店.example', 'https://商店.example'],
  ['192.168.0.10/x', 'https://192.168.0.10/x'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['[::1]:3000', 'http://[::1]:3000'],
])('%s becomes %s, which a notification may link to', (typed, completed) => {
  expect(completedLink(typed)).toBe(completed);
  expect(link().safeParse(completed).success).toBe(true);
});

it.each(['/desks/oak', 'https://shop.example', 'HTTP://shop.example', ''])('%s stays as it is', (typed) => {
  expect(completedLink(typed)).toBe(typed);
});

// Attack: a completed link must not lead anywhere that the plain check would have refused.
it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1).example/',
  'javascript.example:alert(1)',
  'data:text/html,x.example',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:shop@shop.example',
  'tel:5551234',
  'shop@shop.example',
  'user:password@shop.example',
  '//shop.example',
  '\\\\shop.example',
  'shop.example\\@other.example',
  'shop.example/a b',
  'two words.example',
  'shop',
  'shop:3000',
  'desks/oak',
  'photo.jpg',
  '.example',
  'shop..',
  'shop.example:99999',
  '#top',
  '?a=b',
  'ftp://shop.example',
])('%s stays an error', (typed) => {
  expect(completedLink(typed)).toBe(typed);
  expect(link().safeParse(typed).success).toBe(false);
});

it('never changes what it completed, and adds nothing but a scheme', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (typed) => {
      const completed = completedLink(typed);
      expect(completedLink(completed)).toBe(completed);
      expect([typed.trim(), `https://${typed.trim()}`, `http://${typed.trim()}`]).toContain(completed);
    }),
  );
});
