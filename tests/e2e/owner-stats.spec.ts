// The statistics screens in a real browser against the real server: they show what was counted, the range is part of the
// address, and tables can be downloaded. And what they say when something is missing: the network, counts, a mouse, a wide
// screen.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { hold } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle, settled } from './support/base.ts';
import { test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { busyShop, cellsOf, NAME, send, times, writeNotification } from './support/stats.ts';

const current = (page: Page) => page.getByRole('navigation', { name: 'Range' }).locator('[aria-current=true]');

/** Each day of the chart is read with the mouse and with the keyboard. */
async function expectReadable(page: Page): Promise<void> {
  const chart = page.getByRole('slider', { name: 'Displays and clicks by day' });
  const card = chart.locator('dl');
  const TODAY = /Displays\s*240\s*Clicks\s*12\s*Dismissals\s*3/;
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width - 3, y + height / 2);
  await expect(card).toHaveText(TODAY);
  await page.mouse.move(x + 3, y + height / 2);
  await expect(card).toHaveText(/Displays\s*0\s*Clicks\s*0/);
  await page.mouse.move(x, y - 50);
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'CSV by time' }).focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await expect(card).toHaveText(TODAY);
  await expect(chart).toHaveAttribute('aria-valuetext', /: displays 240, clicks 12, dismissals 3$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuenow', '28');
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await expect(card).toHaveText(/Displays\s*0/);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
}

test('a site’s analytics show what was counted, by day, notification, page and device, also as a file', async ({
  page,
}) => {
  const { slug } = await busyShop(page);
  await page.goto(`/${slug}/analytics`);
  await expect(page.getByText('240, and none in the same period 5 weeks earlier')).toBeAttached();
  await expectReadable(page);
  await expect(cellsOf(page, 'By notification', 'Ana bought')).toHaveText(['200', '10', '0', /^5\.0%/]);
  await expect(cellsOf(page, 'By notification', 'Jonas')).toHaveText(['40', '2', '3', /^Too few displays \(/]);
  await expect(cellsOf(page, 'By notification', 'Total')).toHaveText(['240', '12', '3', /^5\.0%/]);
  await expect(cellsOf(page, 'By page', '/desks')).toHaveText(['200', '10', '0', /^5\.0%/]);
  await expect(cellsOf(page, 'By device', 'Phone')).toHaveText(['40', '2', '3', /Too few/]);
  const table = page.getByRole('table', { name: 'By notification' });
  for (const [order, first] of [
    ['descending', 'Jonas'],
    ['ascending', 'Ana'],
  ] as const) {
    await table.getByRole('button', { name: 'Dismissals' }).click();
    await expect(table.getByRole('columnheader', { name: 'Dismissals' })).toHaveAttribute('aria-sort', order);
    await expect(table.getByRole('rowheader').first()).toContainText(first);
  }

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV by notification' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^oak-and-iron-by-notification-\S+\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text).toMatch(/,Ana bought the Oak Desk,purchase,200,10,0,0\.05,/);
  expect(text).toMatch(/,Jonas likes the Linen Lamp,review,40,2,3,/);
});

test('the range is in the address, and can be custom; invalid days are reported on their field', async ({ page }) => {
  const { slug } = await busyShop(page);
  await page.goto(`/${slug}/analytics?range=custom&from=2026-03-01&to=2026-03-02`);
  await expect(page.getByText('Mar 1 – 2, 2026 (UTC), compared with the previous 2 days')).toBeVisible();
  await page.getByRole('button', { name: 'Custom' }).click();
  const last = page.getByRole('textbox', { name: 'Last day' });
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-03-10');
  await last.fill('2026-03-01');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(last).toHaveAccessibleDescription('Ends before it starts');
  await last.fill('2026-03-12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?range=custom&from=2026-03-10&to=2026-03-12$/);
  await expect(page.getByText('Mar 10 – 12, 2026 (UTC), compared with the previous 3 days')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing counted in this range' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Custom' })).toBeFocused();
});

