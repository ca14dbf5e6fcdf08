// A file of orders in a spreadsheet's own words: its columns are chosen, it is sent, what it tells shows on a foreign page,
// the refused row is named, and all of it goes when the import is undone. And a shop's own export, and broken files.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { NewSource } from '#shared/contract/source.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { choose, importButton, openCsv, panel, SOURCES, when } from './support/csv-import.ts';
import { serveShop } from './support/customer-shop.ts';
import { newOwner, post, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { card } from './support/widget-test.ts';

const column = (page: Page, field: string) => page.getByRole('combobox', { name: `Column of ${field}`, exact: true });

const orders = () =>
  [
    'Nr;Sold on;Client;What;Price',
    `A-1;${when(2)};Zoë Quist;Oak Desk;349,00`,
    `A-2;${when(3)};Ben Hur;Elm Stool;89,00`,
    'A-3;yesterday;Cy Twombly;Ash Bench;120,00',
  ].join('\r\n');

test('a file in words of its own becomes notifications on a page, and none once it is undone', async ({
  page,
  browser,
  baseURL,
}) => {
  const { siteId } = await openCsv(page);
  await choose(page, 'orders.csv', orders());
  await expect(page.getByText('Choose what its columns mean.')).toBeVisible();
  // What could be guessed is chosen; what it can't do without is missing.
  await expect(column(page, 'Full name')).toHaveText('Client');
  await expect(page.getByRole('alert')).toContainText('No column says when it happened');
  await expect(importButton(page)).toBeDisabled();
  const pick = async (field: string, name: string) => {
    await column(page, field).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await pick('When it happened', 'Sold on');
  await expect(column(page, 'Stars')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all fields' }).click();
  await expect(column(page, 'Stars')).toHaveText('No column');
  await pick('Product', 'What');
  await pick('Id', 'Nr');
  await page.getByRole('textbox', { name: 'Currency of all rows' }).fill('eur');
  await expect(page.getByRole('table', { name: 'First rows' })).toContainText('Zoë Quist · Oak Desk');
  await expect(page.getByText('1 of the first 3 rows would be refused')).toContainText('line 4, When it happened');
  await expect(page.getByRole('img', { name: /As visitors see it: Zoë bought Oak Desk/ })).toBeVisible();
  await expectAccessible(page);

  await importButton(page).click();
  const result = panel(page, 'Import a file');
  await expect(result).toContainText('2 new events · 1 refused');
  await expect(result.getByRole('table', { name: 'Refused rows' })).toContainText('When it happened: Enter a time');
  await expect(panel(page, 'Imports').getByRole('listitem')).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download the report' }).click();
  const report = readFileSync(await (await saved).path(), 'utf8');
  expect(report).toMatch(/^line,field,message\r\n4,"occurredAt","Enter a time/);
  await expectAccessible(page);

  const shop = await serveShop(
    `<script async src="${baseURL}/widget.js" data-site-id="${siteId}"></script>`,
    baseURL ?? '',
  );
  const visitor = await browser.newPage();
  await visitor.goto(shop.url);
  await expect(card(visitor)).toContainText(/Zoë bought Oak Desk|Ben bought Elm Stool/);

  // The same columns mean the same in the next file, and the same rows are there already.
  await result.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'orders-again.csv', orders().replace('yesterday', when(4)));
  await expect(page.getByText('Its columns are read the way you chose for this source.')).toBeVisible();
  await importButton(page).click();
  await expect(result).toContainText('1 new event · 2 already here');

  const list = panel(page, 'Imports').getByRole('listitem');
  await expect(list).toHaveCount(2);
  for (const left of [1, 0]) {
    await list.last().getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(toast(page)).toContainText('Import undone');
    await expect(list).toHaveCount(left);
  }
  await expect(panel(page, 'Imports')).toContainText('No files yet.');
  await poll(
    async () => ((await (await page.request.get(`/api/embed/${siteId}`)).json()).notifications as []).length,
  ).toBe(0);
  shop.server.close();
});

test("a shop's missed orders are imported on its own page, by its own export", async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const { siteId } = await makeApi(page);
  const { source } = (await post(page, `/api/sites/${siteId}/sources`, { kind: 'shopify' })) as { source: NewSource };
  await page.goto(`${SOURCES}/${source.id}`);
  await page.getByRole('button', { name: 'Import them from a file' }).click();
  await choose(page, 'notes.csv', 'a,b\n1,2\n');
  const missed = panel(page, 'Import missed orders');
  await expect(missed.getByRole('alert')).toContainText("This isn't an order export");
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'orders_export.csv', readFileSync('tests/fixtures/csv/shopify-orders.csv'));
  await expect(page.getByText("Shopify's order export")).toBeVisible();
  await expect(page.getByRole('table', { name: 'First rows' })).toContainText('Skipped');
  await importButton(page).click();
  await expect(missed).toContainText('1 new event · 3 skipped');
});

test('what is wrong with a file is said before anything is sent', async ({ page }) => {
  await openCsv(page);
  let sent = 0;
  await page.route('**/import', (route) => {
    sent++;
    return route.continue();
  });
  const wrong: [string, Buffer | string, string][] = [
    ['empty.csv', '', 'The file is empty'],
    ['latin1.csv', Buffer.from('Name\nZoë', 'latin1'), 'Save it again as “CSV UTF-8”'],
    ['quote.csv', 'a,b\n1,"2', 'never closed'],
  ];
  for (const [name, content, text] of wrong) {
    await choose(page, name, content);
    await expect(page.getByRole('alert')).toContainText(text);
  }
  await choose(page, 'header.csv', 'id,kind,occurredAt\n');
  await expect(page.getByText('There are no rows below')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  expect(sent).toBe(0);
});

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await openCsv(page);
  expect(await overflowOf(page)).toBe(0);
  await choose(page, `${'long-name-'.repeat(12)}.csv`, orders());
  await expect(page.getByText('Choose what its columns mean.')).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'orders.csv', `id,kind,occurredAt,text\n1,custom,${when(1)},${'word'.repeat(60)}\n2,sale,x,y\n`);
  await importButton(page).click();
  await expect(panel(page, 'Import a file')).toContainText('1 new event · 1 refused');
  expect(await overflowOf(page)).toBe(0);
});
