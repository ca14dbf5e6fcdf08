// Creating a site: what is folded away, what becomes of a pasted address, what is refused, and the limit.
import { expect, type Page } from '@playwright/test';
import { hold } from './support/answer.ts';
import { expectAccessible } from './support/axe.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { storePlan } from './support/stored-rows.ts';

const PHONE = { width: 375, height: 760 };

const create = (page: Page) => page.getByRole('button', { name: 'Create site' });
const sitesOf = async (page: Page) => (await (await page.request.get('/api/sites')).json()).data.sites;

test('a name and a pasted address are enough for a site [spec 8.site-toasts.2]', async ({ page }) => {
  await newOwner(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/create-site');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('URL name')).toBeHidden();
  await page.getByLabel('Name', { exact: true }).fill('Café Olivia');
  // Beside the form is what visitors will see.
  await expect(page.getByRole('region', { name: 'As visitors see it' })).toContainText('Café Olivia');
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('button', { name: /^URL name and time zone/ })).toContainText('/cafe-olivia');
  const domains = page.getByRole('textbox', { name: 'Domains' });
  await domains.fill('https://www.cafe.example/shop');
  await expect(domains).toHaveAccessibleDescription('Adds cafe.example and all its subdomains.');
  await domains.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove www.cafe.example' })).toBeVisible();
  await expect(domains).toHaveAccessibleDescription('Notifications can appear on cafe.example and all its subdomains.');
  await create(page).click();
  await expect(toast(page)).toContainText('Site created successfully');
  await expect(toast(page)).toContainText("You've reached your site limit.");
  await expect(page).toHaveURL(/\/cafe-olivia\/site-setup$/);
  const timezone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(await sitesOf(page)).toMatchObject([{ slug: 'cafe-olivia', domains: ['cafe.example'], timezone }]);
});

test('where the plan has no room for another site the page says what to do', { tag: '@long' }, async ({ page }) => {
  await newOwner(page, 'Café Olivia');
  await page.goto('/create-site');
  const main = page.getByRole('main');
  await expect(main).toContainText("You've reached your site limit.");
  await expect(main).toContainText('Your plan includes one site');
  await expect(main).toContainText('delete one');
  await expect(create(page)).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/upgrade');
  await main.getByRole('link', { name: /Café Olivia/ }).click();
  await expect(page).toHaveURL(/\/cafe-olivia\/advanced$/);
});

test("the server decides whether www. goes: nobody else's pages are let in", { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/site-setup');
  const domains = page.getByRole('textbox', { name: 'Domains' });
  await domains.fill('https://www.github.io/oak');
  await expect(domains).toHaveAccessibleDescription('Adds www.github.io and all its subdomains.');
  await domains.press('Enter');
  for (const [host, domain] of [
    ['www.cafe.fr', 'cafe.fr'],
    ['www.uk.com', 'www.uk.com'],
    ['www.oak.co.uk', 'oak.co.uk'],
  ] as const) {
    await domains.fill(host);
    await expect(domains).toHaveAccessibleDescription(`Adds ${domain} and all its subdomains.`);
  }
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Site updated successfully');
  expect(await sitesOf(page)).toMatchObject([{ domains: ['www.github.io', 'oak.co.uk'] }]);
  await expect(page.getByRole('button', { name: 'Remove www.github.io' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove oak.co.uk' })).toBeVisible();
});

test('a URL name that is reserved unfolds itself; what is no domain is named, and not dropped in silence', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page);
  await page.goto('/create-site');
  await page.getByLabel('Name', { exact: true }).fill('Oak & Iron');
  await page.getByRole('button', { name: /^URL name and time zone/ }).click();
  const slug = page.getByLabel('URL name');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Search for a city' }).fill('lisb');
  await expect(page.getByRole('option')).toHaveText(['Europe/Lisbon']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('Europe/Lisbon');
  await slug.fill('pricing');
  await page.getByRole('button', { name: /^URL name and time zone/ }).click();
  await expect(slug).toBeHidden();
  await create(page).click();
  await expect(slug).toHaveAccessibleDescription(/reserved/);
  await expect(slug).toBeFocused();
  await slug.fill('oak');

  const domains = page.getByRole('textbox', { name: 'Domains' });
  await domains.fill('oak*iron');
  await create(page).click();
  await expect(domains).toHaveAccessibleDescription("“oak*iron” isn't a domain, such as shop.example.");
  await expect(domains).toBeFocused();
  expect(await sitesOf(page)).toEqual([]);
  await domains.fill('oak.example');
  await create(page).click();
  await expect(page).toHaveURL(/\/oak\/site-setup$/);
});

test('the form stays until the next screen is there, a toast says how many more sites there may be, and the overview has the new one at once [spec 8.site-toasts.2]', {
  tag: '@long',
}, async ({ page }) => {
  storePlan(await newOwner(page, 'Oak & Iron'), 'growth');
  await page.goto('/dashboard');
  await expect(page.getByRole('row').filter({ hasText: 'Oak & Iron' })).toContainText('Not seen yet');
  const release = await hold(page, /site-setup-page/);
  await page.getByRole('main').getByRole('link', { name: 'New site' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Birch');
  await create(page).click();
  await expect(toast(page)).toContainText('Site created successfully');
  await expect(toast(page)).toContainText('You can create 8 more sites.');
  await expect(page.getByRole('main')).not.toContainText('Your plan includes');
  await expect(page.getByRole('button', { name: 'Creating site...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/birch\/site-setup$/);
  await page.getByRole('banner').locator('a[href="/dashboard"]').last().click();
  await expect(page.getByRole('row').filter({ hasText: 'Birch' })).toContainText('Not seen yet');
});
