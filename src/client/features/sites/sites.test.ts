import { expect, test } from 'vitest';
import { allowedSites, remainingSites } from '#client/data/sites.ts';

test('allows one site without a user, otherwise what the subscription says [spec 5.limit.1 9.11]', () => {
  expect(allowedSites(null)).toBe(1);
  expect(allowedSites({ subscription: { type: 'growth', status: 'active', max_sites: 10 } })).toBe(10);
});

test('the remaining sites never drop below zero [spec 5.limit.1]', () => {
  expect(remainingSites(3, 1)).toBe(2);
  expect(remainingSites(1, 1)).toBe(0);
  expect(remainingSites(1, 4)).toBe(0);
});
