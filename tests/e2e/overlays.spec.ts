// Menus and tooltips, and what is loaded when it is asked for: dialogs, and the screens that links lead to. To pointer, keyboard
// and screen reader they are there from the start; a connection that is gone costs a word only where something was asked
// for, the screen stays with what was typed on it, and later the same button works.
import { expect, type Page } from '@playwright/test';
import { hold } from './support/answer.ts';
import { pressWhenIdle } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';

const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const siteNav = (page: Page) => page.getByRole('navigation', { name: 'Site', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('menu', { name: 'Account' });

test('a menu opens by pointer and by key, closes on its button, and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await ownerAt(page, '/oak-and-iron/documentation');
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  await account(page).click();
  await expect(menu(page)).toBeVisible();
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true');
  await account(page).click();
  await expect(menu(page)).toHaveCount(0);
  // Closed by mouse on its button, it opens again by key, with the first item focused.
  await expect(account(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('menuitem').nth(1)).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(account(page)).toBeFocused();
});

test.describe('on a dashboard', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await ownerAt(page, '/oak-and-iron/dashboard');
  });

  test('a tooltip comes on hover and on keyboard focus, and goes with them, as the pointer leaves the window, or another one is used', {
    tag: '@long',
  }, async ({ page }) => {
    const theme = page.getByRole('button', { name: 'Theme', exact: true });
    const tooltip = page.getByRole('tooltip', { name: 'Theme' });
    await theme.hover();
    await expect(tooltip).toBeVisible();
    // A hand moves by and by; the way to the tooltip itself keeps it open.
    await page.mouse.move(700, 500, { steps: 8 });
    await expect(tooltip).toHaveCount(0);
    await account(page).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(theme).toBeFocused();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(tooltip).toHaveCount(0);

    await theme.hover();
    await expect(tooltip).toBeVisible();
    // As browsers tell it: no element is what it goes to.
    await theme.dispatchEvent('pointerout', { relatedTarget: null });
    await expect(tooltip).toHaveCount(0);
    await page.mouse.move(700, 500);
    await theme.hover();
    await expect(tooltip).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(tooltip).toHaveCount(0);
  });

  test('Escape closes a dialog that is seen before its library listens', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => {
      const { addEventListener } = document;
      document.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        if (args[0] !== 'keydown') addEventListener.apply(document, args);
      };
    });
    await page.goto('/oak-and-iron/notifications?new=');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Message' })).toBeFocused();
    // A question over it, too.
    await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Half written');
    await pressWhenIdle(page, 'Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await pressWhenIdle(page, 'Escape');
    await expect(question).toHaveCount(0);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('');
    await pressWhenIdle(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a link that is pointed at or focused has its screen loaded, code and data, so that it opens without the server; a finger that scrolls over links loads nothing', {
    tag: '@long',
  }, async ({ page }) => {
    const api = await makeApi(page);
    await api.addNotification({ message: 'Ana bought the Oak Desk' });
    await page.goto('/settings');
    await expect(title(page)).toBeVisible();
    const entry = (name: string) => siteNav(page).getByRole('link', { name, exact: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const name of ['Notifications', 'Rules & Targeting', 'Site Analytics', 'Performance']) {
      await entry(name).dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true });
    }
    const near = page.waitForRequest(/behavior-page-/);
    await entry('Behavior & Timing').hover();
    await near;
    expect(asked.filter((url) => /-page-/.test(url) && !/behavior-page-/.test(url))).toEqual([]);

    const list = page.waitForResponse(/notifications\.list/);
    const code = page.waitForResponse(/notifications-page-/);
    await entry('Notifications').hover();
    await Promise.all([list, code]);
    const other = page.waitForResponse(/performance-page-/);
    await entry('Performance').focus();
    await other;
    await page.context().setOffline(true);
    await entry('Notifications').click();
    await expect(page.getByText('Ana bought the Oak Desk')).toBeVisible();
    await entry('Performance').click();
    await expect(title(page)).toHaveText(/Performance/);
  });
});

const DIALOGS = [
  { press: 'Import settings', opens: 'Import settings' },
  { press: 'Delete site', opens: 'Delete Oak & Iron?' },
  { press: "Why don't I see it?", opens: "Why don't I see it?" },
  { press: 'Open my page with this', opens: 'Open my page with this' },
];

test('on a screen of settings every dialog fails gently, and opens later; while it is on its way, the screen says so', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await ownerAt(page, '/oak-and-iron/advanced');
  const typed = page.getByRole('textbox', { name: 'Stacking order (z-index)' });
  await typed.fill('-5');
  await page.context().setOffline(true);
  for (const { press } of DIALOGS) {
    await button(page, press).click();
    await expect(toast(page), press).toContainText("Couldn't open this");
    await toast(page).getByRole('button', { name: 'Close' }).click();
    await expect(toast(page)).toHaveCount(0);
    await expect(typed).toHaveValue('-5');
  }
  await page.context().setOffline(false);
  const release = await hold(page, /import-dialog/);
  for (const { press, opens } of DIALOGS) {
    await button(page, press).click();
    if (press === 'Import settings') {
      await expect(page.getByRole('status').filter({ hasText: 'Opening…' })).toBeVisible();
      release();
    }
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible();
    await expect(page.getByText('Opening…')).toHaveCount(0);
    await pressWhenIdle(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, press)).toBeFocused();
  }
  await expect(typed).toHaveValue('-5');
});

test('the editor, its sections and the templates fail gently, too', { tag: '@long' }, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.addNotification({ message: 'Sold' });
  await page.goto('/oak-and-iron/notifications');
  await expect(page.getByText('Sold')).toBeVisible();
  await page.context().setOffline(true);
  await button(page, 'New notification').click();
  await expect(toast(page)).toContainText("Couldn't open this");
  await page.getByRole('link', { name: 'Templates', exact: true }).click();
  await expect(page.getByText("Couldn't load this part of the page")).toBeVisible();
  await page.context().setOffline(false);
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
  await page.goBack();
  await button(page, 'New notification').click();
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await message.fill('Half written');
  await page.context().setOffline(true);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Appearance/ })
    .click();
  await expect(page.getByText("Couldn't load this part of the page")).toBeVisible();
  await expect(message).toHaveValue('Half written');
  await page.context().setOffline(false);
  await button(page, 'Try again').click();
  await expect(page.getByRole('dialog').getByText('Hover effect')).toBeVisible();
});
