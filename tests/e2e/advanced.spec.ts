// Advanced Options: custom CSS in an editor that is loaded on first use, the z-index, the language, and the pause.
import { expect, type Page } from '@playwright/test';
import { CSS_EXAMPLES, CSS_PARTS } from '#client/features/widget/css-guide.ts';
import { HOUR } from '#shared/time.ts';
import { expectPhone } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi, type OwnerApi } from './support/owner-api.ts';
import { withoutPreview } from './support/preview.ts';
import { visitShop } from './support/widget-host.ts';

const ADDRESS = '/oak-and-iron/advanced';

/** @param prepare what the site is like before its owner opens the screen. */
async function openScreen(page: Page, prepare?: (api: OwnerApi) => Promise<unknown>) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await prepare?.(api);
  await page.goto(ADDRESS);
  await expect(page.getByRole('region', { name: 'Custom CSS' })).toBeVisible();
  return api;
}

const styleSheet = (page: Page) => page.getByRole('textbox', { name: 'Style sheet' });
const zIndex = (page: Page) => page.getByRole('textbox', { name: 'Stacking order (z-index)' });
const editorFile = /code-editor/;

/** Waits until the editor has taken the text field's place. */
async function openEditor(page: Page): Promise<void> {
  await styleSheet(page).click();
  await expect(page.locator('.cm-content')).toBeFocused();
}

const edge = (one: Page) =>
  one
    .locator('proofbell-widget .notice')
    .first()
    .evaluate((element) => getComputedStyle(element).borderLeftWidth);

test('custom CSS is typed in the editor, shows in the preview, and is saved; what the server refuses is marked', {
  tag: '@short',
}, async ({ page }) => {
  const api = await openScreen(page);
  const css = '.notice { border-left: 4px solid red }';
  await openEditor(page);
  await page.keyboard.insertText(css);
  await expect(page.getByText('38 of 4,096 bytes')).toBeVisible();
  await poll(() => edge(page)).toBe('4px');
  await poll(async () => (await api.settings()).appearance.customCSS).toBe(css);
  await page.keyboard.insertText('\n.b { background: url(x) }');
  await expect(styleSheet(page)).toHaveAccessibleDescription(/url\(\) is not allowed \(line 2, column 18\)/);
  await expect(page.locator('.cm-wrong')).toHaveText('url(');
  expect((await api.settings()).appearance.customCSS).toBe(css);
});

test('the editor is loaded when the field is first used, keeps what was typed, marks what the server refuses, and lets Tab leave', {
  tag: '@long',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => editorFile.test(request.url()) && asked.push(request.url()));
  const api = await openScreen(page, (site) =>
    site.saveSettings({ appearance: { customCSS: '.title { color: red }' } }),
  );
  const reset = page.getByRole('button', { name: 'Reset style sheet to nothing' });
  await test.step('the text field, until it has the focus', async () => {
    await zIndex(page).click();
    expect(asked).toEqual([]);
    await reset.click();
    await expect(styleSheet(page)).toBeFocused();
    await openEditor(page);
    expect(asked.length).toBeGreaterThan(0);
  });
  await test.step('typing', async () => {
    await page.keyboard.type('.notice { border-left: 4px solid red }');
    await expect(page.getByText('38 of 4,096 bytes')).toBeVisible();
    await poll(() => edge(page)).toBe('4px');
    await poll(async () => (await api.settings()).appearance.customCSS).toBe('.notice { border-left: 4px solid red }');
    // Tokens have the app's own colors: the style sheets of the editor passed the content policy.
    const colors = await page
      .locator('.cm-line span')
      .evaluateAll((parts) => new Set(parts.map((part) => getComputedStyle(part).color)).size);
    expect(colors).toBeGreaterThan(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Add an example' })).toBeFocused();
    await reset.click();
    await expect(page.locator('.cm-content')).toBeFocused();
  });
  await test.step('what the server refuses', async () => {
    await page.keyboard.insertText('.a { color: red }');
    await poll(async () => (await api.settings()).appearance.customCSS).toBe('.a { color: red }');
    await page.keyboard.insertText('\n.b { background: url(x) }');
    await expect(styleSheet(page)).toHaveAccessibleDescription(/url\(\) is not allowed \(line 2, column 18\)/);
    await expect(page.locator('.cm-wrong')).toHaveText('url(');
    expect((await api.settings()).appearance.customCSS).toBe('.a { color: red }');
    await page.getByText('Show what you can style').click();
    await expectPhone(page);
    await page.getByRole('button', { name: 'Go to line 2' }).click();
    await expect(styleSheet(page)).toBeFocused();
    await page.keyboard.type('var(');
    await expect(page.locator('.cm-wrong')).toHaveCount(0);
    await expect(page.locator('.cm-content')).toContainText('.b { background: var(x) }');
  });
});

