// How settings are saved, in a real browser: by themselves, undone, in two tabs, offline, and when the session, the server
// or the site is gone. What is sent when, and what wins, is src/client/settings's, whose tests try every case.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { hold } from './support/answer.ts';
import { box, choice, SAVED, state } from './support/appearance.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { endSession, logIn, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi, type OwnerApi } from './support/owner-api.ts';
import { framed, withoutPreview } from './support/preview.ts';
import { builder, press } from './support/rules-screen.ts';

const APPEARANCE = '/oak-and-iron/appearance';
const SAVING = '**/api/trpc/**widgets.saveSettings*';
const size = (page: Page) => box(page, 'Font size');
const radius = (page: Page) => box(page, 'Corner radius');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const mode = (page: Page) => page.getByRole('combobox', { name: 'Preview' });

/** The screen without its preview, which waits behind its button: it isn't what these tests are about. */
async function open(page: Page): Promise<{ email: string; api: OwnerApi }> {
  await withoutPreview(page);
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto(APPEARANCE);
  await expect(state(page)).toHaveText(SAVED);
  return { email, api: await makeApi(page) };
}

/** Goes on by the sidebar. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** @returns the appearance that the server has. */
const stored = async ({ settings }: OwnerApi) => (await settings()).appearance;

test('a change is saved by itself, and so is its undoing [spec 4.auto-save.1]', { tag: '@short' }, async ({ page }) => {
  const { api } = await open(page);
  await size(page).fill('20');
  await poll(async () => (await stored(api)).typography.fontSize).toBe('20px');
  await expect(state(page)).toHaveText(SAVED);
  await undo(page).click();
  await expect(size(page)).toHaveValue('14');
  await poll(async () => (await stored(api)).typography.fontSize).toBe('14px');
  await expect(state(page)).toHaveText(SAVED);
  await size(page).fill('22');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(size(page)).toHaveValue('14');
});

test('undo and redo go across screens, and the undo button keeps the focus when nothing is left', {
  tag: '@long',
}, async ({ page }) => {
  const { api } = await open(page);
  await test.step('by keys, on another screen', async () => {
    await size(page).fill('20');
    await expect(state(page)).toHaveText(SAVED);
    await choice(page, 'Theme', 'Midnight').click();
    await page.getByRole('link', { name: 'Behavior & Timing' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Behavior & Timing' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(undo(page)).toBeDisabled();
    await page.getByRole('button', { name: /^Redo/ }).click();
    await goTo(page, 'Appearance & Design');
    await expect(size(page)).toHaveValue('20');
    await expect(state(page)).toHaveText(SAVED);
    const appearance = await stored(api);
    expect(appearance.typography.fontSize).toBe('20px');
    expect(appearance.brandColors.backgroundColor).toBe('#ffffff');
  });
  await test.step('the focus', async () => {
    await undo(page).focus();
    await page.keyboard.press('Enter');
    await expect(size(page)).toHaveValue('14');
    await expect(undo(page)).toBeFocused();
    await expect(undo(page)).toBeDisabled();
    await poll(async () => (await stored(api)).typography.fontSize).toBe('14px');
    await expect(state(page)).toHaveText(SAVED);
  });
  await test.step('by the pointer, and by keys in the field', async () => {
    await size(page).fill('20');
    await expect(state(page)).toHaveText(SAVED);
    await undo(page).click();
    await expect(size(page)).toHaveValue('14');
    await size(page).fill('22');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(size(page)).toHaveValue('14');
  });
});

test('two tabs that change different settings lose nothing; with the same one, the later wins and the other is told', {
  tag: '@long',
}, async ({ page, context }) => {
  const { api } = await open(page);
  const other = await context.newPage();
  await other.goto(APPEARANCE);
  await size(page).fill('18');
  await radius(other).fill('3');
  await expect(state(page)).toHaveText(SAVED);
  await expect(radius(page)).toHaveValue('3');
  await expect(size(other)).toHaveValue('18');

  await size(other).fill('12');
  await expect(page.getByRole('status').getByText('A setting was changed elsewhere')).toBeVisible();
  await expect(page.getByText(/newer values: Font size/)).toBeVisible();
  await expect(size(page)).toHaveValue('12');
  const mine = page.getByRole('button', { name: 'Use mine' });
  await mine.focus();
  await page.keyboard.press('Enter');
  await expect(mine).toHaveCount(0);
  await expect(state(page), 'the focus stays on the screen').toBeFocused();
  await expect(size(page)).toHaveValue('18');
  await expect(size(other)).toHaveValue('18');
  await expect(other.getByText('A setting was changed elsewhere')).toBeVisible();
  await other.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(other.getByText('A setting was changed elsewhere')).toHaveCount(0);
  await poll(() => stored(api)).toMatchObject({
    typography: { fontSize: '18px' },
    layout: { borderRadius: 3 },
  });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(size(page)).toHaveValue('12');
  await poll(async () => (await stored(api)).typography.fontSize).toBe('12px');
  // What was typed just before a page is left is saved, too.
  await expect(size(other)).toHaveValue('12');
  await size(other).fill('17');
  await other.goto('about:blank');
  await poll(async () => (await stored(api)).typography.fontSize).toBe('17px');
});

test('without a connection a change waits, and is saved once it is back', async ({ page, context }) => {
  const { api } = await open(page);
  await context.setOffline(true);
  await size(page).fill('19');
  await expect(page.getByRole('alert')).toContainText("Your changes aren't saved yet");
  await expect(page.getByRole('alert')).toContainText('check your internet connection');
  await context.setOffline(false);
  await expect(state(page)).toHaveText(SAVED);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await stored(api)).typography.fontSize).toBe('19px');
});

