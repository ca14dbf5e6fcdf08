// Logging in where something is wrong: redirects that go in circles, a session without a user, a browser that blocks
// storage. The page's clock is stopped wherever less than a second must pass.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { endSession, logIn, newOwner, test } from './support/owner.ts';

const SITE = 'Oak & Iron';
const NOTIFICATIONS = '/oak-and-iron/notifications';
const heading = (page: Page) => page.getByRole('heading', { name: 'Notifications', level: 1 });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in' });
const card = (page: Page) => page.getByRole('heading', { name: 'Authentication Error' });

/** Sends the tab the message another tab would send, and waits until it is delivered. */
const sayElsewhere = (page: Page, userId: string | null) =>
  page.evaluate(async (id) => {
    const channel = new BroadcastChannel('proofbell-auth');
    // Opened after the app's own, so that it receives after it.
    const last = new BroadcastChannel('proofbell-auth');
    const received = new Promise((resolve) => {
      last.onmessage = resolve;
    });
    channel.postMessage({ userId: id });
    await received;
    channel.close();
    last.close();
  }, userId);

const lastRedirect = (page: Page) => page.evaluate(() => localStorage.getItem('lastAuthRedirectTime'));

/** The server confirms the session but refuses every other call; refusals can be held back for a while. */
async function refuseAllBut(page: Page, allowed: string) {
  let held: (() => Promise<void>)[] | undefined;
  await page.route('**/api/trpc/**', async (route) => {
    const url = route.request().url();
    if (url.includes(allowed)) return route.continue();
    const refuse = () => route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Please sign in' } });
    if (held) held.push(refuse);
    else await refuse();
  });
  return {
    hold() {
      held = [];
    },
    async release() {
      await poll(() => held?.length ?? 0).toBeGreaterThan(0);
      const waiting = held ?? [];
      held = undefined;
      await Promise.all(waiting.map((refuse) => refuse()));
    },
  };
}

test.describe('redirects', () => {
  test('opening guarded pages in quick succession, or in two tabs at once, leads to the login page', {
    tag: '@long',
  }, async ({ page, context }) => {
    for (const path of ['/dashboard', '/analytics', '/dashboard', '/create-site']) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}$`));
    }
    const other = await context.newPage();
    await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')]);
    for (const tab of [page, other]) {
      await expect(loginButton(tab)).toBeVisible();
      await expect(card(tab)).toHaveCount(0);
    }
  });

  test('a second redirect within a second is a loop: a card says so and leads to the login page [spec 4.loop.2]', async ({
    page,
  }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await page.addInitScript((time) => localStorage.setItem('lastAuthRedirectTime', time), String(now));
    await page.goto('/dashboard');
    await expect(card(page)).toBeVisible();
    await expect(
      page.getByText('There was a problem with authentication. Please try logging in again.', { exact: true }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(loginButton(page)).toBeVisible();
  });

  test('more than three redirects within two seconds force the login page and clear the stored state [spec 4.loop.1]', {
    tag: '@long',
  }, async ({ page }) => {
    await newOwner(page, SITE);
    const start = Date.now();
    await page.clock.setFixedTime(start);
    const refusals = await refuseAllBut(page, 'auth.session');
    await page.goto('/dashboard');
    await expect(loginButton(page)).toBeVisible();
    expect(await lastRedirect(page)).toMatch(new RegExp(`^${start} `));
    // Not the guard's second redirect within one second, but the app's third within two.
    refusals.hold();
    await sayElsewhere(page, 'somebody');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.clock.setFixedTime(start + 1_500);
    await refusals.release();
    await expect(loginButton(page)).toBeVisible();
    await sayElsewhere(page, 'somebody');
    await expect(page).toHaveURL(/\/login\?error=auth-error$/);
    await expect(page.getByText('Authentication error. Please try signing in again.')).toBeVisible();
    expect(await lastRedirect(page)).toBeNull();
    // Whatever other tabs report, it stays there.
    await sayElsewhere(page, 'somebody');
    await page.clock.runFor(5_000);
    await expect(loginButton(page)).toBeVisible();
    expect(await lastRedirect(page)).toBeNull();
  });
});

test.describe('a session without a user', () => {
  /** Takes the user out of the server's next `times` answers. */
  async function omitUser(page: Page, times: number): Promise<void> {
    let left = times;
    await page.route('**/api/trpc/**auth.session**', async (route) => {
      const answer = await route.fetch();
      if (left-- <= 0) return route.fulfill({ response: answer });
      const json = await answer.json();
      delete json[0].result.data.json.user;
      await route.fulfill({ response: answer, json });
    });
  }
  /** @returns how many documents the page has asked for so far. */
  function countDocuments(page: Page): () => number {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    return () => documents;
  }
  const flags = (page: Page) =>
    page.evaluate(() => ['authStateFixAttempted', 'authStateCorrupted'].map((key) => localStorage.getItem(key)));

  test('is repaired by one reload, or else leads to the login page; the flags are removed after ten seconds [spec 4.corrupted.1 9.21]', {
    tag: '@long',
  }, async ({ page }) => {
    await newOwner(page, SITE);
    await omitUser(page, 1);
    const documents = countDocuments(page);
    await page.clock.install();
    await page.goto(NOTIFICATIONS);
    await expect(heading(page)).toBeVisible();
    expect(documents()).toBe(2);
    expect(await flags(page)).toEqual([expect.stringMatching(/^\d+$/), 'true']);
    await page.clock.fastForward(10_000);
    await poll(() => flags(page)).toEqual([null, null]);
    // A reload doesn't repair this one.
    await page.unrouteAll();
    await omitUser(page, Number.POSITIVE_INFINITY);
    await page.goto(NOTIFICATIONS);
    await expect(page).toHaveURL(/\/login\?error=auth-error$/);
    expect(documents()).toBe(4);
    expect(await flags(page)).toEqual([null, null]);
  });
});

test.describe('with storage blocked', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    }),
  );

  test('an owner can log in, work, and log in again after an expiry', { tag: '@long' }, async ({ page }) => {
    const email = await newOwner(page, SITE);
    await page.context().clearCookies();
    await page.goto(NOTIFICATIONS);
    await expect(page).toHaveURL(/\/login\?from=/);
    await logIn(page, email);
    await expect(heading(page)).toBeVisible();
    // This page sends no requests by itself, so it is the click that finds the session gone.
    await page.getByRole('link', { name: 'Site Setup' }).click();
    await expect(page.getByRole('heading', { name: 'Site Setup', level: 1 })).toBeVisible();
    await endSession(page);
    await page.getByRole('link', { name: 'Analytics' }).first().click();
    await expect(page).toHaveURL(/\/login\?error=token-expired/);
    await logIn(page, email);
    await expect(page).toHaveURL((url) => url.pathname.endsWith('/analytics'));
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  });
});
