// Developer Tools: keys for scripts, from the form to the script and back.
import { type APIRequestContext, expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';

/** The answer that a script gets with `key`. */
const call = (request: APIRequestContext, key: string, method = 'GET', data?: object) =>
  request.fetch('/api/sites', { method, data, headers: { authorization: `Bearer ${key}` } });

test('a key is shown once, reads what its scope allows, and stops working once revoked', async ({
  page,
  baseURL,
  playwright,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await newOwner(page, 'Oak & Iron');
  const script = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await page.goto('/oak-and-iron/dashboard');
  await page.getByRole('link', { name: 'Developer Tools' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/developer-tools$/);
  await expect(page.getByText('None yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Nightly import');
  await page.keyboard.press('Enter');

  const shown = page.getByRole('region', { name: 'Key Nightly import' });
  await expect(shown).toBeFocused();
  const key = (await shown.locator('pre').first().textContent()) ?? '';
  expect(key).toMatch(/^pb_[\w-]{43}$/);
  await expect(shown.locator('pre').nth(1)).toHaveText(
    `curl "${baseURL}/api/sites" \\\n  -H "Authorization: Bearer ${key}"`,
  );
  await shown.getByRole('button', { name: 'Copy' }).first().click();
  await expect(shown.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectAccessible(page);
  const row = page.getByRole('row', { name: /Nightly import/ });
  await expect(row).toContainText('Never');

  const answer = await call(script, key);
  expect(answer.status()).toBe(200);
  expect((await answer.json()).data.sites).toMatchObject([{ name: 'Oak & Iron' }]);
  const refused = await call(script, key, 'POST', { name: 'Another' });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).message).toBe('This API key is read-only');

  await page.reload();
  await expect(row).not.toContainText('Never');
  await expect(page.locator('body')).not.toContainText(key);
  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await call(script, key)).status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(toast(page)).toContainText('Key revoked');
  await expect(page.getByText('None yet.')).toBeVisible();
  expect((await call(script, key)).status()).toBe(401);
  await script.dispose();
});

test('a read-and-write key can change things, and leaves the screen once copied', async ({
  page,
  baseURL,
  playwright,
}) => {
  await newOwner(page, 'Oak & Iron');
  const script = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await page.goto('/oak-and-iron/developer-tools');
  await page.getByLabel('Name').fill('Importer');
  await page.getByLabel(/^Read and write/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('region', { name: 'Key Importer' });
  const key = (await shown.locator('pre').first().textContent()) ?? '';
  const { sites } = (await (await call(script, key)).json()).data;
  const renamed = await script.fetch(`/api/sites/${sites[0].id}`, {
    method: 'PUT',
    data: { name: 'Oak & Steel' },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(renamed.status()).toBe(200);
  await shown.getByRole('button', { name: "I've copied it" }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.locator('body')).not.toContainText(key);
  await script.dispose();
});

test('a failure to load or create keys is reported, and the typed name is kept', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const refuse = { status: 409, json: { code: 'conflict', message: 'You have 50 keys' } };
  await page.route(/apiKeys\.(list|create)/, (route) => route.fulfill(refuse));
  await page.goto('/oak-and-iron/developer-tools');
  await expect(page.getByText("Couldn't load your keys")).toBeVisible();
  await page.getByLabel('Name').fill('Importer');
  await page.keyboard.press('Enter');
  await expect(page.getByText("Couldn't create the key")).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Importer');
  await page.unrouteAll();
  // What was asked for in the same request failed, too.
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load your keys" });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await page.setViewportSize({ width: 375, height: 760 });
  await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
