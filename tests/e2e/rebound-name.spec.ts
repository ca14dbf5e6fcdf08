// Attack: lead an owner's browser to their own server under a foreign name (DNS rebinding), whose page then reads and sends
// what it likes, as if it were the server's own. Browsers resolve every name below localhost to this machine.
import { expect, type Page } from '@playwright/test';
import { test } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

/** Asks as a page of the server would, with a token of its own. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([way, where, sent]) => {
      const { csrfToken } = await (await fetch('/api/csrf-token')).json();
      const answer = await fetch(where, {
        method: way,
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
        ...(sent && { body: JSON.stringify(sent) }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, body] as const,
  );

test('a page under a foreign name is nobody on this server, and may buy nothing', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await ownerAt(page, '/login');
  expect((await ask(page, 'GET', '/api/auth/me')).status).toBe(200);
  expect((await ask(page, 'GET', '/api/trpc/billing.offer')).text).toContain('"buying":"test"');

  await page.goto(`http://rebound.localhost:${new URL(baseURL ?? '').port}/login`);
  await expect(page.getByLabel('Email')).toBeVisible();
  for (const path of ['/api/auth/me', '/api/sites', '/api/trpc/sites.list'])
    expect([path, (await ask(page, 'GET', path)).status]).toEqual([path, 401]);
  expect((await ask(page, 'POST', '/api/sites', { name: 'Mine' })).status).toBe(401);
  const offer = await ask(page, 'GET', '/api/trpc/billing.offer');
  expect([offer.status, offer.text.includes('"buying":"off"')]).toEqual([200, true]);
  // Whoever registers there is verified by email, as everybody is who isn't surely on this machine.
  const email = `rebound-${Date.now()}@shop.example`;
  const registered = await ask(page, 'POST', '/api/auth/register', { email, password: 'correct horse' });
  expect([registered.status, JSON.parse(registered.text).user.emailVerified]).toEqual([201, false]);
});
