// Single sign-on in the browser: the operator's own system sends its users with a token in the address.
import { expect, type Page } from '@playwright/test';
import { MESSAGES } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle, settled } from './support/base.ts';
import { newEmail, newOwner, register, test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { mintToken } from './support/sso.ts';

const question = (page: Page, email: string) =>
  page.getByRole('heading', { level: 1, name: `Continue as ${email}?`, exact: true });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const account = (page: Page) => page.getByRole('button', { name: 'Account' });

/** Expects that `email` is signed in on the page. */
async function expectUser(page: Page, email: string): Promise<void> {
  await account(page).click();
  await expect(page.getByRole('menu')).toContainText(email);
  await pressWhenIdle(page, 'Escape');
}

test.describe('a good token', () => {
  test('asks, then signs in a new user; it leaves the address before any request and is sent on the click alone [spec 2.public.17 2.sso.1]', async ({
    page,
  }) => {
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
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
    await page.goto(`/sso-login?token=${token}`);
    await expect(question(page, email)).toBeVisible();
    await settled(page);
    await expect(page).toHaveURL(/\/sso-login$/);
    // The page itself was asked for with its address.
    expect(sent.slice(1).filter((call) => call.includes(token))).toEqual([]);
    await goOn(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page)).toContainText('Login successful');
    await expectUser(page, email);
    const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    expect(asked.some((call) => call.startsWith('/api/trpc/auth.sso'))).toBe(true);
    expect(asked.filter((call) => call.includes(token) || call.includes('token='))).toEqual([]);
  });

  test('is asked about by keyboard and on a small screen, too, whatever the length of the address, and leaves nothing to go back to', {
    tag: '@long',
  }, async ({ page }) => {
    const email = `${'a'.repeat(20)}${newEmail().split('@')[0]}@${'shop'.repeat(12)}.example`;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/sso-login?token=${await mintToken(email)}`);
    await expect(question(page, email)).toBeVisible();
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
    // The next keys reach both answers, and Enter alone gives none.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goBack();
    expect(page.url()).not.toContain('token=');
  });

  test('asks on any page, without leaving it, and leads to no other host; names who is signed in; canceling changes nothing and keeps the token valid [spec 2.sso.1]', {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    const [owner, mara] = [await newOwner(page, 'Oak & Iron'), newEmail()];
    const heading = page.getByRole('heading', { name: 'Site Setup' });
    const token = await mintToken(mara);
    await test.step('somebody else is signed in', async () => {
      await page.goto(`/oak-and-iron/site-setup?token=${token}`);
      await expect(question(page, mara)).toBeVisible();
      await expect(page.getByText(`You're logged in as ${owner}.`)).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(heading).toBeVisible();
      await expectUser(page, owner);
      await page.goto('/oak-and-iron/site-setup?token=not.a.token');
      await expect(toast(page)).toContainText('Login failed');
      await expect(toast(page)).toContainText("This login link isn't valid");
      await expect(heading).toBeVisible();
      await expectUser(page, owner);
    });
    await test.step('the same user is', async () => {
      await page.goto(`/oak-and-iron/site-setup?token=${await mintToken(owner)}`);
      await expect(page.getByText("You're already logged in with this address.")).toBeVisible();
      await goOn(page);
      await expect(heading).toBeVisible();
      await expectUser(page, owner);
    });
    await test.step('nobody is', async () => {
      await page.context().clearCookies();
      await page.goto(`/oak-and-iron/analytics?range=24h&token=${await mintToken(owner)}`);
      await goOn(page);
      await expect(account(page)).toBeVisible();
      await expect(page).toHaveURL(`${baseURL}/oak-and-iron/analytics?range=24h`);
      await page.context().clearCookies();
      await page.goto(`/sso-login?from=${encodeURIComponent('//evil.example')}&token=${await mintToken(owner)}`);
      await goOn(page);
      await expect(page).toHaveURL(`${baseURL}/dashboard`);
    });
    await page.goto(`/dashboard?token=${token}`);
    await expect(question(page, mara)).toBeVisible();
    await goOn(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectUser(page, mara);
    await test.step('somebody else has logged in here meanwhile', async () => {
      await page.context().clearCookies();
      const ben = newEmail();
      await page.goto(`/?token=${await mintToken(ben)}`);
      await expect(question(page, ben)).toBeVisible();
      await register(page, newEmail());
      await goOn(page);
      await expect(page.getByText('Someone else is logged in.')).toBeVisible();
      await expectAccessible(page);
      await goOn(page);
      await expectUser(page, ben);
    });
  });
});

