// The statistics screens in a real browser against the real server: they show what was counted, the range is part of the
// address, and tables can be downloaded. What goes wrong has a file of its own.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test, toast } from './support/owner.ts';
import { busyShop, cellsOf, NAME } from './support/stats.ts';

const current = (page: Page) => page.getByRole('navigation', { name: 'Range' }).locator('[aria-current=true]');

test.describe('a site’s analytics', () => {
  test('show what was counted, by notification, page and device', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/dashboard`);
    await page.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/analytics$`));
    await expect(page.getByText('240, and none in the previous 30 days')).toBeAttached();
    await expect(cellsOf(page, 'By notification', 'Ana bought')).toHaveText(['200', '10', '0', /^5\.0%/]);
    await expect(cellsOf(page, 'By notification', 'Jonas')).toHaveText(['40', '2', '3', /^Too few displays \(/]);
    await expect(cellsOf(page, 'By notification', 'Total')).toHaveText(['240', '12', '3', /^5\.0%/]);
    await expect(cellsOf(page, 'By page', '/desks')).toHaveText(['200', '10', '0', /^5\.0%/]);
    await expect(cellsOf(page, 'By device', 'Phone')).toHaveText(['40', '2', '3', /Too few/]);
    // The same by the hour; the page says that pages and devices are counted by whole days.
    await page.getByRole('link', { name: '24 hours' }).click();
    await expect(page.getByRole('heading', { name: 'By hour' })).toBeVisible();
    await expect(cellsOf(page, 'By notification', 'Total')).toHaveText(['240', '12', '3', /^5\.0%/]);
    await expect(page.getByText(/Counted in whole days/).first()).toBeVisible();
    // Narrow screens lay out the rows differently; to screen readers they are still a table.
    await page.setViewportSize({ width: 375, height: 760 });
    await expect(cellsOf(page, 'By page', '/desks')).toHaveText(['200', '10', '0', /^5\.0%/]);
  });

  test('names and figures stand on one line, whatever is drawn below a name', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics`);
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [table, name] of [
        ['By notification', 'Ana bought'],
        ['By page', '/desks'],
        ['By device', 'Phone'],
      ] as const) {
        const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
        await expect(row).toBeVisible();
        const lines = await row.evaluate((tr, shown) => {
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
        const [first = 0, ...others] = lines;
        expect(Math.max(...others.map((line) => Math.abs(line - first))), `${table} at ${width} px`).toBeLessThan(2);
      }
    }
  });

  test('mark a deleted notification as such and keep its counts', async ({ page }) => {
    const shop = await busyShop(page);
    await page.goto(`/${shop.slug}/notifications`);
    await page.getByRole('button', { name: /^Actions for “Jonas/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Notification deleted');
    await page.goto(`/${shop.slug}/analytics`);
    await expect(cellsOf(page, 'By notification', /Notification \w{4}\s*Deleted/)).toHaveText([
      '40',
      '2',
      '3',
      /Too few/,
    ]);
  });

  test('can be sorted by any column, by keyboard too', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics`);
    const table = page.getByRole('table', { name: 'By notification' });
    const first = table.getByRole('rowheader').first();
    await expect(first).toContainText('Ana');
    await table.getByRole('button', { name: 'Dismissals' }).focus();
    await page.keyboard.press('Enter');
    await expect(first).toContainText('Jonas');
    const header = table.getByRole('columnheader', { name: 'Dismissals' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(first).toContainText('Ana');
  });

  test('the chart is also available as a table, and each figure is explained', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics?range=7d`);
    await expect(page.locator('.recharts-surface').first()).toBeVisible();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const rows = page.getByRole('region', { name: 'By day, table' }).getByRole('row');
    await expect(rows).toHaveCount(8);
    await expect(rows.last()).toContainText(/so far\s*240\s*12\s*3/);
    await page.getByRole('button', { name: 'What Click rate means' }).click();
    await expect(page.getByRole('dialog')).toContainText('95% confidence');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the range', () => {
  test('lives in the address: it survives a reload, the back button, and the way to a site', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto('/analytics');
    await page.getByRole('link', { name: '7 days' }).click();
    await expect(page).toHaveURL(/\/analytics\?range=7d$/);
    await page.reload();
    await expect(current(page)).toHaveText('7 d');
    await expect(cellsOf(page, 'By site', NAME)).toHaveText(['240', '12', '3', /^5\.0%/]);
    await page.getByRole('rowheader').getByRole('link', { name: NAME }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/analytics\\?range=7d$`));
    await page.getByRole('link', { name: '90 days' }).click();
    await expect(current(page)).toHaveText('90 d');
    await page.goBack();
    await expect(current(page)).toHaveText('7 d');
    await page.goto(`/${slug}/analytics?range=custom&from=2026-03-10&to=2026-03-01`);
    await expect(current(page)).toHaveText('30 d');
  });

  test('can be custom, and invalid days are reported on their field', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics`);
    await expect(cellsOf(page, 'By notification', 'Total').first()).toHaveText('240');
    await page.getByRole('button', { name: 'Custom' }).click();
    const [first, last] = [
      page.getByRole('textbox', { name: 'First day' }),
      page.getByRole('textbox', { name: 'Last day' }),
    ];
    await first.fill('2026-03-10');
    await last.fill('2026-03-01');
    await page.getByRole('button', { name: 'Show these days' }).click();
    await expect(last).toHaveAccessibleDescription('Ends before it starts');
    await last.fill('2026-03-12');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?range=custom&from=2026-03-10&to=2026-03-12$/);
    await expect(page.getByText('Mar 10 – 12, 2026 vs. the previous 3 days (UTC)')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing counted in this range' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Custom' })).toBeFocused();
  });

  test('keeps the old figures on the screen while another one loads', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics`);
    const total = cellsOf(page, 'By notification', 'Total').first();
    await expect(total).toHaveText('240');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/trpc/stats.site**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: '7 days' }).click();
    await expect(page.locator('[aria-busy=true]')).toBeVisible();
    await expect(total).toHaveText('240');
    answer();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('vs. the previous 7 days')).toBeVisible();
  });
});

test.describe('a table to download', () => {
  test('is a file that spreadsheets can read, with the figures on the screen', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics?range=7d`);
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

  test('reports a failed download, which can be tried again', async ({ page }) => {
    const { slug } = await busyShop(page);
    await page.goto(`/${slug}/analytics`);
    const button = page.getByRole('button', { name: 'CSV by page' });
    await page.route('**/api/trpc/stats.csv**', (route) => route.abort());
    await button.click();
    await expect(toast(page)).toContainText("Couldn't download the table");
    await page.unroute('**/api/trpc/stats.csv**');
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toContain('by-page');
  });
});
