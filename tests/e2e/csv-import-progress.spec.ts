// A file on its way: left and found again, canceled, failed, followed by keyboard, and undone in either of two places.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { choose, importButton, openCsv, panel, signups, when } from './support/csv-import.ts';
import { expectNoToast, test, toast } from './support/owner.ts';

const progress = (page: Page, name: string) => page.getByRole('progressbar', { name: `Sending ${name}` });
/** @returns what has the focus: the name of its group. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('an upload is canceled, or fails, and the file can be sent again', async ({ page }) => {
  await openCsv(page);
  const result = panel(page, 'Import a file');
  let answer: 'hang' | 'fail' | 'go' = 'hang';
  await page.route('**/import', async (route) => {
    if (answer === 'fail') await route.abort();
    else if (answer === 'go') await route.continue();
  });
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  await expect(page.getByRole('progressbar', { name: 'Sending one.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Nothing of it got as far as the server.
  await expect(result).toContainText('Canceled');
  await expect(result).toContainText('Nothing was imported.');
  answer = 'fail';
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText("The file wasn't imported");
  answer = 'go';
  await page.getByRole('button', { name: 'Back to the file' }).click();
  await importButton(page).click();
  await expect(result).toContainText('1 new event');
});

test('of a file whose answer is lost or is an error, what was saved is told; of a refused one, that nothing was', async ({
  page,
}) => {
  await openCsv(page);
  let answer: 'lost' | 503 | 400 = 'lost';
  await page.route('**/import', async (route) => {
    if (answer === 400)
      return route.fulfill({ status: 400, json: { code: 'validation', message: 'The file is empty', errors: [] } });
    await route.fetch();
    if (answer === 'lost') return route.abort();
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.', errors: [] } });
  });
  const result = panel(page, 'Import a file');
  const alert = result.getByRole('alert');
  const send = async (rows: number) => {
    await choose(page, 'some.csv', signups(rows));
    await importButton(page).click();
  };
  await send(1);
  // The server was done with it.
  await expect(result).toContainText('Imported1 new event. To remove it, undo the import below.');
  // As the server lists one that the database left halfway.
  await page.route('**/sources.imports*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"state":"done"', '"state":"stopped"');
    await route.fulfill({ response, body });
  });
  answer = 503;
  await page.getByRole('button', { name: 'Import another file' }).click();
  await send(3);
  await expect(alert).toContainText('The import was interrupted');
  await expect(alert).toContainText('The database is down. 2 new events · 1 already here.');
  answer = 400;
  await page.getByRole('button', { name: 'Back to the file' }).click();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await send(4);
  await expect(alert).toHaveText("The file wasn't importedThe file is empty.");
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('of a file that is canceled halfway, what came until then is told and can be undone', async ({ page }) => {
  await openCsv(page);
  const network = await page.context().newCDPSession(page);
  await choose(page, 'many.csv', signups(30_000));
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 150_000,
  });
  await importButton(page).click();
  const result = panel(page, 'Import a file');
  await expect(result).toContainText('rows so far');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(result).toContainText(/[\d,]+ new events\. To remove them, undo the import below\./);
  await expect(panel(page, 'Imports').getByRole('listitem')).toContainText('Partly imported');
});

test('a file goes on while its owner is elsewhere in the app, and its page has it again', async ({ page }) => {
  await openCsv(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/import', async (route) => {
    await promise;
    await route.continue();
  });
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  await expect(progress(page, 'one.csv')).toBeVisible();
  const address = page.url();
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
  await expect(page).toHaveURL(address);
  await expect(progress(page, 'one.csv')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await sources.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  resolve();
  await expect(toast(page)).toContainText('one.csv: 1 new event');
  await page.goBack();
  await expect(panel(page, 'Import a file')).toContainText('1 new event');
});