test('what could not be saved is tried again by itself or by a press, and is not lost by closing the tab; of a site that was deleted meanwhile it stays, too', {
  tag: '@long',
}, async ({ page, context }) => {
  const { api } = await open(page);
  await test.step('an unavailable server is asked again until it answers', async () => {
    let refusals = 2;
    await page.route(SAVING, (route) =>
      refusals-- > 0
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again later', requestId: 'x' } })
        : route.continue(),
    );
    await size(page).fill('16');
    await expect(page.getByRole('alert')).toContainText('we keep trying');
    await expect(size(page)).toHaveValue('16');
    await expect(state(page)).toHaveText(SAVED);
    expect((await stored(api)).typography.fontSize).toBe('16px');
    await page.unroute(SAVING);
  });
  await test.step('the owner tries again', async () => {
    await page.route(SAVING, (route) => route.abort());
    await size(page).fill('20');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.unroute(SAVING);
    await page.keyboard.press('Enter');
    await expect(again).toHaveCount(0);
    await expect(state(page)).toBeFocused();
  });
  await test.step('the tab is closed, and the screen opened again', async () => {
    await page.route(SAVING, (route) => route.abort());
    await size(page).fill('21');
    await expect(page.getByRole('alert')).toContainText("They're kept in this browser");
    await page.close();
  });
  const next = await context.newPage();
  await next.goto(APPEARANCE);
  await expect(size(next)).toHaveValue('21');
  await expect(state(next)).toHaveText(SAVED);
  await poll(async () => (await stored(api)).typography.fontSize).toBe('21px');

  const release = await hold(next, SAVING);
  await size(next).fill('23');
  await api.deleteSite();
  release();
  await expect(next.getByRole('alert')).toContainText('This site no longer exists');
  await expect(size(next)).toHaveValue('23');
});

test('a session that ends in the middle of typing costs a login, not the change; logging out saves first', {
  tag: '@long',
}, async ({ page }) => {
  const { email, api } = await open(page);
  await endSession(page);
  await size(page).fill('15');
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, email);
  await expect(page).toHaveURL(new RegExp(APPEARANCE));
  await expect(size(page)).toHaveValue('15');
  await expect(state(page)).toHaveText(SAVED);
  expect((await stored(api)).typography.fontSize).toBe('15px');

  await page.clock.install();
  await size(page).fill('19');
  const saving = page.waitForResponse((answer) => answer.url().includes('saveSettings') && answer.ok());
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await saving;
  await expect(toast(page)).toContainText(/logged out/i);
});

