// An owner's first visit of a screen: a browser with nothing in its cache, logged in as the bench's owner, and the bytes
// of each script as they were sent.
import type { Browser, BrowserContext } from '@playwright/test';
import { type Scripts, watchScripts } from '#tests/support/script-bytes.ts';

/** @returns a browser with nothing in its cache, logged in. @throws if the login fails. */
export async function logIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const { csrfToken } = await (await context.request.get('/api/csrf-token')).json();
  const data = { email: 'bench@shop.example', password: 'a long enough password' };
  const answer = await context.request.post('/api/auth/login', { data, headers: { 'X-CSRF-Token': csrfToken } });
  if (!answer.ok()) throw new Error(`login: ${answer.status()}`);
  return context;
}

/** @returns every script that the screen loads until nothing more comes, those loaded after the first paint included. */
export async function scriptsOf(browser: Browser, url: string, path: string): Promise<Scripts> {
  const context = await logIn(browser, url);
  const page = await context.newPage();
  const scripts = await watchScripts(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor({ state: 'attached' });
  await context.close();
  return scripts;
}
