import { expect, test } from 'vitest';
import { INSPECTION_PARAMETER } from '#shared/embed/inspection.ts';
import { tokenIn } from './parts.ts';

test.each([
  [`#${INSPECTION_PARAMETER}=abc.DEF-1_2`, 'abc.DEF-1_2'],
  [`#/cart?${INSPECTION_PARAMETER}=abc`, 'abc'],
  [`#top&${INSPECTION_PARAMETER}=abc&x=y`, 'abc'],
  ['', undefined],
  ['#top', undefined],
  [`#${INSPECTION_PARAMETER}=`, undefined],
])('the fragment %s contains the token %s', (fragment, token) => {
  expect(tokenIn(fragment)).toBe(token);
});