const choose = async (page: Page, name: string) => {
  await mode(page).click();
  await page.getByRole('option', { name }).click();
};

/** @returns an owner with settings of their own and a template for most of them; no screen is opened yet. */
async function withTemplate(page: Page): Promise<OwnerApi> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({
    appearance: { brandColors: { textColor: '#102030' }, layout: { borderRadius: 2 } },
    rules: { conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] },
  });
  await api.addTemplate({
    name: 'Night sale',
    category: 'discounts',
    type: 'discount',
    settings: { message: '10% off tonight' },
    customization: {
      brandColors: { backgroundColor: '#101820' },
      layout: { borderRadius: 28 },
      customCSS: '.title { color: red }',
    },
    displayRules: {
      match: 'any',
      conditions: [
        { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
        { type: 'visitor', operator: 'is', value: ['new'] },
      ],
    },
  });
  return api;
}

test('a template is previewed read-only on each screen, with its values first, while what is unfinished waits, and is copied by one button [spec 4.preview.1 4.preview.2]', {
  tag: '@long',
}, async ({ page }) => {
  const api = await withTemplate(page);
  const own = { brandColors: { backgroundColor: '#ffffff' }, layout: { borderRadius: 2 }, customCSS: '' };
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('templates.list') && asked.push(request.url()));
  await page.goto('/oak-and-iron/rules');
  await page.getByRole('button', { name: 'The device is mobile' }).click();
  await press(page, 'Mobile');
  await goTo(page, 'Appearance & Design');
  await expect(framed(page)).toHaveCSS('border-radius', '2px');
  expect(asked).toEqual([]);
  await choose(page, 'Template: Night sale');
  expect(asked).toHaveLength(1);
  const background = box(page, 'Background color');
  await test.step('Appearance & Design: from the template where it has a value', async () => {
    await expect(background).toHaveValue('#101820');
    await expect(background).toBeDisabled();
    await expect(box(page, 'Text color')).toHaveValue('#102030');
    await expect(page.getByText('From the template').first()).toBeVisible();
    await expect(page.getByText('Values come from the template “Night sale” where it has them')).toBeVisible();
    await expect(page.getByText(/custom CSS isn't shown in the preview/)).toBeVisible();
    await expect(framed(page)).toHaveCSS('border-radius', '28px');
    await expect(framed(page)).toHaveCSS('color', 'rgb(16, 32, 48)');
  });
  await test.step('Advanced Options: the switch and the deletion are no settings', async () => {
    await goTo(page, 'Advanced Options');
    await expect(page.getByRole('button', { name: 'Import settings' })).toBeDisabled();
    await expect(box(page, 'Stacking order (z-index)')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Add an example' })).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Show the widget' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Delete site' })).toBeEnabled();
    const css = box(page, 'Style sheet');
    await expect(css).toHaveText('.title { color: red }');
    await css.click();
    await page.keyboard.type('x');
    await expect(css).toHaveText('.title { color: red }');
    // What is exported is the owner's.
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export settings' }).click();
    const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
    expect(file.settings.appearance.customCSS).toBe('');
  });
  await test.step('Rules & Targeting: what is unfinished waits', async () => {
    await goTo(page, 'Rules & Targeting');
    const shows = 'Shows when at least one of these is true:';
    await expect(
      page.getByText(`${shows} the time of day is between 22:00 and 06:00 or the visitor is new.`),
    ).toBeVisible();
    await expect(builder(page).getByText('The visitor is new', { exact: true })).toBeVisible();
    await expect(builder(page).getByRole('radio', { name: 'All', exact: true })).toBeDisabled();
    await expect(
      page.getByRole('button', { name: /^(Add condition|Add group|Duplicate|Remove|The visitor is new)$/ }),
    ).toHaveCount(0);
  });
  expect(await stored(api)).toMatchObject(own);
  await goTo(page, 'Appearance & Design');
  await page.getByRole('button', { name: 'Use these settings' }).click();
  await expect(background).toBeEnabled();
  await expect(state(page)).toHaveText(SAVED);
  expect(await stored(api)).toMatchObject({
    brandColors: { backgroundColor: '#101820', textColor: '#102030', primaryColor: '#3498db' },
    layout: { borderRadius: 28 },
    customCSS: '.title { color: red }',
  });
});

test('the templates to preview are on two pages, and one that failed is asked for again when the list is opened', {
  tag: '@long',
}, async ({ page }) => {
  await open(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  let isFailing = true;
  let template: object | undefined;
  await page.route('**/api/trpc/**templates.list**', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const input: { json?: { page?: number } } = JSON.parse(searchParams.get('input') ?? '{}');
    const number = input.json?.page ?? 1;
    if (isFailing && number === 2) return route.abort();
    const answer = await route.fetch();
    const body = await answer.json();
    const list = body.result.data.json;
    template ??= list.templates[0];
    // As if there were more than a page holds.
    Object.assign(list, { total: 225, templates: [{ ...template, id: `t${number}`, name: `From page ${number}` }] });
    await route.fulfill({ response: answer, json: body });
  });
  const search = page.getByPlaceholder('Search templates');
  await mode(page).click();
  await search.fill('From');
  await expect(page.getByText("Couldn't load your templates.")).toBeVisible();
  await pressWhenIdle(page, 'Escape');
  isFailing = false;
  await mode(page).click();
  for (const number of [1, 2])
    await expect(page.getByRole('option', { name: `Template: From page ${number}` })).toBeVisible();
  await search.fill('page 2');
  await expect(page.getByRole('option', { name: 'Template: From page 1' })).toHaveCount(0);
});

test('the next owner in the same browser gets nothing of the last one', { tag: '@long' }, async ({ page }) => {
  const second = await newOwner(page, 'Oak & Iron');
  const secondWidget = (await makeApi(page)).widgetId;
  await post(page, '/api/auth/logout', {});
  const { api } = await open(page);
  // As if both had the same widget: then nothing but the user tells their changes apart.
  await page.route('**/api/trpc/**widgets.bySite**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(secondWidget, api.widgetId) });
  });
  await page.route(SAVING, (route) => route.abort());
  await size(page).fill('22');
  await expect(page.getByRole('alert')).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).toContain('22px');
  // Without a reload, which would forget what is in memory.
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await logIn(page, second);
  await page.getByRole('link', { name: 'Oak & Iron' }).first().click();
  await page.getByRole('link', { name: 'Appearance & Design' }).click();
  await expect(size(page)).toHaveValue('14');
  await expect(state(page)).toHaveText(SAVED);
  expect(await kept()).toContain('22px');
});

