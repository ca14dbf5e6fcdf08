// Redirects to and from the login page: an owner in a hurry causes no loop, the app going in circles does. The page's
// clock is stopped wherever less than a second must pass.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { endSession, logIn, newOwner, test } from './support/owner.ts';

const SITE = 'Oak & Iron';
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

test.describe('redirects', () => {
  const isLogin = (url: URL) => url.pathname === '/login';

  test('opening guarded pages in quick succession, or in two tabs at once, leads to the login page', async ({
    page,
    context,
  }) => {
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

  test('going back to a guarded page right after logging out asks to log in', async ({ page }) => {
    await newOwner(page, SITE);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(isLogin);
    await expect(loginButton(page)).toBeVisible();
  });

  test('two expiries within a second, with a login between them, are not a loop [spec 4.loop.2]', async ({ page }) => {
    const email = await newOwner(page, SITE);
    await page.goto('/dashboard');
    await page.clock.setFixedTime(Date.now());
    for (const link of ['Analytics', 'Oak & Iron']) {
      await expect(page.getByRole('link', { name: SITE }).first()).toBeVisible();
      await endSession(page);
      await page.getByRole('link', { name: link }).first().click();
      await expect(page).toHaveURL(/\/login\?error=token-expired/);
      await logIn(page, email);
      await expect(page).not.toHaveURL(isLogin);
    }
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
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

  test('alternating between signed in and refused ends at the card', async ({ page }) => {
    await newOwner(page, SITE);
    await page.clock.setFixedTime(Date.now());
    await refuseAllBut(page, 'auth.session');
    await page.goto('/dashboard');
    await expect(loginButton(page)).toBeVisible();
    await sayElsewhere(page, 'somebody');
    await expect(card(page)).toBeVisible();
    await page.unroute('**/api/trpc/**');
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('more than three redirects within two seconds force the login page and clear the stored state [spec 4.loop.1]', async ({
    page,
  }) => {
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
