// Attack: an impatient owner: keys pressed quickly, settings left within their second, undo in every place, a mode
// switched in the middle. Nothing is lost, and nothing pretends to be done.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { box, choice, openScreen, SAVED, state } from './support/appearance.ts';
import { expectNoToast, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

/** Presses and releases a key before anything else can run, as a slow computer sees a quick finger. */
const tap = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const at = document.activeElement;
    for (const type of ['keydown', 'keyup'])
      at?.dispatchEvent(new KeyboardEvent(type, { key: pressed, code: pressed, bubbles: true, cancelable: true }));
  }, key);

test('an arrow key that is released at once chooses all the same', async ({ page }) => {
  await openScreen(page);
  for (const group of ['Hover effect', 'Font', 'Theme']) {
    const radios = page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio');
    await radios.first().focus();
    await tap(page, 'ArrowRight');
    await expect(radios.nth(1), group).toBeChecked();
    await expect(radios.nth(1)).toBeFocused();
  }
});

test('undo in a box takes back the last change, typed or not, and goes on outside of it', async ({ page }) => {
  await openScreen(page);
  const size = box(page, 'Font size');
  await size.click();
  await size.press('ControlOrMeta+a');
  await page.keyboard.type('20');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(size).toHaveValue('14');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(size).toHaveValue('20');
  await page.keyboard.press('ArrowUp');
  await expect(size).toHaveValue('21');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(size).toHaveValue('14');
  const color = box(page, 'Text color');
  await color.click();
  await color.press('ControlOrMeta+a');
  await page.keyboard.type('#112233');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(color).toHaveValue('#333333');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await choice(page, 'Hover effect', 'Glow').click();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(color).toHaveValue('#333333');
});

test("what was typed and can't be saved doesn't come back with undo and redo", async ({ page }) => {
  await openScreen(page);
  const size = box(page, 'Font size');
  await size.fill('18');
  await expect(state(page)).toHaveText(SAVED);
  await size.fill('999');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(size).toHaveValue('14');
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(size).toHaveValue('18');
});

test('the undo button keeps the focus when nothing is left to undo', async ({ page }) => {
  await openScreen(page);
  await box(page, 'Font size').fill('18');
  const undo = page.getByRole('button', { name: /^Undo/ });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(box(page, 'Font size')).toHaveValue('14');
  await expect(undo).toBeFocused();
  await expect(undo).toBeDisabled();
});

test('logging out within the second saves first', async ({ page }) => {
  await openScreen(page);
  await box(page, 'Font size').fill('19');
  const saving = page.waitForResponse((answer) => answer.url().includes('saveSettings') && answer.ok());
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await saving;
  await expect(toast(page)).toContainText(/logged out/i);
});

test('while a template is previewed, no setting on Advanced Options can be changed; the switch and deletion are none', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await post(page, '/api/templates', {
    name: 'Night sale',
    category: 'discounts',
    type: 'discount',
    settings: { message: '10% off tonight' },
    customization: { customCSS: '.title { color: red }' },
  });
  await page.goto('/oak-and-iron/advanced');
  await page.getByRole('combobox', { name: 'Preview' }).click();
  await page.getByRole('option', { name: 'Template: Night sale' }).click();
  await expect(page.getByText('Values come from the template')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import settings' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Stacking order (z-index)' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add an example' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Show the widget' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Delete site' })).toBeEnabled();
  const css = page.getByRole('textbox', { name: 'Style sheet' });
  await expect(css).toHaveText('.title { color: red }');
  await css.click();
  await page.keyboard.type('x');
  await expect(css).toHaveText('.title { color: red }');
  await expect(page.getByText(/custom CSS isn't shown in the preview/)).toBeVisible();
  expect((await api.settings()).appearance.customCSS).toBe('');
  // What is exported is the owner's.
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings' }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
  expect(file.settings.appearance.customCSS).toBe('');
});

test('an import changes nothing if the server refuses a part of it, and names the key', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto('/oak-and-iron/advanced');
  const before = await api.settings();
  await page.getByRole('button', { name: 'Import settings' }).click();
  const choose = (customCSS: string) =>
    page.getByLabel('Settings file').setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          format: 'proofbell-settings',
          version: 1,
          settings: {
            appearance: { customCSS, typography: { fontSize: '18px' } },
            behavior: { position: 'top-left' },
          },
        }),
      ),
    });
  await choose('.notice { background: url(x) }');
  await page.getByRole('button', { name: 'Import 3 changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await expect(dialog.getByRole('alert')).toContainText('settings.appearance.customCSS: url() is not allowed');
  await expect(dialog.getByRole('alert')).toContainText('Your settings stay as they are.');
  await expectNoToast(page);
  expect(await api.settings()).toEqual(before);

  // Nor without a connection, and the file needn't be chosen again.
  await choose('.notice { color: red }');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Import 3 changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText("Couldn't import the settings");
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Import 3 changes' }).click();
  await expect(toast(page)).toContainText('Settings imported');
  await expect(state(page)).toHaveText(SAVED);
  expect(await api.settings()).toMatchObject({
    appearance: { customCSS: '.notice { color: red }', typography: { fontSize: '18px' } },
    behavior: { position: 'top-left' },
  });
});

