import { expect, test } from 'vitest';
import { hasRole, isSubscribed } from './access.ts';

test('hasRole checks both the role and the list of roles [spec 3.user.2 6.3]', () => {
  expect(hasRole({ role: 'admin', roles: [] }, 'admin')).toBe(true);
  expect(hasRole({ role: 'user', roles: ['user', 'admin'] }, 'admin')).toBe(true);
  expect(hasRole({ role: 'user', roles: ['user'] }, 'admin')).toBe(false);
  expect(hasRole({ role: 'administrator', roles: [] }, 'admin')).toBe(false);
});

test.each([
  ['starter', 'active', true],
  [null, 'active', false],
  ['', 'active', false],
  ['starter', 'past_due', false],
  ['starter', 'none', false],
])('a plan of type %s that is %s: subscribed is %s [spec 4.auth.2]', (type, status, expected) => {
  expect(isSubscribed({ subscription: { type, status, max_sites: 3 } })).toBe(expected);
});
