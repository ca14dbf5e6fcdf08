import { expect, test } from 'vitest';
import { isBareSitePath, isSubPagePath, safeReturnPath, sameSitePage } from './links.ts';
import { screens } from './screens.ts';

const ORIGIN = 'https://proofbell.example';

test('the login address carries the error and the original path [spec 2.login.1]', () => {
  expect(screens.login.href()).toBe('/login');
  expect(screens.login.href({ error: 'token-expired', from: '/shop/notifications?x=1' })).toBe(
    '/login?error=token-expired&from=%2Fshop%2Fnotifications%3Fx%3D1',
  );
});

test('returns to a path on this origin, with query and fragment', () => {
  expect(safeReturnPath('/shop/site-setup?a=1#b', ORIGIN)).toBe('/shop/site-setup?a=1#b');
});

test('drops a token from the return path', () => {
  expect(safeReturnPath('/shop/site-setup?a=1&token=ey.a.b&c=2', ORIGIN)).toBe('/shop/site-setup?a=1&c=2');
});

test.each([
  null,
  '',
  'dashboard',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?from=/login',
  '/register',
  '/sso-login?from=/dashboard',
])('does not return to %j', (from) => {
  expect(safeReturnPath(from, ORIGIN)).toBeNull();
});

test('switching sites keeps the sub-page [spec 2.switcher.1]', () => {
  expect(sameSitePage('/oak/notifications', 'iron')).toBe('/iron/notifications');
  expect(sameSitePage('/oak/analytics', 'iron')).toBe('/iron/analytics');
  expect(sameSitePage('/oak/performance', 'iron')).toBe('/iron/performance');
  expect(sameSitePage('/oak/developer-tools', 'iron')).toBe('/iron/developer-tools');
  // The other site has other sources.
  expect(sameSitePage('/oak/sources/s-1', 'iron')).toBe('/iron/sources');
});

test('switching sites goes to the dashboard if there is no sub-page [spec 2.switcher.1]', () => {
  expect(sameSitePage('/dashboard', 'iron')).toBe('/iron/dashboard');
  expect(sameSitePage('/analytics', 'iron')).toBe('/iron/dashboard');
  expect(sameSitePage('/oak/nowhere', 'iron')).toBe('/iron/dashboard');
});

test('a single segment is a bare site path, with or without a trailing slash', () => {
  expect(['/oak', '/oak/'].map(isBareSitePath)).toEqual([true, true]);
  expect(['/', '/oak/dashboard', '/oak//'].map(isBareSitePath)).toEqual([false, false, false]);
});

test('a sub-page has two segments, and a source among the sources three', () => {
  expect(['/oak/sources', '/oak/sources/s-1', '/oak/nothing/'].map(isSubPagePath)).toEqual([true, true, true]);
  expect(['/oak', '/oak/dashboard/x', '/oak/sources/s-1/x'].map(isSubPagePath)).toEqual([false, false, false]);
});
