// Auth in states that should not occur: a session without a user, a browser that blocks storage.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { endSession, logIn, newOwner, test } from './support/owner.ts';

const SITE = 'Oak & Iron';
const NOTIFICATIONS = '/oak-and-iron/notifications';
const heading = (page: Page) => page.getByRole('heading', { name: 'Notifications', level: 1 });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in' });

test.describe('a session without a user', () => {
  /** Takes the user out of the server's next `times` answers. */
  async function omitUser(page: Page, times: number): Promise<void> {
    let left = times;
    await page.route('**/api/trpc/auth.session**', async (route) => {
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

  test('is repaired by one reload; the flags are removed after ten seconds [spec 4.corrupted.1 9.21]', async ({
    page,
  }) => {
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
  });

  test('leads to the login page if a reload does not repair it [spec 4.corrupted.1]', async ({ page }) => {
    await newOwner(page, SITE);
    await omitUser(page, 2);
    const documents = countDocuments(page);
    await page.goto(NOTIFICATIONS);
    await expect(page).toHaveURL(/\/login\?error=auth-error$/);
    await expect(loginButton(page)).toBeVisible();
    expect(documents()).toBe(2);
    await poll(() => flags(page)).toEqual([null, null]);
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

  test('an owner can log in, work, and log in again after an expiry', async ({ page }) => {
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
