import { expect, test } from 'vitest';
import { galleryHref, listHref } from './gallery-address.ts';

test('the list’s view is in the address of the gallery, and is all that is left of it afterwards', () => {
  const list = '?status=live&q=oak+desk&sort=rate';
  const search = galleryHref(new URLSearchParams(list), { filter: 'sales', search: 'a & b' });
  expect(search).toBe('?status=live&q=oak+desk&sort=rate&templates=sales&find=a+%26+b');
  const from = galleryHref(new URLSearchParams(search), { from: 'n1' });
  expect(from).toBe('?status=live&q=oak+desk&sort=rate&templates=&from=n1');
  expect(listHref(new URLSearchParams(from))).toBe(list);
  expect(galleryHref(new URLSearchParams(), { search: ' ' })).toBe('?templates=');
});
