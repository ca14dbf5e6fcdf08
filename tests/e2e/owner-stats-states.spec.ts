// The statistics screens when something is missing: the network, counts, a mouse, a wide screen.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { busyShop, cellsOf, NAME, send, times, writeNotification } from './support/stats.ts';

test.describe('what goes wrong', () => {
  test('statistics refresh every minute, and stay on the screen if that fails', async ({ page }) => {
    const shop = await busyShop(page);
    await page.clock.install();
    await page.goto(`/${shop.slug}/analytics`);
    const total = cellsOf(page, 'By notification', 'Total').first();
    await expect(total).toHaveText('240');
    const extra = await writeNotification(page, shop, 'Priya bought a stool');
    await send(page, shop, times(5, 'display', extra));
    await page.clock.runFor(61_000);
    await expect(total).toHaveText('245');
    await page.route('**/api/trpc/stats.site**', (route) => route.fulfill({ status: 503, json: {} }));
    // The refresh and its two retries.
    for (let i = 0; i < 4; i++) await page.clock.runFor(30_000);
    await expect(page.getByRole('alert')).toContainText("Couldn't refresh your statistics");
    await expect(total).toHaveText('245');
    await page.unroute('**/api/trpc/stats.site**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a failed first load offers another try', async ({ page }) => {
    const { slug } = await busyShop(page);
    for (const [path, procedure] of [
      [`/${slug}/analytics`, 'site'],
      [`/${slug}/performance`, 'cost'],
      ['/analytics', 'account'],
      [`/${slug}/dashboard`, 'site'],
    ]) {
      await page.route(`**/api/trpc/**stats.${procedure}**`, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(path ?? '');
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText("Couldn't load your statistics");
      await page.unroute(`**/api/trpc/**stats.${procedure}**`);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
    }
  });

  test('a site without displays is led to the notification and the snippet', async ({ page }) => {
    await newOwner(page, NAME);
    await page.goto('/oak-and-iron/analytics');
    await expect(page.getByRole('heading', { name: 'No displays yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Write a notification' })).toBeVisible();
    await page.getByRole('link', { name: 'Get the snippet' }).click();
    await expect(page).toHaveURL(/\/site-setup$/);
    await page.goto('/oak-and-iron/performance');
    await expect(page.getByText(/We measure 1 in 100 page loads/)).toBeVisible();
    await newOwner(page);
    await page.goto('/analytics');
    await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible();
  });
});

test('the performance page compares the cost of measured loads with the budget', async ({ page }) => {
  const shop = await busyShop(page);
  for (const [bytes, requests, time] of [
    [7_000, 3, 1.5],
    [1_000, 1, 0.5],
    [4_000, 2, 7],
  ] as const) {
    await send(page, shop, [{ type: 'cost', bytes, requests, time }]);
  }
  await page.goto(`/${shop.slug}/dashboard`);
  await page.getByRole('link', { name: 'Performance' }).click();
  await expect(page.getByText('1.5 ms', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Within the 10 ms budget')).toBeVisible();
  await expect(page.getByText('Median', { exact: true })).toHaveCount(3);
  await expect(page.getByText('95th percentile from 20 loads')).toHaveCount(3);
  await expect(page.getByText('Too few to be reliable')).toBeVisible();
  await expect(page.getByText('3.8 kB', { exact: true }).first()).toBeVisible();
  const spread = page.getByRole('table', { name: 'Loads by main-thread time' });
  await expect(spread.getByRole('row').filter({ hasText: '5 to 10 ms' })).toContainText('1');
  await expect(spread.getByRole('row').filter({ hasText: '10 to 20 ms, over budget' })).toContainText('0');
  await expect(spread.getByRole('row').filter({ hasText: 'Over 50 ms' })).toContainText('0');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('region', { name: 'By day, table' }).getByRole('row').last()).toContainText(
    /3\s*3\.8 kB\s*1\.5 ms/,
  );
});

/** Each screen with what it opens. */
const SCREENS = [
  { path: '/oak-and-iron/analytics', button: 'Custom' },
  { path: '/oak-and-iron/analytics?range=24h', button: 'What Displays means' },
  { path: '/oak-and-iron/analytics?range=custom&from=2026-03-01&to=2026-03-02', button: 'Custom' },
  { path: '/analytics', button: 'Table' },
  { path: '/oak-and-iron/performance', button: 'Table' },
];

for (const { path, button } of SCREENS) {
  test(`${path} passes axe in both themes, and fits every width`, async ({ page }) => {
    const shop = await busyShop(page);
    const notification = await writeNotification(page, shop, 'm'.repeat(500));
    await send(page, shop, [
      ...times(3, 'display', notification, { page: `/${'p'.repeat(190)}` }),
      { type: 'cost', bytes: 7_000, requests: 3, time: 1.5 },
    ]);
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await poll(excess, `${width} px`).toBe(0);
    }
    for (const isOpen of [false, true]) {
      if (isOpen) await page.getByRole('button', { name: button, exact: true }).click();
      await expectAccessible(page);
    }
  });
}
