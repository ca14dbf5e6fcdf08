// Deleting an account: confirmed by typing, complete, and shown.
import { expect } from '@playwright/test';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { logIn, newOwner, test, toast } from './support/owner.ts';

test('an account is deleted only after its email is typed, and is then gone', async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  // Unsaved changes do not get in the way of deleting the account.
  await page.getByLabel('Company').fill('Oak');
  const open = page.getByRole('button', { name: 'Delete account' });
  const background = (button: typeof open) => button.evaluate((one) => getComputedStyle(one).backgroundColor);
  const quiet = await background(open);
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect(confirm).toBeDisabled();
  // Only the dialog's button is filled with red.
  expect(await background(confirm)).toBe('rgb(174, 42, 31)');
  expect(quiet).not.toBe('rgb(174, 42, 31)');
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill(`not-${email}`);
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox').fill(` ${email.toUpperCase()} `);
  await expect(confirm).toBeEnabled();

  await page.route('**/api/trpc/auth.deleteMe**', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveText(/^Network Error/);
  await expect(dialog.getByRole('alert')).toContainText(AUTH_ERRORS['network-error']);
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);

  await confirm.click();
  await expect(toast(page)).toContainText('Account deleted');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  await page.goto('/login');
  await logIn(page, email);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/No account found with this email address/);
});

test('canceling deletes nothing', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
});