test('the range survives a reload, the back button, and the way to a site, where a deleted notification keeps its counts; an impossible one is the usual one', {
  tag: '@long',
}, async ({ page }) => {
  const { slug } = await busyShop(page);
  await page.goto(`/${slug}/notifications`);
  await page.getByRole('button', { name: /^Actions for “Jonas/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Notification deleted');
  await page.goto('/analytics');
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/\/analytics\?range=7d$/);
  await page.reload();
  await expect(current(page)).toHaveText('7 d');
  await expect(cellsOf(page, 'By site', NAME)).toHaveText(['240', '12', '3', /^5\.0%/]);
  await page.getByRole('rowheader').getByRole('link', { name: NAME }).click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/analytics\\?range=7d$`));
  const deleted = cellsOf(page, 'By notification', /Notification \w{4}\s*No longer exists/);
  await expect(deleted).toHaveText(['40', '2', '3', /Too few/]);
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(current(page)).toHaveText('90 d');
  await page.goBack();
  await expect(current(page)).toHaveText('7 d');
  await page.goto(`/${slug}/analytics?range=custom&from=2026-03-10&to=2026-03-01`);
  await expect(current(page)).toHaveText('30 d');
  await expect(cellsOf(page, 'By notification', 'Total').first()).toHaveText('240');
});

test('the performance page compares the cost of measured loads with the budget', { tag: '@long' }, async ({ page }) => {
  const shop = await busyShop(page);
  for (const [bytes, requests, time] of [
    [7_000, 3, 1.5],
    [1_000, 1, 0.5],
    [4_000, 2, 7],
  ] as const) {
    await send(page, shop, [{ type: 'cost', bytes, requests, time }]);
  }
  await page.goto(`/${shop.slug}/performance`);
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
  const days = page.getByRole('region', { name: 'By day, table' }).getByRole('row');
  await expect(days.filter({ hasText: /3\s*3\.8 kB\s*1\.5 ms/ })).toHaveCount(1);
});

/** Names and figures stand on one line, whatever is drawn below a name. */
async function expectOneLine(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  for (const [table, name] of [
    ['By notification', 'Ana bought'],
    ['By page', '/desks'],
  ] as const) {
    const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    const [first = 0, ...others] = await row.evaluate((tr, shown) => {
      const bottomOf = (cell: Element) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        let text = walker.nextNode();
        while (cell === tr.firstElementChild && !text?.textContent?.includes(shown)) text = walker.nextNode();
        const range = document.createRange();
        range.selectNode(text ?? cell);
        return range.getClientRects()[0]?.bottom ?? 0;
      };
      return [...tr.children].map(bottomOf);
    }, name);
    expect(Math.max(...others.map((line) => Math.abs(line - first))), `${table} at ${width} px`).toBeLessThan(2);
  }
}

test('figures that failed to load come at the next try; they are also in order by keyboard, in a table, and explained; the old ones stay while those by the hour load, and a failed download can be tried again', {
  tag: '@long',
}, async ({ page }) => {
  const { slug } = await busyShop(page);
  await page.route('**/api/trpc/**stats.site**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/${slug}/analytics?range=7d`);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText("Couldn't load your statistics");
  await page.unroute('**/api/trpc/**stats.site**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  const table = page.getByRole('table', { name: 'By notification' });
  const first = table.getByRole('rowheader').first();
  await expect(first).toContainText('Ana');
  await table.getByRole('button', { name: 'Dismissals' }).focus();
  await page.keyboard.press('Enter');
  await expect(first).toContainText('Jonas');
  for (const width of [768, 1440]) await expectOneLine(page, width);

  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const rows = page.getByRole('region', { name: 'By day, table' }).getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.last()).toContainText('so far');
  // Today's; yesterday's, should midnight have passed.
  await expect(rows.filter({ hasText: /240\s*12\s*3/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'What Click rate means' }).click();
  await expect(page.getByRole('dialog')).toContainText('95% confidence');
  await pressWhenIdle(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const release = await hold(page, '**/api/trpc/**stats.site**');
  const total = cellsOf(page, 'By notification', 'Total');
  await page.getByRole('link', { name: '24 hours' }).click();
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  await expect(total.first()).toHaveText('240');
  release();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'By hour' })).toBeVisible();
  await expect(total).toHaveText(['240', '12', '3', /^5\.0%/]);
  // Pages and devices are counted by whole days.
  await expect(page.getByText(/Counted in whole days/).first()).toBeVisible();

  const button = page.getByRole('button', { name: 'CSV by page' });
  await page.route('**/api/trpc/**stats.csv**', (route) => route.abort());
  await button.click();
  await expect(toast(page)).toContainText("Couldn't download the table");
  await page.unroute('**/api/trpc/**stats.csv**');
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toContain('by-page');
  // Narrow screens lay out the rows differently; to screen readers they are still a table.
  await page.setViewportSize({ width: 375, height: 760 });
  await expect(cellsOf(page, 'By page', '/desks')).toHaveText(['200', '10', '0', /^5\.0%/]);
});

test('statistics refresh every minute, and stay on the screen if that fails', { tag: '@long' }, async ({ page }) => {
  const shop = await busyShop(page);
  await page.clock.install();
  await page.goto(`/${shop.slug}/analytics`);
  const total = cellsOf(page, 'By notification', 'Total').first();
  await expect(total).toHaveText('240');
  const extra = await writeNotification(page, shop, 'Priya bought a stool');
  await send(page, shop, times(5, 'display', extra));
  await page.clock.runFor(61_000);
  await expect(total).toHaveText('245');
  await page.route('**/api/trpc/**stats.site**', (route) => route.fulfill({ status: 503, json: {} }));
  // The refresh and its two retries.
  for (let i = 0; i < 4; i++) await page.clock.runFor(30_000);
  await expect(page.getByRole('alert')).toContainText("Couldn't refresh your statistics");
  await expect(total).toHaveText('245');
  await page.unroute('**/api/trpc/**stats.site**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a site without displays is led to the notification and the snippet', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/analytics');
  await expect(page.getByRole('heading', { name: 'No displays yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write a notification' })).toBeVisible();
  await page.getByRole('link', { name: 'Get the snippet' }).click();
  await expect(page).toHaveURL(/\/site-setup$/);
  await page.goto('/oak-and-iron/performance');
  await expect(page.getByText(/We measure 1 in 100 page loads/)).toBeVisible();
});

test('with the longest names a site’s figures fit the narrowest phone, and what they open has no accessibility issue', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await busyShop(page);
  const notification = await writeNotification(page, shop, 'm'.repeat(500));
  await send(page, shop, [
    ...times(3, 'display', notification, { page: `/${'p'.repeat(190)}` }),
    { type: 'cost', bytes: 7_000, requests: 3, time: 1.5 },
  ]);
  await page.setViewportSize({ width: 320, height: 900 });
  for (const [path, button] of [
    ['analytics?range=24h', 'What Displays means'],
    ['performance', 'Table'],
  ] as const) {
    await page.goto(`/${shop.slug}/${path}`);
    await settled(page);
    await poll(() => overflowOf(page), path).toBe(0);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expectAccessible(page);
  }
});
