// A forgotten password: from the login page by an emailed link to a new one.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { resetLink } from './support/outbox.ts';
import { logIn, newEmail, newOwner, PASSWORD, post, test, toast } from './support/owner.ts';
import { askWithKey, makeKey } from './support/owner-api.ts';

const NEW = 'battery staple';

test('a link for a new password is asked for by email [spec 8.auth-toasts.9]', { tag: '@short' }, async ({ page }) => {
  const email = await newOwner(page);
  await page.context().clearCookies();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Reset link sent');
  await expect(page.getByRole('heading', { name: 'Look in the server log' })).toBeVisible();
  expect(await resetLink(email)).toContain('/reset-password#reset=');
});

test('the emailed link sets a new password, and the old one stops working', { tag: '@short' }, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await post(page, '/api/auth/forgot-password', { email });
  await page.context().clearCookies();
  await page.goto(await resetLink(email));
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel('Also revoke my API keys')).toBeChecked();
  await page.getByLabel('New password').fill(NEW);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);
  await post(page, '/api/auth/login', { email, password: NEW });
  await expect(post(page, '/api/auth/login', { email, password: PASSWORD })).rejects.toThrow(
    'POST /api/auth/login: 401',
  );
});

test('an emailed link sets a new password; the old one, the old session, keys and the link itself stop working [spec 8.auth-toasts.9]', {
  tag: '@long',
}, async ({ page, elsewhere: other, baseURL }) => {
  const email = await newOwner(page, 'Oak & Iron');
  const key = await makeKey(page, 'Import', 'read');
  await other.goto('/login');
  await other.getByLabel('Email').fill(email);
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(other).toHaveURL(/\/forgot-password$/);
  await expect(other.getByLabel('Email')).toHaveValue(email);
  await expect(other.getByLabel('Email')).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(toast(other)).toContainText('Reset link sent');
  await expect(other.getByRole('heading', { name: 'Look in the server log' })).toBeVisible();
  await expect(other.getByText("This server can't send email yet")).toBeVisible();

  const link = await resetLink(email);
  await other.goto(link);
  await expect(other).toHaveURL(/\/reset-password$/);
  await other.getByLabel('New password').fill(NEW);
  await other.keyboard.press('Enter');
  await expect(toast(other)).toContainText('Password changed');
  await expect(other.getByRole('main')).toContainText('Oak & Iron');
  expect((await askWithKey(baseURL, key)).status).toBe(401);

  await page.goto('/oak-and-iron/dashboard');
  await expect(page).toHaveURL(/\/login\?/);
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/Incorrect password/);
  await logIn(page, email, NEW);
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Each link works once');
  await expect(page.getByLabel('New password')).toHaveCount(0);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('the page for a new password explains itself without a code, takes one in the same tab, and says when it was used meanwhile [spec 8.auth-toasts.10]', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page);
  await post(page, '/api/auth/forgot-password', { email });
  const link = new URL(await resetLink(email));
  await page.context().clearCookies();
  const openHere = (hash: string) =>
    page.evaluate((value) => {
      window.location.hash = value;
    }, hash);
  await page.goto('/reset-password');
  await expect(page.getByText('Open the complete link from the email we sent you')).toBeVisible();
  await openHere('reset=abc');
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await openHere(link.hash);
  const field = page.getByLabel('New password');
  await expect(field).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await field.fill('short');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Password should be at least 6 characters/);
  await field.fill(NEW);
  await post(page, '/api/auth/reset-password', { token: link.hash.split('#reset=')[1], password: NEW });
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Password reset failed');
  await expect(page.getByRole('alert')).toContainText('Each link works once');
  await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/reset=/);
});

test('an address without an account gets the same answer; without a connection that is said, and the address kept', {
  tag: '@long',
}, async ({ page }) => {
  const email = page.getByLabel('Email');
  await page.goto('/forgot-password');
  await email.fill('nobody at all');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(/Please provide a valid email address/);
  await expect(email).toBeFocused();
  const nobody = newEmail();
  await email.fill(nobody);
  await page.route('**/api/trpc/**auth.forgotPassword**', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Network Error');
  await expect(page.getByRole('alert')).toContainText('Network connection issue');
  await expect(email).toHaveValue(nobody);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Send reset link' }).last().click();
  await expect(toast(page)).toContainText('Reset link sent');
  await expect(page.getByText(`If there's an account for ${nobody}, a link`)).toBeVisible();
  await page.route('**/api/trpc/**auth.forgotPassword**', (route) => route.abort());
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(toast(page)).toHaveText('Network ErrorCheck your internet connection and try again.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expect(email).toHaveValue(nobody);
});

test('in a browser where somebody else is logged in, it logs in its own account, with nothing of theirs; keys stay on request', {
  tag: '@long',
}, async ({ page, elsewhere: shared, baseURL }) => {
  const email = await newOwner(page, 'Oak & Iron');
  const key = await makeKey(page, 'Import', 'read');
  await post(page, '/api/auth/forgot-password', { email });
  const link = await resetLink(email);
  const someone = await newOwner(shared, 'Night Shop');
  await shared.goto('/dashboard');
  await expect(shared.getByRole('main')).toContainText('Night Shop');
  await shared.goto(link);
  await expect(shared.getByRole('main')).toContainText(`You're logged in here as ${someone}.`);
  const revoke = shared.getByRole('checkbox', { name: 'Also revoke my API keys' });
  await expect(revoke).toBeChecked();
  await expectAccessible(shared);
  await revoke.uncheck();
  await shared.getByLabel('New password').fill(NEW);
  await shared.keyboard.press('Enter');
  await expect(shared).toHaveURL(/\/dashboard$/);
  await expect(shared.getByRole('main')).toContainText('Oak & Iron');
  await expect(shared.getByText('Night Shop')).toHaveCount(0);
  const { user } = await (await shared.request.get('/api/auth/me')).json();
  expect(user.email).toBe(email);
  expect((await askWithKey(baseURL, key)).status).toBe(200);
  await shared.goto(link);
  await expect(shared.getByRole('alert')).toContainText('Each link works once');
  await expectAccessible(shared);
});
