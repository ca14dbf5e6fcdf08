// Single sign-on in the browser: the operator's own system sends its users with a token in the address.
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { newEmail, newOwner, test, toast } from './support/owner.ts';
import { mintToken } from './support/sso.ts';

const account = (page: Page) => page.getByRole('button', { name: 'Account' });

/** Expects that `email` is signed in on the page. */
async function expectUser(page: Page, email: string): Promise<void> {
  await account(page).click();
  await expect(page.getByRole('menu')).toContainText(email);
  await page.keyboard.press('Escape');
}

test.describe('a good token', () => {
  test('signs in a new user, and is removed from the address before any request', async ({ page }) => {
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const { fetch } = window;
      window.fetch = (...call) => {
        asked.push(`${call[0]} from ${window.location.href}`);
        return fetch(...call);
      };
    });
    const email = newEmail();
    const token = await mintToken(email, { name: 'Mara Staff' });
    await page.goto(`/sso-login?token=${token}`);
    await expect(page).toHaveURL(/\/create-site$/);
    await expect(toast(page)).toContainText('Login successful');
    await expectUser(page, email);
    const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    expect(asked.some((call) => call.startsWith('/api/trpc/auth.sso'))).toBe(true);
    expect(asked.filter((call) => call.includes(token) || call.includes('token='))).toEqual([]);
    await page.goBack();
    expect(page.url()).not.toContain('token=');
  });

  test('continues only to a path on this origin', async ({ page, baseURL }) => {
    const email = await newOwner(page, 'Oak & Iron');
    for (const [from, target] of [
      ['/oak-and-iron/notifications?x=1', '/oak-and-iron/notifications?x=1'],
      ['//evil.example', '/dashboard'],
      ['/sso-login', '/dashboard'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(`/sso-login?from=${encodeURIComponent(from)}&token=${await mintToken(email)}`);
      await expect(page).toHaveURL(`${baseURL}${target}`);
    }
  });

  test('signs in on any page without leaving it [spec 2.guard]', async ({ page, baseURL }) => {
    const email = await newOwner(page, 'Oak & Iron');
    for (const path of ['/', '/oak-and-iron/site-setup', '/oak-and-iron/analytics?range=24h', '/no-such-page']) {
      await page.context().clearCookies();
      const mark = path.includes('?') ? '&' : '?';
      await page.goto(`${path}${mark}token=${await mintToken(email)}`);
      await expect(account(page)).toBeVisible();
      await expect(page).toHaveURL(`${baseURL}${path}`);
    }
  });

  test('asks first if another user is signed in; declining changes nothing and keeps the token valid', async ({
    page,
  }) => {
    const [owner, mara] = [await newOwner(page, 'Oak & Iron'), newEmail()];
    const token = await mintToken(mara);
    await page.goto(`/oak-and-iron/site-setup?token=${token}`);
    const question = page.getByRole('alertdialog', { name: `Continue as ${mara}?` });
    await expect(question).toContainText(`You're logged in as ${owner}`);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(page.getByRole('heading', { name: 'Site Setup' })).toBeVisible();
    await expectUser(page, owner);

    await page.goto(`/dashboard?token=${token}`);
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/create-site$/);
    await expectUser(page, mara);
  });

  test('does not ask if the same user is signed in', async ({ page }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await page.goto(`/oak-and-iron/site-setup?token=${await mintToken(email.toUpperCase())}`);
    await expect(page.getByRole('heading', { name: 'Site Setup' })).toBeVisible();
    await expectUser(page, email);
  });
});

test.describe('a bad token', () => {
  test('leads to the login page, which says why and remembers where to return', async ({ page }) => {
    const email = newEmail();
    const used = await mintToken(email);
    await page.goto(`/?token=${used}`);
    await expect(account(page)).toBeVisible();
    const tokens = [
      [used, 'invalid-token', 'Invalid credentials.'],
      ['not.a.token', 'invalid-token', 'Invalid credentials.'],
      ['x'.repeat(9_000), 'invalid-token', 'Invalid credentials.'],
      [
        await mintToken(email, { secret: 'another secret, of another system' }),
        'invalid-token',
        'Invalid credentials.',
      ],
      [await mintToken(email, { audience: 'https://other.example' }), 'invalid-token', 'Invalid credentials.'],
      [await mintToken(email, { expires: '-1s' }), 'token-expired', 'Your session has expired.'],
    ] as const;
    for (const [token, error, text] of tokens) {
      await page.context().clearCookies();
      await page.goto(`/oak/site-setup?token=${token}`);
      await expect(page).toHaveURL(new RegExp(`/login\\?error=${error}&from=%2Foak%2Fsite-setup$`));
      await expect(page.getByText(text)).toBeVisible();
    }
    await page.goto('/sso-login?token=not.a.token');
    await expect(page).toHaveURL(/\/login\?error=invalid-token$/);
  });

  test('is reported, and whoever is signed in stays signed in', async ({ page }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/site-setup?token=not.a.token');
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText("This login link isn't valid");
    await expect(page.getByRole('heading', { name: 'Site Setup' })).toBeVisible();
    await expectUser(page, email);
  });

  test('a missing token leads to the login page, or onward if a user is signed in', async ({ page }) => {
    await page.goto('/sso-login');
    await expect(page).toHaveURL(/\/login\?error=auth-error$/);
    await newOwner(page, 'Oak & Iron');
    await page.goto('/sso-login?from=/oak-and-iron/site-setup');
    await expect(page).toHaveURL(/\/oak-and-iron\/site-setup$/);
  });
});

test.describe('what is missing', () => {
  test('an installation without single sign-on says so', async ({ page }) => {
    // The test server has a secret; this is the answer of one that has none.
    await page.route('**/api/trpc/auth.sso**', (route) =>
      route.fulfill({ status: 404, json: { code: 'not-found', message: "Single sign-on isn't configured" } }),
    );
    await page.goto('/oak/site-setup?token=a.b.c');
    await expect(page.getByText("Single sign-on isn't set up on this installation")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in with a password' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('the same token can be sent again if the server did not answer', async ({ page }) => {
    const email = newEmail();
    await page.route('**/api/trpc/auth.sso**', (route) => route.abort(), { times: 1 });
    await page.goto(`/sso-login?token=${await mintToken(email)}`);
    await expect(page.getByText('Network connection issue.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/create-site$/);
    await expectUser(page, email);
  });
});
