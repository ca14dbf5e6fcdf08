// What a link leads to is loaded while somebody is about to follow it, and not because a finger passes over it.
import { expect, type Page } from '@playwright/test';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const siteNav = (page: Page) => page.getByRole('navigation', { name: 'Site', exact: true });

test('a link that is pointed at or focused has its screen loaded, code and data: it opens without the server', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.addNotification({ message: 'Ana bought the Oak Desk' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  await expect(heading(page)).toBeVisible();
  const entry = (name: string) => siteNav(page).getByRole('link', { name, exact: true });
  const list = page.waitForResponse(/notifications\.list/);
  const code = page.waitForResponse(/notifications-page-/);
  await entry('Notifications').hover();
  await Promise.all([list, code]);
  const other = page.waitForResponse(/performance-page-/);
  await entry('Performance').focus();
  await other;
  await page.context().setOffline(true);
  await entry('Notifications').click();
  await expect(page.getByText('Ana bought the Oak Desk')).toBeVisible();
  await entry('Performance').click();
  await expect(heading(page)).toHaveText(/Performance/);
});

test('a finger that scrolls over links loads nothing', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  await expect(heading(page)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const touch = (name: string) =>
    siteNav(page)
      .getByRole('link', { name, exact: true })
      .dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true });
  for (const name of ['Notifications', 'Rules & Targeting', 'Analytics', 'Performance']) await touch(name);
  const code = page.waitForRequest(/behavior-page-/);
  await siteNav(page).getByRole('link', { name: 'Behavior & Timing' }).hover();
  await code;
  expect(asked.filter((url) => /-page-/.test(url) && !/behavior-page-/.test(url))).toEqual([]);
});
