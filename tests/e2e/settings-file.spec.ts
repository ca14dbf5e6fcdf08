// Settings as a file (Advanced Options): from one site to another, with what changes shown first.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '#client/settings/paths.ts';
import { SAVED, state } from './support/appearance.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { expectNoToast, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';
import { withoutPreview } from './support/preview.ts';
import { storePlan } from './support/stored-rows.ts';

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
const changes = (customCSS: string) => ({
  appearance: { customCSS, typography: { fontSize: '18px' } },
  behavior: { position: 'top-left' },
});
const importAll = (page: Page) => importDialog(page).getByRole('button', { name: 'Import 3 changes' });

test('what one site exports another imports, and its visitors get the same bytes [spec 2.settings.2]', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  storePlan(await newOwner(page, 'Oak & Iron'), 'starter');
  const api = await makeApi(page);
  await api.saveSettings(OTHER as never);
  await post(page, '/api/sites', { name: 'Holt & Ash' });
  const { data } = await (await page.request.get('/api/sites')).json();
  const other: string = data.sites.find(({ name }: { name: string }) => name === 'Holt & Ash').id;
  const settingsOf = async (siteId: string) => {
    const { revision: _, ...settings } = (await (await page.request.get(`/api/widgets/site/${siteId}`)).json()).widget
      .settings;
    return settings;
  };
  await page.goto('/oak-and-iron/advanced');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('oak-and-iron-settings.json');
  const json = readFileSync(await download.path(), 'utf8');

  await page.goto('/holt-and-ash/advanced');
  await open(page);
  await choose(page, json);
  const dialog = importDialog(page);
  await expect(dialog).toContainText('From Oak & Iron. Nothing has changed yet.');
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Position')).toHaveText('PositionBottom rightTop left');
  await expect(row('First notification after')).toHaveText('First notification after5 s2.5 s');
  await expect(row('Limit per visit')).toHaveText('Limit per visitNo limit3');
  await expect(row('Conditions')).toContainText('the scroll depth is at least 30% and');
  await dialog.getByRole('button', { name: 'Import 8 changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const settings = await settingsOf(api.siteId);
  await poll(() => settingsOf(other)).toEqual(settings);

  const widgetOf = async (siteId: string) => {
    const text = await (await page.request.get(`/api/embed/${siteId}`)).text();
    const from = text.indexOf('"widget":');
    return text.slice(from, text.indexOf(',"notifications":', from));
  };
  const sent = await widgetOf(api.siteId);
  expect(sent).toContain('#0b5a58');
  await poll(() => widgetOf(other)).toBe(sent);

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await poll(() => settingsOf(other)).toMatchObject(DEFAULT_SETTINGS);
});

test('a file is dropped or pasted, too; each kind of wrong one is named, also by the server, and one without a connection waits in the dialog', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  const api = await ownerAt(page, '/oak-and-iron/advanced');
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
  await choose(page, fileOf({ behavior: { speed: 1 } }));
  await expect(alert).toContainText('settings.behavior.speed: No such setting');
  await expect(alert).toContainText('Your settings stay as they are.');
  await test.step('refused, with the key of what is wrong', async () => {
    const before = await api.settings();
    await choose(page, fileOf(changes('.notice { background: url(x) }')));
    await importAll(page).click();
    await expect(alert).toContainText('settings.appearance.customCSS: url() is not allowed');
    await expect(alert).toContainText('Your settings stay as they are.');
    await expectNoToast(page);
    expect(await api.settings()).toEqual(before);
  });
  const good = fileOf(changes('.notice { color: red }'));
  await test.step("without a connection, and the file needn't be chosen again", async () => {
    await choose(page, good);
    await page.context().setOffline(true);
    await importAll(page).click();
    await expect(alert).toContainText("Couldn't import the settings");
    await expectAccessible(page);
    await page.context().setOffline(false);
    await importAll(page).click();
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
