// Visits of the app and of the public pages: a browser beside a filled program, slowed down if need be, logged in as the
// bench's owner, and the bytes of each script as they were sent.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '#tests/support/chromium.ts';
import { type Sent, watchSent } from '#tests/support/sent-bytes.ts';
import { type Account, fill, type Program, startProgram } from './program.ts';

/** A mid-range phone on a slow mobile network (Lighthouse's "slow 4G": 1.6 Mbit/s, 150 ms). */
export const SLOWDOWN = 4;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Starts a program with the bench's account, and a browser. @param start the program. @returns what `measure` finds; both are ended. */
export async function inBrowser<T>(
  measure: (browser: Browser, program: Program, account: Account) => Promise<T>,
  start: () => Promise<Program> = startProgram,
): Promise<T> {
  const program = await start();
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    return await measure(browser, program, await fill(program));
  } finally {
    await browser.close();
    await program.stop();
  }
}

/** Slows the page's processor down from now on. @param more whether its network becomes slow, too. */
export async function slowDown(page: Page, more?: 'network'): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  if (more) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** @returns a browser with nothing in its cache, logged in. @throws if the login fails. */
export async function logIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const { csrfToken } = await (await context.request.get('/api/csrf-token')).json();
  const data = { email: 'bench@shop.example', password: 'a long enough password' };
  const answer = await context.request.post('/api/auth/login', { data, headers: { 'X-CSRF-Token': csrfToken } });
  if (!answer.ok()) throw new Error(`login: ${answer.status()}`);
  return context;
}

/** @returns all that the screen is sent until nothing more comes, what is loaded after the first paint included. */
export async function sentTo(browser: Browser, url: string, path: string): Promise<Sent> {
  const context = await logIn(browser, url);
  const page = await context.newPage();
  const sent = await watchSent(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor({ state: 'attached' });
  await context.close();
  return sent;
}
