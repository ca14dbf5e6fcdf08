// The shell of an owner without a site: the screen stands alone, and never moves or begins anew while somebody is at it,
// whenever the sites are known and wherever the first one is made.
import { expect, type Page } from '@playwright/test';
import { logIn, newOwner, post, test } from './support/owner.ts';

const SITES = /trpc\/[^?]*sites\.list/;
const company = (page: Page) => page.getByLabel('Company');
const siteNav = (page: Page) => page.getByRole('navigation', { name: 'Site' });

/** Lets the sites come much later than all else. */
const sendSitesLate = (page: Page) =>
  page.route(SITES, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.fallback();
  });

test('what is typed while the sites are on their way stays, and so does the focus', async ({ page }) => {
  await newOwner(page);
  await sendSitesLate(page);
  const haveCome = page.waitForResponse(SITES);
  await page.goto('/settings');
  await company(page).fill('Holt & Ash');
  await haveCome;
  await expect(page.getByRole('banner').getByText('No sites found')).toBeVisible();
  await expect(company(page)).toHaveValue('Holt & Ash');
  await expect(company(page)).toBeFocused();
});

test('a first site that is made elsewhere changes nothing on the screen where somebody is typing', async ({ page }) => {
  await newOwner(page);
  await page.clock.install();
  await page.goto('/settings');
  await company(page).fill('Holt & Ash');
  await post(page, '/api/sites', { name: 'Oak & Iron' });
  // Old enough that the next part of the page that needs the sites asks for them again.
  await page.clock.fastForward('06:00');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('banner', { includeHidden: true }).getByText('Oak & Iron')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(company(page)).toHaveValue('Holt & Ash');
  await expect(siteNav(page)).toHaveCount(0);
  // The next screen has it beside.
  await company(page).fill('');
  await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
  await expect(siteNav(page)).toBeVisible();
});

for (const sites of [[], ['Oak & Iron']]) {
  test(`after the login the heading has the focus, however late the sites are, of which there are ${sites.length}`, async ({
    page,
  }) => {
    const email = await newOwner(page, ...sites);
    await page.context().clearCookies();
    await page.goto('/settings');
    await sendSitesLate(page);
    await logIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'User Settings' })).toBeFocused();
    await expect(siteNav(page)).toHaveCount(sites.length);
  });
}

test('while the sites cannot be had, what needs none works', async ({ page }) => {
  await newOwner(page);
  await page.route(SITES, (route) => route.abort());
  await page.goto('/settings');
  await company(page).fill('Holt & Ash');
  const retry = page.getByRole('banner').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unroute(SITES);
  await retry.click();
  await expect(page.getByRole('banner').getByText('No sites found')).toBeVisible();
  await expect(company(page)).toHaveValue('Holt & Ash');
});

test('on a phone the menu says that sites load, cannot be fetched and are none, and leads to a new one [spec 2.switcher.2 2.switcher.3 8.site-toasts.5]', async ({
  page,
}) => {
  await newOwner(page);
  await page.setViewportSize({ width: 375, height: 760 });
  const held = Promise.withResolvers<void>();
  let isDown = true;
  await page.route(/trpc\/[^?]*sites\.list/, async (route) => {
    await held.promise;
    if (isDown) await route.fulfill({ status: 400, json: { code: 'validation', message: 'Not now' } });
    else await route.continue();
  });
  await page.goto('/settings');
  const menu = page.locator('#mobile-menu');
  const open = () => page.getByRole('button', { name: 'Open menu' }).click();
  await open();
  await expect(menu.getByText('Loading sites...')).toBeVisible();
  held.resolve();
  await expect(menu.getByRole('alert')).toContainText('Failed to fetch sites');
  isDown = false;
  await menu.getByRole('button', { name: 'Retry' }).click();
  await expect(menu.getByText('No sites found')).toBeVisible();
  await menu.getByRole('link', { name: 'Create your first site' }).click();
  await expect(page).toHaveURL(/\/create-site$/);
  await post(page, '/api/sites', { name: 'Oak & Iron' });
  await page.goto('/settings');
  await open();
  await expect(menu.getByRole('link', { name: /^Oak & Iron/ })).toHaveAttribute('href', '/oak-and-iron/dashboard');
  await menu.getByRole('link', { name: 'Add New Site' }).click();
  await expect(page).toHaveURL(/\/create-site$/);
});