test.describe('a bad token', () => {
  test('leads to the login page, which says why and remembers where to return', async ({ page }) => {
    await page.goto(`/oak/site-setup?token=${await mintToken(newEmail(), { expires: '-1s' })}`);
    await goOn(page);
    await expect(page).toHaveURL(/\/login\?error=token-expired&from=%2Foak%2Fsite-setup$/);
    await expect(page.getByText('Your session has expired.')).toBeVisible();
  });

  test('that was used, can’t be read or is missing leads to the login page as well, or onward if a user is signed in; canceling to the page itself, without an error', {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    const cancel = page.getByRole('button', { name: 'Cancel' });
    for (const [path, target] of [
      ['/?', '/'],
      ['/sso-login?', '/login'],
      ['/sso-login?from=/oak/site-setup&', '/login?from=%2Foak%2Fsite-setup'],
    ]) {
      await page.goto(`${path}token=${await mintToken(newEmail())}`);
      await cancel.click();
      await expect(page).toHaveURL(`${baseURL}${target}`);
      await expect(cancel).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);

    const used = await mintToken(newEmail());
    await page.goto(`/?token=${used}`);
    await goOn(page);
    await expect(account(page)).toBeVisible();
    // What can't be read isn't asked about.
    for (const [token, isAsked] of [
      [used, true],
      ['not.a.token', false],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(`/oak/site-setup?token=${token}`);
      if (isAsked) await goOn(page);
      await expect(page).toHaveURL(/\/login\?error=invalid-token&from=%2Foak%2Fsite-setup$/);
      await expect(page.getByText('Invalid credentials.')).toBeVisible();
    }
    await page.goto('/sso-login?token=not.a.token');
    await expect(page).toHaveURL(/\/login\?error=invalid-token$/);
    await page.goto('/sso-login');
    await expect(page).toHaveURL(/\/login\?error=auth-error$/);
    await ownerAt(page, '/sso-login?from=/oak-and-iron/site-setup');
    await expect(page).toHaveURL(/\/oak-and-iron\/site-setup$/);
  });
});

test.describe('what is missing', { tag: '@long' }, () => {
  test('an installation without single sign-on says so; the same token can be sent again if the server did not answer', async ({
    page,
  }) => {
    // The test server has a secret; this is the answer of one that has none.
    await page.route('**/api/trpc/**auth.sso**', (route) =>
      route.fulfill({ status: 404, json: { code: 'not-found', message: "Single sign-on isn't configured" } }),
    );
    await page.goto(`/oak/site-setup?token=${await mintToken(newEmail())}`);
    await goOn(page);
    await expect(page.getByText("Single sign-on isn't set up on this installation")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in with a password' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.unrouteAll();

    const email = newEmail();
    await page.route('**/api/trpc/**auth.sso**', (route) => route.abort());
    await page.goto(`/sso-login?token=${await mintToken(email)}`);
    await goOn(page);
    await expect(page.getByText('Network connection issue.')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectUser(page, email);
  });

  test('an address that belongs to another user of the system says whom to ask, and offers no switch', async ({
    page,
  }) => {
    const email = newEmail();
    await page.goto(`/?token=${await mintToken(email)}`);
    await goOn(page);
    await expect(account(page)).toBeVisible();
    await page.goto(`/?token=${await mintToken(email, { subject: 'somebody else' })}`);
    await goOn(page);
    await expect(page.getByText(MESSAGES.ssoAddressTaken)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: /Continue|Try again/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectUser(page, email);
  });
});
