// An owner who is signed in, made over the REST paths so that a test begins where its screen does.
import { expect, type Page } from '@playwright/test';
import { test as base } from './base.ts';
import { withoutCostReports } from './chance.ts';
import { mailedLink } from './outbox.ts';

export const PASSWORD = 'correct horse';

/** @returns an address that no other test uses. */
export const newEmail = (): string => `owner-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@shop.example`;

/** Calls a REST path as whoever is signed in on the page. @returns what it answers; null for nothing. */
export async function call<T = unknown>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const readToken = async () => (await (await page.request.get('/api/csrf-token')).json()).csrfToken;
  const headers = method === 'GET' ? {} : { 'X-CSRF-Token': await readToken() };
  const answer = await page.request.fetch(path, { method, data, headers });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? (null as T) : answer.json();
}

export const post = <T = unknown>(page: Page, path: string, data: unknown): Promise<T> =>
  call(page, 'POST', path, data);

/** Registers; the page's browser is signed in then, with an address that is not verified. */
export async function register(page: Page, email: string): Promise<void> {
  await post(page, '/api/auth/register', { email, password: PASSWORD, displayName: 'Olive Owner' });
}

/** Ends the session on the server; the open screen does not know. */
export const endSession = (page: Page): Promise<unknown> => post(page, '/api/auth/logout', {});

/** Redeems the code mailed to `email`, as a script would. */
export async function verify(page: Page, email: string): Promise<void> {
  const code = new URL(await mailedLink(email)).searchParams.get('code');
  await post(page, '/api/auth/verify-email', { code });
}

/** @returns the email of a new owner with a verified address and one site for each name. */
export async function newOwner(page: Page, ...sites: string[]): Promise<string> {
  const email = newEmail();
  await register(page, email);
  await verify(page, email);
  for (const name of sites) await post(page, '/api/sites', { name });
  return email;
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The toast that is open. */
export const toast = (page: Page) => page.getByRole('region', { name: /Messages/ }).getByRole('listitem');

/**
 * Expects that no toast is open, now and a few frames later. Toasts go by themselves, so waiting until there is none would
 * never fail: await first what shows that all is done.
 */
export async function expectNoToast(page: Page): Promise<void> {
  for (let frames = 0; frames < 5; frames += 1) {
    expect(await toast(page).count()).toBe(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Playwright's test, failing also when the page throws or its content policy is broken. */
export const test = base.extend<{ issues: string[]; elsewhere: Page }>({
  page: async ({ page }, use) => {
    await withoutCostReports(page);
    await use(page);
  },
  /** A page of another browser, in which nobody is signed in. */
  elsewhere: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    await use(await context.newPage());
    await context.close();
  },
  issues: [
    async ({ page }, use) => {
      const issues: string[] = [];
      page.on('pageerror', (error) => issues.push(error.message));
      page.on('console', (line) => {
        // The browser logs every refused call itself; refusals are what these tests are about.
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) issues.push(line.text());
      });
      await use(issues);
      expect(issues).toEqual([]);
    },
    { auto: true },
  ],
});
