// The account's own screens: profile, password, sessions, keys for scripts, and its end; what asks who is at the browser, the
// export above all: account-confirm.spec.ts.
import { type APIRequest, type APIRequestContext, expect, type Page } from '@playwright/test';
import { MESSAGES } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { pressWhenIdle } from './support/base.ts';
import { newOwner, PASSWORD, test, toast } from './support/owner.ts';
import { askWithKey, makeKey, ownerAt } from './support/owner-api.ts';
import { ageSessions } from './support/stored-rows.ts';

const NEW = 'battery staple';
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const me = async (page: Page) => (await (await page.request.get('/api/auth/me')).json()).user;
/** Whether the page's browser is logged in, as a status. */
const session = async (page: { request: APIRequestContext }) => (await page.request.get('/api/auth/me')).status();
/** Asks who is at the browser. */
const question = (page: Page) => page.getByRole('dialog', { name: "Confirm that it's you" });
const rows = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test.describe('the profile', () => {
  test('is saved with Enter, shown in the menu, and kept [spec 8.auth-toasts.7]', async ({ page }) => {
    await ownerAt(page, '/settings');
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
    await pressWhenIdle(page, 'Escape');

    expect(await me(page)).toMatchObject({ displayName: 'Mara Quist', companyName: 'Oak & Iron' });
  });

  test('lists what the server refuses, and reports it on the field; has a picture that is checked, previewed, shown in the header, and kept [spec 5.profile.1 8.auth-toasts.8]', {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    await ownerAt(page, '/dashboard');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'User Settings' }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await test.step('what the server refuses', async () => {
      // Forms check by the same schema; this stands in for a rule that only the server knows.
      const errors = [
        { field: 'displayName', message: 'This name is taken' },
        { field: 'companyName', message: 'No such company' },
      ];
      await page.route('**/api/trpc/**auth.updateMe**', (route) =>
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
      await page.unroute('**/api/trpc/**auth.updateMe**');
    });
    await page.getByLabel('Company').fill('Oak & Iron');
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
    await page.getByLabel('Company').fill('');
    await save(page).click();
    await expect(page.getByRole('button', { name: 'Account', exact: true }).locator('img')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account', exact: true }).locator('img')).toBeVisible();
    await expect(page.getByLabel('Company')).toHaveValue('');
    expect(await me(page)).toMatchObject({ companyName: null });
  });

  test('asks before unsaved changes are discarded by a link or by logging out, also after the way back, and keeps them when logging out fails', {
    tag: '@long',
  }, async ({ page }) => {
    await ownerAt(page, '/settings');
    const company = page.getByLabel('Company');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    const goToAnalytics = () => page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
    await company.fill('Oak');
    await logOut(page);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(company).toHaveValue('Oak');
    await goToAnalytics();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
    await page.goBack();
    await company.fill('Oak');
    await page.route('**/api/trpc/**auth.logout**', (route) => route.abort());
    await logOut(page);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(toast(page)).toContainText('Network Error');
    await expect(company).toHaveValue('Oak');
    await goToAnalytics();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.unroute('**/api/trpc/**auth.logout**');
    await logOut(page);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  });

  test('on a phone, logging out asks from the settings of a site, too', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await ownerAt(page, '/oak-and-iron/site-setup');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Oak');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.getByRole('button', { name: 'Open account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(name).toHaveValue('Oak');
    await page.getByRole('button', { name: 'Open account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(question).toHaveCount(0);
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
const EDGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0';

/** Further browsers in which the owner logs in, without a page. */
function logInElsewhere(api: APIRequest, baseURL: string | undefined, email: string) {
  const others: APIRequestContext[] = [];
  return {
    async logIn(userAgent = '', password = PASSWORD) {
      const request = await api.newContext({ userAgent, baseURL: baseURL ?? '' });
      const { csrfToken } = await (await request.get('/api/csrf-token')).json();
      const headers = { 'X-CSRF-Token': csrfToken };
      await expect(await request.post('/api/auth/login', { data: { email, password }, headers })).toBeOK();
      others.push(request);
    },
    /** Whether each is still logged in. */
    statuses: () => Promise.all(others.map((request) => session({ request }))),
    end: () => Promise.all(others.map((request) => request.dispose())),
  };
}

test.describe('sessions', () => {
  test('are named, and are ended one by one, or all but this one', { tag: '@long' }, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    const elsewhere = logInElsewhere(playwright.request, baseURL, email);
    for (const name of [FIREFOX, IPHONE, EDGE]) await elsewhere.logIn(name);
    await page.goto('/settings');
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).first()).toContainText('This browser');
    await expect(rows(page).first().getByRole('button')).toHaveCount(0);
    await expect(rows(page).filter({ hasText: 'Safari on iPhone' })).toHaveCount(1);
    await expect(rows(page).filter({ hasText: 'Edge on macOS' })).toHaveCount(1);
    await page.getByRole('button', { name: /^Log out Firefox on Windows/ }).click();
    await expect(toast(page)).toContainText('Device logged out');
    await expect(rows(page)).toHaveCount(3);
    expect(await elsewhere.statuses()).toEqual([401, 200, 200]);

    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Log out all other devices?' });
    await expect(dialog).toContainText('2 other devices will have to log in again');
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(toast(page)).toContainText('Other devices logged out');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Log out all other devices' })).toHaveCount(0);
    expect([await session(page), ...(await elsewhere.statuses())]).toEqual([200, 401, 401, 401]);
    await elsewhere.end();
  });

  test('are all ended by a new password, but this one; its form asks for no more than it shows [spec 8.auth-toasts.8]', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    const key = await makeKey(page, 'Import', 'read');
    const elsewhere = logInElsewhere(playwright.request, baseURL, email);
    await elsewhere.logIn();
    await page.goto('/settings');
    ageSessions(email);
    const current = page.getByLabel('Current password');
    const next = page.getByLabel('New password');
    await expect(current).toHaveAttribute('autocomplete', 'current-password');
    await expect(next).toHaveAttribute('autocomplete', 'new-password');
    const revoke = page.getByRole('checkbox', { name: 'Also revoke my API keys' });
    await expect(revoke).toBeChecked();
    await revoke.uncheck();
    await current.fill('wrong horse');
    await next.fill(NEW);
    await page.keyboard.press('Enter');
    await expect(current).toHaveAccessibleDescription(new RegExp(MESSAGES.currentPasswordWrong));
    await expect(current).toBeFocused();
    // Said once, at the field.
    await expect(toast(page)).toContainText('Update failed');
    await expect(toast(page)).not.toContainText(MESSAGES.currentPasswordWrong);
    await expect(next).toHaveValue(NEW);
    expect(await elsewhere.statuses()).toEqual([200]);
    await current.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Password changed');
    await expect(question(page)).toHaveCount(0);
    await expect(current).toHaveValue('');
    await expect(revoke).toBeChecked();
    await expect(rows(page)).toHaveCount(1);
    expect([await session(page), ...(await elsewhere.statuses())]).toEqual([200, 401]);
    await elsewhere.logIn('', NEW);
    await elsewhere.end();
    expect((await askWithKey(baseURL, key)).status).toBe(200);
  });
});

test.describe('keys for scripts', () => {
  test('are shown once, work for a script, and stop working once revoked', { tag: '@short' }, async ({
    page,
    baseURL,
  }) => {
    await ownerAt(page, '/oak-and-iron/developer-tools');
    await expect(page.getByText('None yet.')).toBeVisible();
    await page.getByLabel('Name').fill('Nightly import');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('region', { name: 'Key Nightly import' });
    await expect(shown).toBeFocused();
    const key = (await shown.locator('pre').first().textContent()) ?? '';
    expect(key).toMatch(/^pb_[\w-]{43}$/);
    const answer = await askWithKey(baseURL, key);
    expect(answer.status).toBe(200);
    expect((await answer.json()).data.sites).toMatchObject([{ name: 'Oak & Iron' }]);
    await shown.getByRole('button', { name: "I've copied it" }).click();
    await expect(page.locator('body')).not.toContainText(key);
    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(toast(page)).toContainText('Key revoked');
    await expect(page.getByRole('row', { name: /Nightly import/ })).toHaveCount(0);
    expect((await askWithKey(baseURL, key)).status).toBe(401);
  });

  test('are shown once, and do what their scope allows', { tag: '@long' }, async ({ page, baseURL }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
    await ownerAt(page, '/oak-and-iron/dashboard');
    await page.getByRole('link', { name: 'Developer Tools' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/developer-tools$/);
    await expect(page.getByText('None yet.')).toBeVisible();
    const name = page.getByLabel('Name');
    const keyOf = (title: string) => page.getByRole('region', { name: `Key ${title}` });
    const row = page.getByRole('row', { name: /Nightly import/ });
    await test.step('one that reads', async () => {
      await page.getByRole('button', { name: 'Create key' }).click();
      await expect(name).toHaveAccessibleDescription(/Enter a name/);
      await expect(name).toBeFocused();
      await page.getByLabel(/^Read(?! and)/).check();
      await name.fill('Nightly import');
      await page.keyboard.press('Enter');
      const shown = keyOf('Nightly import');
      await expect(shown).toBeFocused();
      await expectAccessible(page);
      const key = (await shown.locator('pre').first().textContent()) ?? '';
      expect(key).toMatch(/^pb_[\w-]{43}$/);
      await shown.getByRole('button', { name: 'Copy' }).first().click();
      await expect(shown.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      await expect(row).toContainText('Never');
      const answer = await askWithKey(baseURL, key);
      expect(answer.status).toBe(200);
      expect((await answer.json()).data.sites).toMatchObject([{ name: 'Oak & Iron' }]);
      const refused = await askWithKey(baseURL, key, '/api/sites', 'POST', { name: 'Another' });
      expect(refused.status).toBe(403);
      expect((await refused.json()).message).toBe('This API key is read-only. Use one that can write');
      await shown.getByRole('button', { name: "I've copied it" }).click();
      await expect(page.locator('body')).not.toContainText(key);
      await expect(name).toHaveValue('');
    });
    await test.step('one that writes', async () => {
      await name.fill('Importer');
      await expect(page.getByLabel(/^Read and write/)).toBeChecked();
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await keyOf('Importer').locator('pre').first().textContent()) ?? '';
      const { sites } = (await (await askWithKey(baseURL, key)).json()).data;
      const renamed = await askWithKey(baseURL, key, `/api/sites/${sites[0].id}`, 'PUT', { name: 'Oak & Steel' });
      expect(renamed.status).toBe(200);
      await page.reload();
      await expect(row).not.toContainText('Never');
      await expect(page.locator('body')).not.toContainText(key);
      await page.getByRole('button', { name: 'Revoke Importer' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      expect((await askWithKey(baseURL, key)).status).toBe(200);
      await page.getByRole('button', { name: 'Revoke Importer' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
      await expect(toast(page)).toContainText('Key revoked');
      await expect(page.getByRole('row', { name: /Importer/ })).toHaveCount(0);
      expect((await askWithKey(baseURL, key)).status).toBe(401);
    });
  });
});

test('it is deleted only after its email is typed, and is then gone', async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByRole('textbox').fill(`not-${email}`);
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(email);
  await confirm.click();
  await expect(toast(page)).toContainText('Account deleted');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  expect(await session(page)).toBe(401);
});