test('the buttons of a message about saving leave the focus on the screen when it goes', async ({ page, context }) => {
  await openScreen(page);
  await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
  await box(page, 'Font size').fill('19');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.focus();
  await page.unroute('**/api/trpc/widgets.saveSettings*');
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(state(page)).toBeFocused();

  const other = await context.newPage();
  await other.goto('/oak-and-iron/appearance');
  await box(other, 'Font size').fill('12');
  const mine = page.getByRole('button', { name: 'Use mine' });
  await mine.focus();
  await page.keyboard.press('Enter');
  await expect(mine).toHaveCount(0);
  await expect(state(page)).toBeFocused();
  await expect(box(page, 'Font size')).toHaveValue('19');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(box(page, 'Font size')).toHaveValue('12');
});

test('the template to preview is found by its name alone, and asked for when the list is opened', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('templates.list') && asked.push(request.url()));
  await openScreen(page);
  await expect(state(page)).toHaveText(SAVED);
  expect(asked).toEqual([]);
  await page.getByRole('combobox', { name: 'Preview' }).click();
  await expect(page.getByRole('option').nth(5)).toBeVisible();
  expect(asked).toHaveLength(1);
  const search = page.getByPlaceholder('Search templates');
  await search.fill('review');
  for (const name of await page.getByRole('option').allTextContents()) expect(name).toMatch(/r.*e.*v.*i.*e.*w/i);
});

test('the templates to preview are on two pages, and one that failed is asked for again when the list is opened', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page);
  let failing: number | null = 1;
  let template: object | undefined;
  await page.route('**/api/trpc/templates.list*', async (route) => {
    const calls = JSON.parse(new URL(route.request().url()).searchParams.get('input') ?? '{}');
    const numbers = Object.values<{ json: { page?: number } }>(calls).map(({ json }) => json.page ?? 1);
    if (numbers.some((number) => number === failing)) return route.abort();
    const answer = await route.fetch();
    const bodies = await answer.json();
    for (const [index, number] of numbers.entries()) {
      const list = bodies[index].result.data.json;
      template ??= list.templates[0];
      // As if there were more than a page holds.
      Object.assign(list, { total: 225, templates: [{ ...template, id: `t${number}`, name: `From page ${number}` }] });
    }
    await route.fulfill({ response: answer, json: bodies });
  });
  const open = () => page.getByRole('combobox', { name: 'Preview' }).click();
  const expectFailed = async () => {
    await open();
    await page.getByPlaceholder('Search templates').fill('From');
    await expect(page.getByText("Couldn't load your templates.")).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await expectFailed();
  failing = 2;
  await expectFailed();
  failing = null;
  await open();
  for (const number of [1, 2])
    await expect(page.getByRole('option', { name: `Template: From page ${number}` })).toBeVisible();
});

test('on a low window, as at 200% zoom, what has the focus is never covered', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 400 });
  await openScreen(page);
  await page.locator('#main h1').click();
  const covered: string[] = [];
  for (let at = 0; at < 70; at++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one?.closest('main') || one.closest('.sticky')) return null;
      const { left, top, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + Math.min(height, 24) / 2);
      return there && (one.contains(there) || there.contains(one) || !there.closest('.sticky, header'))
        ? null
        : (one.getAttribute('aria-label') ?? one.textContent);
    });
    if (name !== null) covered.push(name);
  }
  expect(covered).toEqual([]);
});
