// A file of orders in a spreadsheet's own words: its columns are chosen, it is sent, what it tells is in the payload,
// the refused row is named, and all of it goes when the import is undone. And a shop's own export, broken files, and a file
// on its way: followed by keyboard, left and found again, canceled, failed, and undone in either of two places.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { choose, importButton, openSource, panel, signups, when } from './support/csv-import.ts';
import { expectNoToast, test, toast } from './support/owner.ts';

const column = (page: Page, field: string) => page.getByRole('combobox', { name: `Column of ${field}`, exact: true });

const progress = (page: Page, name: string) => page.getByRole('progressbar', { name: `Sending ${name}` });
/** @returns what has the focus: the name of its group. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** As wide as no phone is. */
const LONG = `Elm ${'stool'.repeat(30)}`;
const orders = () =>
  [
    'Nr;Sold on;Client;What;Price',
    `A-1;${when(2)};Zoë Quist;Oak Desk;349,00`,
    `A-2;${when(3)};Ben Hur;${LONG};89,00`,
    'A-3;yesterday;Cy Twombly;Ash Bench;120,00',
  ].join('\r\n');

async function pick(page: Page, field: string, name: string): Promise<void> {
  await column(page, field).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('a file becomes notifications for visitors, and its refused rows are named', { tag: '@short' }, async ({
  page,
}) => {
  const { sent } = await openSource(page);
  await choose(page, 'mixed.csv', `${signups(2)}3,sale,${when(1)}\n`);
  await importButton(page).click();
  const result = panel(page, 'Import a file');
  await expect(result).toContainText('2 new events · 1 refused');
  await expect(result.getByRole('table', { name: 'Refused rows' })).toContainText('What happened');
  await poll(sent).toHaveLength(2);
});

test('a file in words of its own becomes notifications for visitors, the next one is read the same way, and none are left once both are undone', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const { sent } = await openSource(page);
  await choose(page, `${'long-name-'.repeat(12)}.csv`, orders());
  await expect(page.getByText('Match your columns.')).toBeVisible();
  // What could be guessed is chosen; what it can't do without is missing.
  await expect(column(page, 'Full name')).toHaveText('Client');
  await expect(page.getByRole('alert')).toContainText('No column says when it happened');
  await expect(importButton(page)).toBeDisabled();
  await pick(page, 'When it happened', 'Sold on');
  await expect(column(page, 'Stars')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all fields' }).click();
  await expect(column(page, 'Stars')).toHaveText('No column');
  await pick(page, 'Product', 'What');
  await pick(page, 'Id', 'Nr');
  await page.getByRole('textbox', { name: 'Currency always' }).fill('eur');
  await expect(page.getByRole('table', { name: 'First rows' })).toContainText('Zoë Quist · Oak Desk');
  await expect(page.getByText('1 of the first 3 rows would be refused')).toContainText('line 4, When it happened');
  await expect(page.getByRole('img', { name: /As visitors see it: Zoë bought Oak Desk/ })).toBeVisible();
  await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
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
  await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  await poll(async () => (await sent()).sort()).toEqual([`Ben bought ${LONG}`, 'Zoë bought Oak Desk']);

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
  await poll(sent).toEqual([]);
});

/** Chooses a payment service's export whose dates can be read in two ways. @returns its first rows. */
async function chooseExport(page: Page) {
  // Where much stands below the panel, which gets shorter.
  await page.setViewportSize({ width: 375, height: 700 });
  await openSource(page);
  const rows = [
    'T1;03/04/2026;10:11:12;Ana Silva;Completed;Oak Desk;R$ 1.299,00;BRL',
    'T2;05/06/2026;10:12:13;Ben Hur;Refunded;Elm Stool;49,90;BRL',
    'T3;07/08/2026;10:13:14;Cy Twombly;Completed;Ash Bench;1.299;BRL',
  ];
  await choose(
    page,
    'payments.csv',
    ['Transaction ID;Date;Time;Name;Status;Item Title;Gross;Currency', ...rows].join('\n'),
  );
  await expect(page.getByText('In 03/04/2026, which comes first?')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByRole('combobox', { name: 'Which comes first in 03/04/2026' }).click();
  await page.getByRole('option', { name: 'The month', exact: true }).click();
  const first = page.getByRole('table', { name: 'First rows' });
  await expect(first).toContainText('Mar 4');
  return first;
}

test("a payment service's export: which of day and month comes first and which statuses count are asked with its own values", async ({
  page,
}) => {
  const first = await chooseExport(page);
  await expect(page.getByRole('checkbox', { name: 'Status: Completed' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Status: Refunded' })).not.toBeChecked();
  await expect(first).toContainText('Skipped: not paid');
  await expect(first).toContainText("Without what can't be read: Amount");
  await expectAccessible(page);
});

test('the result of an import is in sight, with the rows that lost a value', async ({ page }) => {
  await chooseExport(page);
  await importButton(page).click();
  const result = panel(page, 'Import a file');
  await expect(result).toContainText('2 new events · 1 skipped');
  await expect(result.getByRole('table', { name: 'Rows imported without a value' })).toContainText('Amount');
  await expect(result.getByText('2 new events')).toBeInViewport();
  await poll(() => focused(page)).toBe('Result of the import');
});

test('what is wrong with a file is said before anything is sent', async ({ page }) => {
  await openSource(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
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
  expect(asked.filter((url) => url.endsWith('/import'))).toEqual([]);
});

test('a file is sent by keyboard, step by step, and goes on while its owner is elsewhere in the app, where its page has it again', {
  tag: '@long',
}, async ({ page }) => {
  const { sent } = await openSource(page);
  let held = Promise.withResolvers<void>();
  await page.route('**/import', async (route) => {
    await held.promise;
    await route.continue();
  });
  await test.step('by keyboard', async () => {
    await page.getByRole('button', { name: 'Choose a file' }).focus();
    await choose(page, 'one.csv', signups(1));
    await poll(() => focused(page)).toBe('Check the file');
    await importButton(page).press('Enter');
    await poll(() => focused(page)).toBe('Import in progress');
    // How far it is changes all the time and isn't read out; what is new in kind stands outside of the bar.
    await expect(progress(page, 'one.csv')).toHaveText('');
    const part = page.getByRole('group', { name: 'Import in progress' });
    await expect(part.getByRole('status')).toHaveText(/^(Sending one\.csv …|Sent\. Saving the last rows …)$/);
    held.resolve();
    await poll(() => focused(page)).toBe('Result of the import');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Import another file' })).toBeFocused();
    await page.keyboard.press('Enter');
    await poll(() => focused(page)).toBe('Choose a file');
  });
  held = Promise.withResolvers<void>();
  await choose(page, 'two.csv', signups(2));
  await importButton(page).click();
  await expect(progress(page, 'two.csv')).toBeVisible();
  const sources = page.getByRole('link', { name: 'Sources', exact: true }).first();
  await sources.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  // Closing the tab would end it.
  const asked = page.waitForEvent('dialog');
  void page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.goBack();
  await expect(progress(page, 'two.csv')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await sources.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  held.resolve();
  await expect(toast(page)).toContainText('two.csv: 1 new event');
  await page.goBack();
  await expect(panel(page, 'Import a file')).toContainText('1 new event');
  await poll(sent).toHaveLength(2);
});

test("a shop's missed orders are imported on its own page, by its own export", { tag: '@long' }, async ({ page }) => {
  await openSource(page, 'shopify');
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

test('an upload is canceled, or fails, and is sent again; if its answer is lost or is an error, what was saved is told', {
  tag: '@long',
}, async ({ page }) => {
  await openSource(page);
  const canceled = Promise.withResolvers<void>();
  let answer: 'hang' | 'fail' | 'lost' | 503 | 400 = 'hang';
  await page.route('**/import', async (route) => {
    if (answer === 'hang') await canceled.promise;
    if (answer === 'hang' || answer === 'fail') return route.abort();
    if (answer === 400)
      return route.fulfill({ status: 400, json: { code: 'validation', message: 'The file is empty', errors: [] } });
    await route.fetch();
    if (answer === 'lost') return route.abort();
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.', errors: [] } });
  });
  const result = panel(page, 'Import a file');
  const alert = result.getByRole('alert');
  const press = (name: string) => page.getByRole('button', { name }).click();
  const send = async (rows: number) => {
    await choose(page, 'some.csv', signups(rows));
    await importButton(page).click();
  };
  await send(1);
  await expect(progress(page, 'some.csv')).toBeVisible();
  await press('Cancel');
  // Nothing of it got as far as the server.
  await expect(result).toContainText('Canceled');
  await expect(result).toContainText('Nothing was imported.');
  answer = 'fail';
  canceled.resolve();
  await press('Import another file');
  await send(1);
  await expect(alert).toContainText("The file wasn't imported");
  answer = 'lost';
  await press('Back to the file');
  await importButton(page).click();
  // The server was done with it.
  await expect(result).toContainText('Imported1 new event. To remove it, undo the import below.');
  await press('Import another file');
  // As the server lists one that the database left halfway.
  await page.route('**/sources.imports*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"state":"done"', '"state":"stopped"');
    await route.fulfill({ response, body });
  });
  answer = 503;
  await send(3);
  await expect(alert).toContainText('The import was interrupted');
  await expect(alert).toContainText('The database is down. 2 new events · 1 already here.');
  answer = 400;
  await press('Back to the file');
  await press('Choose another file');
  await send(4);
  await expect(alert).toHaveText("The file wasn't importedThe file is empty.");
});

test('of a file that is canceled halfway, what came until then is told; refused rows that cannot be loaded come at the next try, and an undo that is refused says why', {
  tag: '@long',
}, async ({ page }) => {
  await openSource(page);
  const network = await page.context().newCDPSession(page);
  await choose(page, 'many.csv', signups(10_000).replace('\n0,signup', '\n0,sale'));
  // All of it takes half a minute: however slow the page is now, it cancels before.
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 10_000,
  });
  await importButton(page).click();
  const result = panel(page, 'Import a file');
  await expect(result).toContainText('rows so far');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(result).toContainText(/[\d,]+ new events · 1 refused\. To remove them, undo the import below\./);
  const list = panel(page, 'Imports');
  await expect(list.getByRole('listitem')).toContainText('Partly imported');

  const rows = /\/api\/trpc\/.*sources\.import(?!s)/;
  await page.route(rows, (route) => route.abort());
  await list.getByRole('button', { name: 'Refused rows' }).click();
  await expect(list.getByText("Couldn't load your refused rows")).toBeVisible();
  // Which is no news to tell.
  await expectNoToast(page);
  await page.unroute(rows);
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByRole('table', { name: 'Refused rows' })).toContainText('What happened');

  const why = 'Another file is being imported here. Wait for it to end';
  await page.route('**/api/trpc/**sources.undoImport**', (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: why, errors: [] } }),
  );
  await list.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(toast(page)).toContainText(why);
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('an import of nothing new offers no undo; undoing the last one of a page leads back to the page before, and one undone in the list is offered nowhere else', {
  tag: '@long',
}, async ({ page }) => {
  const { siteId } = await openSource(page);
  const path = `/api/sites/${siteId}/sources/${page.url().split('/').at(-1)}/import`;
  const { csrfToken } = (await (await page.request.get('/api/csrf-token')).json()) as { csrfToken: string };
  const headers = { 'content-type': 'text/csv', 'x-csrf-token': csrfToken };
  for (let at = 0; at < 9; at++) {
    const data = `id,kind,occurredAt\n${at},signup,${when(1)}\n`;
    expect((await page.request.post(path, { headers, data })).ok()).toBe(true);
  }
  const result = panel(page, 'Import a file');
  const list = panel(page, 'Imports');
  const items = list.getByRole('listitem');
  const undo = { name: 'Undo import' };
  const confirm = () => page.getByRole('alertdialog').getByRole('button', undo).click();
  await choose(page, 'known.csv', signups(9));
  await importButton(page).click();
  await expect(result).toContainText('0 new events · 9 already here');
  await expect(items).toHaveCount(10);
  await expect(items.first().getByRole('button', undo)).toHaveCount(0);

  await result.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'more.csv', signups(10));
  await importButton(page).click();
  await expect(result.getByRole('button', undo)).toBeVisible();
  await list.getByRole('button', { name: 'Older' }).click();
  await expect(list).toContainText('page 2 of 2');
  await items.getByRole('button', undo).click();
  await confirm();
  await expect(items).toHaveCount(10);
  await items.first().getByRole('button', undo).click();
  await confirm();
  await expect(result.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(result.getByText('Imported')).toHaveCount(0);
});

test.describe('in a browser far from the site', { tag: '@long' }, () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("times are shown by the site's clock, by which they are read; columns that were chosen aren't left unasked, for another file or another page", async ({
    page,
  }) => {
    await openSource(page, 'csv', (api) => api.saveSite({ timezone: 'America/New_York' }));
    const another = page.getByRole('button', { name: 'Choose another file' });
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    const sources = page.getByRole('link', { name: 'Sources', exact: true }).first();
    await choose(page, 'one.csv', 'id,kind,occurredAt\n1,signup,2026-03-20 23:58:00\n');
    await expect(page.getByRole('table', { name: 'First rows' })).toContainText('Sign-up · Mar 20, 2026, 23:58');
    await another.click();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    for (const leave of [another, sources]) {
      await choose(page, 'orders.csv', `When,Who\n${when(1)},Zoë\n`);
      await pick(page, 'When it happened', 'When');
      await leave.click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(column(page, 'When it happened')).toHaveText('When');
      await leave.click();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(question).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  });
});
