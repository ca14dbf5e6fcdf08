import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inspectionLinkInput } from '#shared/contract/inspection.ts';
import { withInspection } from './inspection.ts';

it.each([
  ['https://shop.example', 'https://shop.example/#proofbell=T'],
  ['https://shop.example/a?b=1#', 'https://shop.example/a?b=1#proofbell=T'],
  ['https://shop.example/#reviews', 'https://shop.example/#reviews&proofbell=T'],
  ['https://shop.example/#/desk', 'https://shop.example/#/desk?proofbell=T'],
  ['https://shop.example/#!/desk?size=2', 'https://shop.example/#!/desk?size=2&proofbell=T'],
  ['https://shop.example/#!reviews', 'https://shop.example/#!reviews&proofbell=T'],
  ['https://shop.example/#a=1&b=2', 'https://shop.example/#a=1&b=2&proofbell=T'],
  ['https://shop.example/#:~:text=oak', 'https://shop.example/#proofbell=T:~:text=oak'],
  ['https://shop.example/#reviews:~:text=oak', 'https://shop.example/#reviews&proofbell=T:~:text=oak'],
])('adds the token to the fragment of %s', (url, expected) => {
  expect(withInspection(url, 'T')).toBe(expected);
});

it('replaces an old token, wherever it is', () => {
  for (const own of ['', '#reviews', '#/desk', '#!/desk?size=2', '#a=1:~:text=oak']) {
    const once = withInspection(`https://shop.example/${own}`, 'old');
    expect(withInspection(once, 'T')).toBe(withInspection(`https://shop.example/${own}`, 'T'));
  }
});

it('leaves everything before the fragment unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      const made = new URL(withInspection(url, 'T'));
      made.hash = '';
      expect(made.href).toBe(new URL(url).href.replace(/#.*/, ''));
    }),
  );
});

it('accepts only URLs of pages', () => {
  const isTaken = (url: string) => inspectionLinkInput.safeParse({ id: 'site', url }).success;
  expect(['https://shop.example', ' http://localhost:8080/a#b '].map(isTaken)).toEqual([true, true]);
  const wrong = ['', 'shop.example', '/desk', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'http://a b/'];
  expect(wrong.filter(isTaken)).toEqual([]);
});