test('columns that were chosen are not left unasked', async ({ page }) => {
  await openCsv(page);
  const sources = page.getByRole('link', { name: 'Sources', exact: true }).first();
  await choose(page, 'orders.csv', `When,Who\n${when(1)},Zoë\n`);
  await page.getByRole('combobox', { name: 'Column of When it happened' }).click();
  await page.getByRole('option', { name: 'When', exact: true }).click();
  await sources.click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('combobox', { name: 'Column of When it happened' })).toHaveText('When');
  await sources.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('another file is chosen at once, or after a question once columns were chosen', async ({ page }) => {
  await openCsv(page);
  const another = page.getByRole('button', { name: 'Choose another file' });
  const chooser = page.getByRole('button', { name: 'Choose a file' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const orders = `When,Who\n${when(1)},Zoë\n`;
  await choose(page, 'orders.csv', orders);
  await another.click();
  await expect(chooser).toBeVisible();
  await choose(page, 'orders.csv', orders);
  await page.getByRole('combobox', { name: 'Column of When it happened' }).click();
  await page.getByRole('option', { name: 'When', exact: true }).click();
  await another.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('combobox', { name: 'Column of When it happened' })).toHaveText('When');
  await another.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(chooser).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('whoever uses the keyboard keeps their place from step to step', async ({ page }) => {
  await openCsv(page);
  await page.getByRole('button', { name: 'Choose a file' }).focus();
  await choose(page, 'one.csv', signups(1));
  await poll(() => focused(page)).toBe('Check the file');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/import', async (route) => {
    await promise;
    await route.continue();
  });
  await importButton(page).press('Enter');
  await poll(() => focused(page)).toBe('Import in progress');
  // How far it is changes all the time and isn't read out; what is new in kind stands outside of the bar.
  await expect(progress(page, 'one.csv')).toHaveText('');
  const part = page.getByRole('group', { name: 'Import in progress' });
  await expect(part.getByRole('status')).toHaveText(/^(Sending one\.csv …|Sent\. Saving the last rows …)$/);
  resolve();
  await poll(() => focused(page)).toBe('Result of the import');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Import another file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await poll(() => focused(page)).toBe('Choose a file');
});

test('an import that is undone in the list is offered nowhere else, and one of nothing new not at all', async ({
  page,
}) => {
  await openCsv(page);
  const result = panel(page, 'Import a file');
  const list = panel(page, 'Imports').getByRole('listitem');
  const undo = { name: 'Undo import' };
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  await expect(result.getByRole('button', undo)).toBeVisible();
  await result.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  await expect(result).toContainText('0 new events · 1 already here');
  await expect(list).toHaveCount(2);
  await expect(list.first().getByRole('button', undo)).toHaveCount(0);

  await result.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'two.csv', signups(2));
  await importButton(page).click();
  await expect(result.getByRole('button', undo)).toBeVisible();
  await list.first().getByRole('button', undo).click();
  await page.getByRole('alertdialog').getByRole('button', undo).click();
  await expect(toast(page)).toContainText('Import undone');
  await expect(result.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(result.getByText('Imported')).toHaveCount(0);
});

test('undoing the last import of a page leads back to the page before', async ({ page }) => {
  const { siteId } = await openCsv(page);
  const path = `/api/sites/${siteId}/sources/${page.url().split('/').at(-1)}/import`;
  const { csrfToken } = (await (await page.request.get('/api/csrf-token')).json()) as { csrfToken: string };
  const headers = { 'content-type': 'text/csv', 'x-csrf-token': csrfToken };
  for (let imports = 0; imports < 11; imports++)
    expect(
      (await page.request.post(path, { headers, data: `id,kind,occurredAt\n${imports},signup,${when(1)}\n` })).ok(),
    ).toBe(true);
  await page.reload();
  const list = panel(page, 'Imports');
  await list.getByRole('button', { name: 'Older' }).click();
  await expect(list).toContainText('page 2 of 2');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(10);
});

test('an undo that is refused says why', async ({ page }) => {
  await openCsv(page);
  await choose(page, 'one.csv', signups(1));
  await importButton(page).click();
  const why = 'Another file is being imported here. Wait for it to end';
  await page.route('**/api/trpc/sources.undoImport**', (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: why, errors: [] } }),
  );
  await panel(page, 'Imports').getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(toast(page)).toContainText(why);
  await expect(panel(page, 'Imports').getByRole('listitem')).toHaveCount(1);
});

test('refused rows that cannot be loaded say so, and come at the next try', async ({ page }) => {
  await openCsv(page);
  await choose(page, 'mixed.csv', `${signups(1)}2,sale,x\n`);
  await importButton(page).click();
  const list = panel(page, 'Imports');
  await page.route(/\/api\/trpc\/.*sources\.import(?!s)/, (route) => route.abort());
  await list.getByRole('button', { name: 'Refused rows' }).click();
  await expect(list.getByText("Couldn't load your refused rows")).toBeVisible();
  await page.unroute(/\/api\/trpc\/.*sources\.import(?!s)/);
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByRole('table', { name: 'Refused rows' })).toContainText('What happened');
  await expectNoToast(page);
});

test.describe('in a browser far from the site', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test("times are shown by the site's clock, by which they are read", async ({ page }) => {
    await openCsv(page, (api) => api.saveSite({ timezone: 'America/New_York' }));
    await choose(page, 'one.csv', 'id,kind,occurredAt\n1,signup,2026-03-20 23:58:00\n');
    await expect(page.getByRole('table', { name: 'First rows' })).toContainText('Sign-up · Mar 20, 2026, 23:58');
  });
});
