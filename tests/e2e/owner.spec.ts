// What an owner meets at addresses that lead elsewhere, with a site that is deleted, and on the way
// through header and menus.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { newOwner, post, test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { storePlan } from './support/stored-rows.ts';
import { touch } from './support/touch.ts';

async function openUnknownPage(page: Page): Promise<void> {
  await page.goto('/oak-and-iron/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible();
  const text = "The page you're looking for doesn't exist or you don't have permission to access it.";
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

test('an unknown site leads to the dashboard with a toast, and an unknown page of a site shows a card that leads on [spec 2.unknown.2 2.unknown.3 8.site-toasts.1]', async ({
  page,
}) => {
  const { siteId } = await ownerAt(page, '/nobody/notifications');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page)).toContainText('Site not found');
  await expect(toast(page)).toContainText('Site "nobody" not found.');
  await openUnknownPage(page);
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/oak-and-iron/dashboard');
  // Whoever has only the snippet knows the site by its id.
  await page.goto(`/${siteId}/sources?connect=woocommerce`);
  await expect(page).toHaveURL(/\/oak-and-iron\/sources\?connect=woocommerce$/);
});

test('an unknown page of a site and any other unknown address are said to be unknown, and a site’s bare address its dashboard [spec 2.unknown.1 2.unknown.2]', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  // A browser that has never had the app open gets the page for visitors there.
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await page.goto('/oak-and-iron');
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await test.step('an unknown page of a site', async () => {
    await openUnknownPage(page);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toHaveCount(0);
    await page.goForward();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  });
  await test.step('any other address', async () => {
    for (const path of ['/no-such-page', '/pricing-old/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
    await page.context().clearCookies();
    await page.goto('/oak-and-iron');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

test('without a site there is only one thing to do; outside of several, the first is the current one [spec 2.switcher.4 2.unknown.3 4.site-fetch.2]', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page);
  const switcher = page.getByRole('button', { name: /^Site:/ });
  await page.goto('/nobody/dashboard');
  await expect(page).toHaveURL(/\/create-site$/);
  await expect(page.getByRole('heading', { name: 'Create your first site' })).toBeVisible();
  await switcher.click();
  await expect(page.getByRole('menuitem', { name: 'Create your first site' })).toBeVisible();
  storePlan(email, 'starter');
  for (const name of ['Oak & Iron', 'Linen & Co']) await post(page, '/api/sites', { name });
  await page.goto('/settings');
  await expect(switcher).toContainText('Oak & Iron');
  await switcher.click();
  await page.getByRole('menuitem', { name: 'Oak & Iron' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
});

test('a site is deleted only after its name is typed, and makes room for another [spec 8.site-toasts.4]', {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/advanced');
  await page.getByRole('button', { name: 'Delete site' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const confirm = dialog.getByRole('button', { name: 'Delete site' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Oak & Iron');
  await confirm.click();
  await expect(toast(page)).toContainText('Site deleted successfully');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Create site' })).toBeVisible();
});

test('the header of the home page is transparent until the page is scrolled by more than 10 px, the app running, too [spec 2.nav.1 9.18]', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await touch(page);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
  const background = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);
  await poll(background).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => window.scrollTo(0, 10));
  await poll(background).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => window.scrollTo(0, 11));
  // Nearly white, and translucent.
  await poll(background).toMatch(/^oklab\(0\.9[89]\d* .+ \/ 0\.85\)$/);
});
