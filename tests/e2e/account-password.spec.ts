// Forgotten, chosen and changed passwords, from the email to the login.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { resetLink } from './support/outbox.ts';
import { logIn, newEmail, newOwner, PASSWORD, post, test, toast } from './support/owner.ts';
import { mintToken } from './support/sso.ts';

const NEW = 'battery staple';

test('registering requires a password that is not the email address', async ({ page }) => {
  const email = newEmail();
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveAccessibleDescription(/Password should be at least 6 characters/);
  await expect(password).toBeFocused();
  await password.fill(email);
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/can't be the same as the email address/);
});

test.describe('a forgotten password', () => {
  test('an emailed link sets a new one; the old password, the old session and the link itself stop working [spec 8.auth-toasts.9 8.auth-toasts.10]', async ({
    page,
    browser,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/dashboard');
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();

    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await other.getByLabel('Email').fill(email);
    await other.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(other).toHaveURL(/\/forgot-password$/);
    await expect(other.getByLabel('Email')).toHaveValue(email);
    await expect(other.getByLabel('Email')).toBeFocused();
    await other.keyboard.press('Enter');
    await expect(toast(other)).toContainText('Reset link sent');
    await expect(other.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await expect(other.getByText("This server can't send email yet")).toBeVisible();

    const link = await resetLink(email);
    await other.goto(link);
    await expect(other).toHaveURL(/\/reset-password$/);
    await other.getByLabel('New password').fill(NEW);
    await other.keyboard.press('Enter');
    await expect(toast(other)).toContainText('Password changed');
    await expect(other).toHaveURL(/\/dashboard$/);
    await expect(other.getByRole('main')).toContainText('Oak & Iron');

    await page.goto('/oak-and-iron/dashboard');
    await expect(page).toHaveURL(/\/login\?/);
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/Incorrect password/);
    await logIn(page, email, NEW);
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('Each link works once');
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await elsewhere.close();
  });

  test('a link that is used while its page is open says so then', async ({ page }) => {
    const email = await newOwner(page);
    await post(page, '/api/auth/forgot-password', { email });
    const link = await resetLink(email);
    await page.goto(link);
    await page.getByLabel('New password').fill(NEW);
    await post(page, '/api/auth/reset-password', { token: link.split('#reset=')[1], password: NEW });
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Password reset failed');
    await expect(page.getByRole('alert')).toContainText('Each link works once');
    await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  });

  test('in a browser where somebody else is logged in, it logs in its own account, with nothing of theirs', async ({
    page,
    browser,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await post(page, '/api/auth/forgot-password', { email });
    const link = await resetLink(email);
    const elsewhere = await browser.newContext();
    const shared = await elsewhere.newPage();
    const someone = await newOwner(shared, 'Night Shop');
    await shared.goto('/dashboard');
    await expect(shared.getByRole('main')).toContainText('Night Shop');
    await shared.goto(link);
    await expect(shared.getByRole('main')).toContainText(`You're logged in here as ${someone}.`);
    await expect(shared.getByRole('checkbox', { name: 'Also revoke my API keys' })).toBeChecked();
    await shared.getByLabel('New password').fill(NEW);
    await shared.keyboard.press('Enter');
    await expect(shared).toHaveURL(/\/dashboard$/);
    await expect(shared.getByRole('main')).toContainText('Oak & Iron');
    await expect(shared.getByText('Night Shop')).toHaveCount(0);
    const { user } = await (await shared.request.get('/api/auth/me')).json();
    expect(user.email).toBe(email);
    await elsewhere.close();
  });

  test('an address without an account gets the same answer', async ({ page }) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody at all');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please provide a valid email address/);
    await expect(page.getByLabel('Email')).toBeFocused();
    const nobody = newEmail();
    await page.getByLabel('Email').fill(nobody);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Reset link sent');
    await expect(page.getByText(`If there's an account for ${nobody}, we've sent a link`)).toBeVisible();
    await expectAccessible(page);
    await page.route('**/api/trpc/auth.forgotPassword**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(toast(page)).toHaveText('Network ErrorCheck your internet connection and try again.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Use a different email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(nobody);
  });

  test('a failed request for a link is reported, and the typed address is kept [spec 8.auth-toasts.10]', async ({
    page,
  }) => {
    await page.goto('/forgot-password');
    await page.route('**/api/trpc/auth.forgotPassword**', (route) => route.abort());
    await page.getByLabel('Email').fill('mara@shop.example');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Network Error');
    await expect(page.getByRole('alert')).toContainText('Network connection issue');
    await expect(page.getByLabel('Email')).toHaveValue('mara@shop.example');
  });

  test('the reset page explains itself without a code, and accepts a link opened in the same tab', async ({ page }) => {
    const email = await newOwner(page);
    await post(page, '/api/auth/forgot-password', { email });
    const link = await resetLink(email);
    await page.context().clearCookies();
    await page.goto('/reset-password');
    await expect(page.getByText('Open the complete link from the email we sent you')).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => {
      window.location.hash = 'reset=abc';
    });
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, new URL(link).hash);
    await expect(page.getByLabel('New password')).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password$/);
    await expectAccessible(page);
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      /Password should be at least 6 characters/,
    );
    await page.goBack();
    await expect(page).not.toHaveURL(/reset=/);
  });
});

test.describe('the password in the settings', () => {
  test('a wrong current one is reported on its field; the right one ends the other sessions but not this one', async ({
    page,
    browser,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await logIn(other, email);
    await expect(other).toHaveURL(/\/dashboard$/);

    await page.goto('/settings');
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    const current = page.getByLabel('Current password');
    await current.fill('wrong horse');
    await page.getByLabel('New password').fill(NEW);
    await page.keyboard.press('Enter');
    await expect(current).toHaveAccessibleDescription(/This isn't your current password/);
    await expect(current).toBeFocused();
    await current.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Password changed');
    await expect(sessions).toHaveCount(1);
    await expect(current).toHaveValue('');

    await other.goto('/oak-and-iron/dashboard');
    await expect(other).toHaveURL(/\/login\?/);
    await logIn(other, email, NEW);
    await expect(other).toHaveURL(/\/oak-and-iron\/dashboard$/);
    await elsewhere.close();
  });

  test('an account without one says so, and gets one through an emailed link', async ({ page }) => {
    const email = newEmail();
    await page.goto(`/sso-login?token=${await mintToken(email)}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/create-site$/);
    await page.goto('/settings');
    await expect(page.getByText('You have no password yet: you log in by single sign-on.')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveCount(0);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(toast(page)).toContainText(`Check the inbox of ${email}. We send at most one link every 10 minutes.`);
    await page.goto(await resetLink(email));
    await page.getByLabel('New password').fill(NEW);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(toast(page)).toContainText('Password changed');
    await expect(page).toHaveURL(/\/create-site$/);
  });
});