test('where the browser keeps nothing, settings open all the same, and closing the tab asks on every screen', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: blocked });
    Object.defineProperty(window, 'BroadcastChannel', { value: blocked });
  });
  await open(page);
  await page.route(SAVING, (route) => route.abort());
  await size(page).fill('22');
  await expect(page.getByRole('alert')).toContainText("Your changes aren't saved yet");
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oak & Iron' })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('without a widget there is nothing to change or to save, until it is loaded [spec 4.auto-save.1]', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  await newOwner(page, 'Oak & Iron');
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('saveSettings') && saves.push(request.url()));
  await page.route(/widgets\.bySite/, (route) => route.abort());
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load your settings" });
  await page.goto('/oak-and-iron/rules');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  for (const [name, control] of [
    ['Appearance & Design', 'Font size'],
    ['Behavior & Timing', 'First notification after'],
    ['Advanced Options', 'Stacking order (z-index)'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(box(page, control)).toHaveCount(0);
    await expect(page.getByText('All changes saved')).toHaveCount(0);
  }
  await page.unroute(/widgets\.bySite/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(box(page, 'Stacking order (z-index)')).toHaveValue('9999');
  expect(saves).toEqual([]);
  await box(page, 'Stacking order (z-index)').fill('10');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await poll(() => saves.length).toBe(1);
});
