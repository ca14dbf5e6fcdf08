// An owner of many sites: the switcher and All sites are searched, by keyboard and on a phone, and what belongs to no site
// is always at hand.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, post, test } from './support/owner.ts';
import { shopOf } from './support/stats.ts';
import { storePlan } from './support/stored-rows.ts';

async function openOfMany(page: Page, path: string) {
  storePlan(await newOwner(page), 'agency');
  for (let n = 1; n <= 9; n++)
    await post(page, '/api/sites', { name: `Shop ${n}`, domains: [n === 7 ? 'elm.example' : `shop-${n}.example`] });
  const { siteId } = await shopOf(page, 'Shop 7');
  await post(page, `/api/sites/${siteId}/sources`, { kind: 'shopify' });
  await page.goto(path);
}

test('of many sites one is found in the switcher by its domain, by keyboard alone', async ({ page }) => {
  await openOfMany(page, '/shop-1/behavior');
  const switcher = page.getByRole('banner').getByRole('button', { name: /^Site:/ });
  await test.step('in the switcher, by its domain; the page stays the same', async () => {
    await switcher.press('Enter');
    const search = page.getByRole('combobox', { name: 'Select a site' }).or(page.getByPlaceholder('Search 9 sites'));
    await expect(search.first()).toBeFocused();
    const picker = page.getByRole('dialog', { name: 'Sites' });
    await expect(picker.getByRole('link', { name: 'All sites' })).toBeInViewport({ ratio: 1 });
    await expect(picker.getByRole('link', { name: 'Add New Site' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.type('elm');
    await expect(picker.getByRole('option')).toHaveText([/Shop 7Needs attention/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/shop-7\/behavior$/);
    await expect(picker).toHaveCount(0);
    await switcher.click();
    await picker.getByRole('link', { name: 'All sites' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('Analytics without figures lead on to the site that the switcher shows', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
    await expect(page.getByRole('link', { name: 'Get the snippet for Shop 7' })).toBeVisible();
  });
});

test('many sites are searched and sorted on All sites, and on a phone', async ({ page }) => {
  await openOfMany(page, '/dashboard');
  const rows = page.getByRole('table', { name: 'Sites' }).getByRole('row');
  await test.step('on All sites, in any order', async () => {
    await expect(rows).toHaveCount(10);
    await expect(page.getByText("1 of 9 sites needs attention. 9 haven't been seen yet.")).toBeVisible();
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Needs attention first' }).click();
    await expect(rows.nth(1)).toContainText(/Shop 7.*Source not connected yet/);
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('shop 3');
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Shop 3');
    await rows.last().getByRole('link', { name: 'Shop 3' }).click();
    await expect(page).toHaveURL(/\/shop-3\/dashboard$/);
    await page.goBack();
    await expect(rows).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveText('Name');
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('nothing');
    await expect(page.getByText('No site matches “nothing”.')).toBeVisible();
  });
  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await poll(() => overflowOf(page)).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Open account menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Sites' });
    await expect(menu.getByRole('link', { name: 'Add New Site' })).toBeInViewport({ ratio: 1 });
    await menu.getByRole('searchbox', { name: 'Search sites' }).fill('shop 9');
    await menu.getByRole('link', { name: 'Shop 9' }).click();
    await expect(page).toHaveURL(/\/shop-9\/dashboard$/);
  });
});
