// The command palette and the keyboard shortcuts: what they find and do, by keyboard and by pointer, and when a key is
// none of theirs.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { pressWhenIdle } from './support/base.ts';
import { test, toast } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';

const opener = (page: Page) => page.getByRole('button', { name: 'Search and commands' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => palette(page).getByRole('combobox');
const result = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });
const keys = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function openSite(page: Page, screen = 'notifications'): Promise<void> {
  await ownerAt(page, `/oak-and-iron/${screen}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('by keyboard alone it opens, finds a screen and leads there, where the heading has the focus', async ({
  page,
}) => {
  await openSite(page, 'documentation');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('rules targ');
  await expect(chosen(page)).toHaveText(/Rules & Targeting/);
  // Beside it, another says that notifications are searched.
  await expect(palette(page).getByRole('status').filter({ hasText: '1 result' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/oak-and-iron\/rules$/);
  await expect(palette(page)).toHaveCount(0);
  await expect(title(page, 'Rules & Targeting')).toBeFocused();
});

test('it finds notifications by their text, opens the editor of one, and does what it offers: copy the snippet, theme, keys, new notification, new site, log out', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSite(page, 'dashboard');
  const api = await makeApi(page);
  await api.addNotification({ message: 'Ana bought the Oak Desk', name: 'First order' });
  await api.addNotification({ message: 'Ben bought a lamp', status: 'inactive' });
  await opener(page).click();
  await field(page).fill('oak desk');
  await expect(palette(page).getByText('Notifications of Oak & Iron')).toBeVisible();
  await expect(result(page, /Oak Desk/)).toHaveCount(1);
  await field(page).fill('lamp');
  await expect(chosen(page)).toContainText('Ben bought a lamp');
  await expect(chosen(page)).toContainText('Off');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Edit/ }).getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Ben bought a lamp',
  );
  await pressWhenIdle(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const run = async (search: string, name: string) => {
    await opener(page).click();
    await field(page).fill(search);
    await result(page, name).click();
  };
  await run('copy', 'Copy the snippet of Oak & Iron');
  await expect(toast(page)).toContainText('Snippet copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`data-site-id="${api.siteId}"`);
  await run('dark', 'Switch to the dark theme');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await run('shortcuts', 'Keyboard shortcuts');
  await expect(keys(page)).toBeVisible();
  // In a dialog they are none of the screen's.
  for (const key of ['g', 'a']) await page.keyboard.press(key);
  await pressWhenIdle(page, 'Escape');
  await expect(keys(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/oak-and-iron\/notifications/);
  await run('new notif', 'New notification for Oak & Iron');
  await expect(page).toHaveURL(/\/oak-and-iron\/notifications/);
  const type = page.getByRole('dialog', { name: 'New notification' }).getByRole('combobox', { name: 'Type' });
  await expect(type).toHaveText('Announcement');
  await pressWhenIdle(page, 'Escape');
  await run('add new', 'Add New Site');
  await expect(page).toHaveURL(/\/create-site$/);
  await run('log out', 'Log out');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('nothing found, notifications that load or cannot: each is said', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/settings');
  const held = Promise.withResolvers<void>();
  let isDown = false;
  await page.route(/widgets\.bySite/, async (route) => {
    if (isDown) return route.fulfill({ status: 400, json: { code: 'validation', message: 'Not now' } });
    await held.promise;
    isDown = true;
    return route.fulfill({ status: 400, json: { code: 'validation', message: 'Not now' } });
  });
  await opener(page).click();
  await field(page).fill('zebra');
  const nothing = palette(page).getByText('Nothing found for “zebra”.');
  await expect(palette(page).getByText('Searching the notifications of Oak & Iron...')).toBeVisible();
  await expect(nothing).toHaveCount(0);
  held.resolve();
  await expect(palette(page).getByRole('alert')).toHaveText("Couldn't search the notifications of Oak & Iron. Not now");
  // What can't be searched may well hold it.
  await expect(nothing).toHaveCount(0);
});

/** Presses g and then a letter. */
async function go(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
}

test('without a connection the press is answered, and works once it is back; by pointer it opens, too, fits a phone and is accessible, as the list of keys is; g and a letter lead to a screen, but not in a field', {
  tag: '@long',
}, async ({ page }) => {
  await openSite(page);
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(toast(page)).toContainText("Couldn't open this");
  await page.context().setOffline(false);
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await palette(page).getByRole('button', { name: 'Close' }).click();

  await page.setViewportSize({ width: 320, height: 760 });
  await opener(page).click();
  await expect(field(page)).toBeFocused();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await expect(palette(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('?');
  await expect(keys(page)).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await pressWhenIdle(page, 'Escape');
  await expect(keys(page)).toHaveCount(0);

  await go(page, 's');
  await expect(title(page, 'Site Setup')).toBeFocused();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await page.keyboard.type('g n?');
  await expect(name).toHaveValue('g n?');
  await expect(keys(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/site-setup$/);
});

test('the keys are off once turned off, here and after a reload; the search stays; the settings choose keys and theme', {
  tag: '@long',
}, async ({ page }) => {
  await openSite(page);
  await page.keyboard.press('?');
  await keys(page).getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await pressWhenIdle(page, 'Escape');
  await expect(keys(page)).toHaveCount(0);
  const pressAll = async () => {
    for (const key of ['?', 'Control+k', 'g', 's']) await page.keyboard.press(key);
  };
  await pressAll();
  await page.reload();
  await expect(title(page, 'Notifications')).toBeVisible();
  await pressAll();
  // Whatever a key had opened would be on the page before this.
  await opener(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(palette(page)).toBeVisible();
  await expect(page).toHaveURL(/\/notifications$/);
  await pressWhenIdle(page, 'Escape');
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await title(page, 'User Settings').click();
  await page.keyboard.press('?');
  await expect(keys(page)).toBeVisible();
  await pressWhenIdle(page, 'Escape');
  await expect(keys(page)).toHaveCount(0);

  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.reload();
  await expect(page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' })).toBeChecked();
});
