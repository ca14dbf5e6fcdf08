import { expect, it } from 'vitest';
import { isByStaff } from './channels.ts';

it.each([
  ['pos', true],
  ['POS', true],
  ['shopify_draft_order', true],
  ['Draft Orders', true],
  ['admin', true],
  ['pos-rest-api', true],
  ['Point of Sale', true],
  ['web', false],
  ['checkout', false],
  ['rest-api', false],
  ['store-api', false],
  ['Posters', false],
  ['580111', false],
  ['', false],
  [undefined, false],
])('%s is of the staff: %s', (channel, isTheirs) => {
  expect(isByStaff(channel)).toBe(isTheirs);
});
