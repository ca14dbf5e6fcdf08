// Settings as a file (Advanced Options): from one site to another, with what changes shown first.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '#client/settings/paths.ts';
import { SAVED, state } from './support/appearance.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { expectNoToast, newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

async function openScreen(page: Page) {
  await newOwner(page, 'Oak & Iron');
  return makeApi(page);
}

const OTHER = {
  appearance: {
    brandColors: { primaryColor: '#0b5a58', backgroundColor: '#fffdf5' },
    customCSS: '.title { letter-spacing: 0.01em }',
  },
  behavior: { position: 'top-left', timing: { initialDelay: 2.5 }, queue: { perVisit: 3 } },
  rules: {
    match: 'any',
    conditions: [
      { type: 'page', operator: 'starts-with', value: ['/shop'] },
      {
        type: 'group',
        match: 'all',
        conditions: [
          { type: 'scroll', operator: 'at-least', value: 30 },
          { type: 'device', operator: 'is-not', value: ['mobile'] },
        ],
      },
    ],
  },
} as const;

const fileOf = (settings: object) => JSON.stringify({ format: 'proofbell-settings', version: 1, settings });
const choose = (page: Page, text: string) =>
  page
    .getByLabel('Settings file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
const open = (page: Page) => page.getByRole('button', { name: 'Import settings' }).click();
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import settings' });

test('what one site exports another imports, and its visitors get the same bytes [spec 2.settings.2]', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await openScreen(page);
  await api.saveSettings(OTHER as never);
  await page.goto('/oak-and-iron/advanced');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('oak-and-iron-settings.json');
  const json = readFileSync(await download.path(), 'utf8');

  const second = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await second.newPage();
  await newOwner(other, 'Holt & Ash');
  const otherApi = await makeApi(other);
  await other.goto('/holt-and-ash/advanced');
  await open(other);
  await choose(other, json);
  const dialog = importDialog(other);
  await expect(dialog).toContainText('From Oak & Iron. Nothing has changed yet.');
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: other.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Position')).toHaveText('PositionBottom rightTop left');
  await expect(row('First notification after')).toHaveText('First notification after5 s2.5 s');
  await expect(row('Limit per visit')).toHaveText('Limit per visitNo limit3');
  await expect(row('Conditions')).toContainText('the scroll depth is at least 30% and');
  await dialog.getByRole('button', { name: 'Import 8 changes' }).click();
  await expect(other.getByText('All changes saved')).toBeVisible();
  const { revision: _, ...settings } = (await api.settings()) as never as { revision: number };
  await poll(async () => otherApi.settings()).toMatchObject(settings);

  const widgetOf = async (siteId: string) => {
    const text = await (await other.request.get(`/api/embed/${siteId}`)).text();
    const from = text.indexOf('"widget":');
    return text.slice(from, text.indexOf(',"notifications":', from));
  };
  const sent = await widgetOf(api.siteId);
  expect(sent).toContain('#0b5a58');
  await poll(() => widgetOf(otherApi.siteId)).toBe(sent);

  await other.getByRole('button', { name: 'Undo' }).first().click();
  await poll(async () => otherApi.settings()).toMatchObject(DEFAULT_SETTINGS);
  await second.close();
});

test('a file is dropped or pasted, too; a wrong one, one that the server refuses, and one without a connection change nothing', async ({
  page,
}) => {
  const api = await openScreen(page);
  await page.goto('/oak-and-iron/advanced');
  const before = await api.settings();
  await open(page);
  const dialog = importDialog(page);
  const alert = dialog.getByRole('alert');
  await test.step('dropped', async () => {
    const data = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'x.json'));
        return transfer;
      },
      fileOf({ behavior: { position: 'top-left' } }),
    );
    await dialog.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: data });
    await expect(dialog.getByRole('button', { name: 'Import 1 change' })).toBeVisible();
    await pressWhenIdle(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await open(page);
  });
  await test.step('wrong', async () => {
    for (const [text, issue] of [
      [
        fileOf({ appearance: { brandColors: { primaryColor: 'blue' } } }),
        'settings.appearance.brandColors.primaryColor: Enter a color such as #3498db',
      ],
      [fileOf({ behavior: { speed: 1 } }), 'settings.behavior.speed: No such setting'],
      ['{\n  "format": nothing }', "This isn't JSON (line 2, column 13)"],
      ['x'.repeat(300_000), 'Larger than 256 kB'],
      ['', 'The file is empty'],
    ] as const) {
      await choose(page, text);
      await expect(alert).toContainText(issue);
      await expect(alert).toContainText('Your settings stay as they are.');
    }
  });
  const changes = (customCSS: string) => ({
    appearance: { customCSS, typography: { fontSize: '18px' } },
    behavior: { position: 'top-left' },
  });
  const importAll = dialog.getByRole('button', { name: 'Import 3 changes' });
  await test.step('refused, with the key of what is wrong', async () => {
    await choose(page, fileOf(changes('.notice { background: url(x) }')));
    await importAll.click();
    await expect(alert).toContainText('settings.appearance.customCSS: url() is not allowed');
    await expect(alert).toContainText('Your settings stay as they are.');
    await expectNoToast(page);
    expect(await api.settings()).toEqual(before);
  });
  const good = fileOf(changes('.notice { color: red }'));
  await test.step("without a connection, and the file needn't be chosen again", async () => {
    await choose(page, good);
    await page.context().setOffline(true);
    await importAll.click();
    await expect(alert).toContainText("Couldn't import the settings");
    await expectAccessible(page);
    await page.context().setOffline(false);
    await importAll.click();
    await expect(toast(page)).toContainText('Settings imported');
    await expect(state(page)).toHaveText(SAVED);
    expect(await api.settings()).toMatchObject(changes('.notice { color: red }'));
  });
  await test.step('pasted: the same settings are nothing to change', async () => {
    await open(page);
    await dialog.getByLabel('Or paste its text').fill(good);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(dialog).toContainText('Nothing to change');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
});
