// A site that was deleted elsewhere, by a script or in another browser, while its screens are open.
import { expect } from '@playwright/test';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { test } from './support/inspector-test.ts';
import { toast } from './support/owner.ts';

for (const screen of ['site-setup', 'dashboard', 'notifications', 'appearance', 'analytics', 'reports']) {
  test(`the ${screen} screen of a site that was deleted elsewhere says so, and is left`, async ({ page, api }) => {
    await page.goto(`/oak-and-iron/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await api.deleteSite();
    await expect(toast(page)).toContainText('Site "oak-and-iron" not found.');
    // The list of sites is empty now.
    await expect(page).toHaveURL(/\/create-site$/);
    await expect(page.getByText(api.siteId)).toHaveCount(0);
  });
}

test('what is being written about a site that was deleted elsewhere stays until it is left', async ({ page, api }) => {
  await page.goto('/oak-and-iron/site-setup');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Oak & Steel');
  await api.deleteSite();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Site not found' }).first()).toBeVisible();
  await page.waitForResponse((answer) => answer.url().includes('sites.list') && answer.ok());
  await expect(name).toHaveValue('Oak & Steel');
});

for (const [call, title] of [
  ['meta.info', "Couldn't load the snippet"],
  ['sites.installation', "Can't check right now"],
] as const) {
  test(`“${title}” because of a proxy is not blamed on the owner's connection`, async ({ page, api }) => {
    expect(api.siteId).toBeTruthy();
    // Where the sites are known, so that the screen's own calls travel without them.
    await page.goto('/oak-and-iron/analytics');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route(
      (url) => url.pathname.includes(call),
      (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service unavailable</h1>' }),
    );
    await page.getByRole('link', { name: 'Site Setup' }).first().click();
    const alert = page.getByRole('alert').filter({ hasText: title });
    await expect(alert).toContainText(AUTH_ERRORS['backend-unavailable']);
    await expect(alert).not.toContainText('connection');
    // It stays: nothing asks again and again.
    if (call === 'meta.info') await expect(page.getByRole('heading', { name: 'Check installation' })).toBeVisible();
  });
}
