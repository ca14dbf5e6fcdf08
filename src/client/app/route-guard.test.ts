import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { User } from '#shared/contract/account.ts';
import { setUpSession, signedIn, user } from '#tests/support/browser-session.ts';
import type { Api } from '../auth/create-api.ts';
import { AuthContext } from '../auth/session-context.tsx';
import { premiumDetour, RequirePremium, RequireRole, roleDetour } from './route-guard.tsx';

const admin: User = { ...user, role: 'admin', roles: ['admin'] };
const subscriber: User = {
  ...user,
  subscription: { type: 'growth', status: 'active', max_sites: 10 },
  subscriptionStatus: 'active',
};

/** @returns the markup of a screen behind both guards, as rendered for `who`. */
function screenFor(who: User | null, guard: 'role' | 'premium'): string {
  const { session } = setUpSession();
  if (who) session.accept(signedIn(who));
  const element = guard === 'role' ? createElement(RequireRole, { role: 'admin' }) : createElement(RequirePremium);
  const screen = createElement(Route, { path: '/', element: createElement('p', null, 'behind the guard') });
  const routes = createElement(Routes, null, createElement(Route, { element }, screen));
  const router = createElement(MemoryRouter, null, routes);
  return renderToString(createElement(AuthContext, { value: { session } as Api }, router));
}

test('only an admin sees an admin screen; everyone else goes to /unauthorized [spec 2.roles.1]', () => {
  expect(screenFor(admin, 'role')).toContain('behind the guard');
  expect(screenFor(subscriber, 'role')).toBe('');
  expect(screenFor(null, 'role')).toBe('');
  expect(roleDetour(admin, 'admin')).toBeNull();
  expect(roleDetour(user, 'admin')).toBe('/unauthorized');
});

test('only subscribers see a premium screen; everyone else goes to /pricing [spec 2.roles.1]', () => {
  expect(screenFor(subscriber, 'premium')).toContain('behind the guard');
  expect(screenFor(admin, 'premium')).toBe('');
  expect(screenFor(null, 'premium')).toBe('');
  expect(premiumDetour(subscriber)).toBeNull();
  expect(premiumDetour(user)).toBe('/pricing');
});