test('the stacking order is set within its range and goes back, visitors get the words of the language alone, and a paused widget sends nothing until it is switched on [spec 2.settings.2 3.behavior.4]', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  const api = await openScreen(page, (site) => site.saveSettings({ behavior: { visibility: { zIndex: 77 } } }));
  await api.addNotification({ message: 'Ana bought the Oak Desk' });
  await test.step('the stacking order', async () => {
    await expect(zIndex(page)).toHaveValue('77');
    await page.getByRole('button', { name: /^Reset stacking order/ }).click();
    await expect(zIndex(page)).toHaveValue('9999');
    await poll(async () => (await api.settings()).behavior.visibility.zIndex).toBe(9999);
    await zIndex(page).fill('2147483648');
    await expect(zIndex(page)).toHaveAccessibleDescription(/Enter a whole number from 1 to 2,147,483,647/);
    await zIndex(page).fill('2147483647');
    await poll(async () => (await api.settings()).behavior.visibility.zIndex).toBe(2_147_483_647);
  });
  await test.step('the language of buttons and times: visitors get its words alone', async () => {
    const field = page.getByRole('combobox', { name: 'Language of buttons and times' });
    await expect(field).toHaveText("The page's");
    await field.click();
    await page.getByRole('option', { name: 'German' }).click();
    await poll(async () => (await api.settings()).behavior.language).toBe('de');
    await poll(async () => (await api.payload()).widget.words).toEqual({ de: ['Schließen'] });
  });
  await test.step('paused, and switched on again', async () => {
    const shown = page.getByRole('switch', { name: 'Show the widget' });
    await shown.click();
    await expect(page.getByText('Paused: visitors see nothing')).toBeVisible();
    await expect(shown).not.toHaveAttribute('aria-busy');
    await poll(api.sent).toEqual([]);
    await shown.click();
    await expect(shown).not.toHaveAttribute('aria-busy');
    await poll(api.sent).toHaveLength(1);
  });
});

test('custom CSS shows in the preview and on a page of the shop, on every part that the list names', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const api = await openScreen(page, async ({ addEvents, addNotification, saveSettings }) => {
    await addNotification({
      type: 'review',
      title: 'Oak Desk',
      message: 'Lovely',
      url: '/desk',
      image: `${baseURL}/favicon.svg`,
      rating: 5,
      code: 'OAK10',
      count: 3,
    });
    // Only what comes from an event says where it comes from, and how old it is. It is the older of the two, so it is next.
    const occurredAt = new Date(Date.now() - HOUR).toISOString();
    await addEvents({ id: '1', kind: 'review', occurredAt, rating: 5, actor: { firstName: 'Ana' }, text: 'Lovely' });
    await saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 3, timeBetween: 1 } } });
  });
  for (const { name } of CSS_EXAMPLES) {
    await page.getByRole('button', { name: 'Add an example' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  const all = CSS_EXAMPLES.map(({ css }) => css).join('\n');
  await poll(async () => (await api.settings()).appearance.customCSS).toBe(all);
  await poll(() => edge(page)).toBe('4px');
  await visitShop(page.context().browser(), baseURL ?? '', api.siteId, async (shop) => {
    await expect(shop.locator('proofbell-widget .notice')).toBeVisible();
    expect(await edge(shop)).toBe('4px');
    for (const { selector } of CSS_PARTS) {
      await expect(shop.locator(`proofbell-widget ${selector}`).first(), selector).toBeAttached();
    }
  });
});

test('what is typed just as the editor takes the place of the text field stays where it was typed', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    // By this clock React pauses after each piece of work, as it does on a slow computer.
    const now = performance.now.bind(performance);
    let late = 0;
    performance.now = () => {
      late += 10;
      return now() + late;
    };
  });
  const api = await openScreen(page);
  await styleSheet(page).evaluate((area) => {
    new MutationObserver((_, observer) => {
      if (area.isConnected) return;
      observer.disconnect();
      document.execCommand('insertText', false, '.');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await openEditor(page);
  await expect(page.locator('.cm-content')).toHaveText('.');
  await page.keyboard.type('title { color: red }');
  await expect(page.locator('.cm-content')).toHaveText('.title { color: red }');
  await poll(async () => (await api.settings()).appearance.customCSS).toBe('.title { color: red }');
});

test('without the editor the text field stays, and saves as well; what is too long is not sent, and stays on the way over another screen and after a reload', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  await page.route(editorFile, (route) => route.abort());
  const api = await openScreen(page);
  await styleSheet(page).fill('.title { color: red }');
  await poll(async () => (await api.settings()).appearance.customCSS).toBe('.title { color: red }');
  await expect(page.locator('.cm-content')).toHaveCount(0);
  await page.unroute(editorFile);
  await page.reload();
  await openEditor(page);
  await page.keyboard.press('ControlOrMeta+a');
  const long = `/* ${'é'.repeat(2_050)} */`;
  await page.keyboard.insertText(long);
  await expect(styleSheet(page)).toHaveAccessibleDescription(/10 bytes too long/);
  await expect(page.locator('.cm-content')).toHaveText(long);
  expect((await api.settings()).appearance.customCSS).not.toContain('é');
  await page.getByRole('link', { name: 'Behavior & Timing' }).click();
  await expect(page.getByRole('heading', { name: 'Behavior & Timing', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Advanced Options' }).click();
  await expect(styleSheet(page)).toHaveValue(long);
  await page.reload();
  await expect(styleSheet(page)).toHaveValue(long);
  await expect(styleSheet(page)).toHaveAccessibleDescription(/10 bytes too long/);
});
