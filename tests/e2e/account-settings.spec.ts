// The account's own settings: profile, sessions. Password and deletion have files of their own.
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { logIn, newOwner, test, toast } from './support/owner.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

const me = async (page: Page) => (await (await page.request.get('/api/auth/me')).json()).user;

test.describe('the profile', () => {
  test('is saved with Enter, shown in the header, and kept [spec 8.auth-toasts.7]', async ({ page }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'User Settings' }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(save(page)).toBeDisabled();
    // They connect nothing yet: scripts keep them by the API.
    await expect(page.getByRole('main')).not.toContainText(/integration/i);
    await page.getByLabel('Name').fill('  Mara <b>Quist</b> ');
    await page.getByLabel('Company').fill('Oak & Iron');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Profile updated');
    await expect(page.getByLabel('Name')).toHaveValue('Mara Quist');
    await expect(save(page)).toBeDisabled();
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(page.getByRole('menu')).toContainText('Mara Quist');
    await page.reload();
    await expect(page.getByLabel('Company')).toHaveValue('Oak & Iron');
    await page.getByLabel('Company').fill('');
    await save(page).click();
    await expect(toast(page)).toContainText('Profile updated');
    await poll(() => me(page)).toMatchObject({ displayName: 'Mara Quist', companyName: null });
  });

  test('previews the picture as its address is typed, and reports a bad one on the field', async ({
    page,
    baseURL,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/settings');
    const picture = page.getByLabel('Picture');
    await picture.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(picture).toHaveAccessibleDescription(/Must start with https:\/\//);
    await expect(picture).toBeFocused();
    await picture.fill(`${baseURL}/no-such-picture.png`);
    await expect(picture).toHaveAccessibleDescription(/That picture can't be loaded/);
    await picture.fill(`${baseURL}/favicon.svg`);
    await expect(picture).toHaveAccessibleDescription(/Without one, we show your initials/);
    await expect(page.locator(`#main img[src="${baseURL}/favicon.svg"]`)).toBeVisible();
    await save(page).click();
    await expect(toast(page)).toContainText('Profile updated');
    await expect(page.getByRole('banner').locator('img')).toBeVisible();
  });

  test('lists what the server refuses, and reports it on the field [spec 5.profile.1 8.auth-toasts.8]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/settings');
    // Forms check by the same schema; this stands in for a rule that only the server knows.
    const errors = [
      { field: 'displayName', message: 'This name is taken' },
      { field: 'companyName', message: 'No such company' },
    ];
    await page.route('**/api/trpc/auth.updateMe**', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation', message: 'Please correct the following:', errors } }),
    );
    await page.getByLabel('Company').fill('Nowhere');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Update failed');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Please correct the following:');
    await expect(alert.getByRole('listitem')).toHaveText(['This name is taken', 'No such company']);
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/This name is taken/);
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.unrouteAll();
    await page.route('**/api/trpc/auth.updateMe**', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'unavailable', message: 'Temporarily unavailable. Please try again' },
      }),
    );
    await page.getByLabel('Company').fill('Elsewhere');
    await page.getByLabel('Name').fill('Olive');
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText('Temporarily unavailable. Please try again');
    await expect(page.getByLabel('Company')).toHaveValue('Elsewhere');
  });

  test('asks before discarding unsaved changes', async ({ page }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/settings');
    await page.getByLabel('Company').fill('Oak');
    await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Company')).toHaveValue('Oak');
    await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/analytics$/);
  });

  test('asks before the menu logs out, too, and keeps both the session and the changes on request', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/settings');
    const logOut = async () => {
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    };
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.getByLabel('Company').fill('Oak');
    await logOut();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Company')).toHaveValue('Oak');
    // A logout that fails leaves the changes where they are, and asks again.
    await page.route('**/api/trpc/auth.logout**', (route) => route.abort());
    await logOut();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(toast(page)).toContainText('Network Error');
    await expect(page.getByLabel('Company')).toHaveValue('Oak');
    await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.unroute('**/api/trpc/auth.logout**');
    await logOut();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    // Without changes nobody is asked.
    await newOwner(page, 'Oak & Iron');
    await page.goto('/settings');
    await logOut();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('a phone asks before it logs out, too, from the settings of a site', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/site-setup');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Oak');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(name).toHaveValue('Oak');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(question).toHaveCount(0);
});

test.describe('sessions', () => {
  test('each is named; one can be ended, then all others, and this browser stays signed in', async ({
    page,
    browser,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    const names = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
    ];
    const others: Page[] = [];
    for (const userAgent of names) {
      const other = await (await browser.newContext({ userAgent })).newPage();
      await other.goto('/login');
      await logIn(other, email);
      await expect(other).toHaveURL(/\/dashboard$/);
      others.push(other);
    }
    await page.goto('/settings');
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText('This browser');
    await expect(rows.first().getByRole('button')).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Safari on iPhone' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'Edge on macOS' })).toHaveCount(1);
    await page.getByRole('button', { name: /^Log out Firefox on Windows/ }).click();
    await expect(toast(page)).toContainText('Device logged out');
    await expect(rows).toHaveCount(3);
    const [firefox, safari] = others;
    await firefox?.goto('/oak-and-iron/dashboard');
    await expect(firefox ?? page).toHaveURL(/\/login\?/);
    await safari?.goto('/oak-and-iron/dashboard');
    await expect(safari ?? page).toHaveURL(/\/oak-and-iron\/dashboard$/);

    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    const question = page.getByRole('alertdialog', { name: 'Log out all other devices?' });
    await expect(question).toContainText('2 other devices will have to log in again');
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(toast(page)).toContainText('Other devices logged out');
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Log out all other devices' })).toHaveCount(0);
    await safari?.goto('/oak-and-iron/dashboard');
    await expect(safari ?? page).toHaveURL(/\/login\?/);
    for (const other of others) await other.context().close();
  });

  test('a failure to load them is reported, with a way to try again', async ({ page }) => {
    await newOwner(page, 'Oak & Iron');
    const refuse = (url: URL) => url.pathname.includes('auth.sessions');
    await page.route(refuse, (route) =>
      route.fulfill({ status: 404, json: { code: 'not-found', message: 'Not found' } }),
    );
    await page.goto('/settings');
    await expect(page.getByText("Couldn't load your sessions")).toBeVisible();
    await page.unrouteAll();
    // What was asked for in the same request failed as well.
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't load your sessions" });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  });
});

test('the settings and the unauthorized page are accessible, and fit a phone', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 760 });
  await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await expectAccessible(page);
  await page.goto('/unauthorized');
  await expect(page.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
