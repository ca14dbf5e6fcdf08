// An owner's whole day by keyboard alone, on a desk and on a phone with a keyboard: the focus is seen at every stop, and is
// never lost when a dialog closes or a screen changes.
import { expect, type Page } from '@playwright/test';
import { poll, pressWhenIdle } from './support/base.ts';
import { expectFocus, pressOn, tabTo, typeInto } from './support/keyboard.ts';
import { newOwner, PASSWORD, post, test, toast } from './support/owner.ts';
import { NAME, newShop, shopOf, writeNotification } from './support/stats.ts';
import { storePlan } from './support/stored-rows.ts';

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Site:/ });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

const PHONE = { width: 375, height: 812 };
const DESK = { width: 1440, height: 900 };
const isPhone = (page: Page) => page.viewportSize()?.width === PHONE.width;

/** Logs in and makes a site. */
async function expectFirstSite(page: Page): Promise<void> {
  const email = await newOwner(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectFocus(page);
  await typeInto(page, page.getByLabel('Name', { exact: true }), NAME);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Site Setup');
  await expect(title(page)).toBeFocused();
}

async function expectFirstNotification(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expectFirstSite(page);
  await pressOn(page, button(page, 'Copy').first());
  const { siteId } = await shopOf(page, NAME);
  await poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(siteId);
  await expectFocus(page);
  await pressOn(page, page.getByRole('link', { name: 'Write your first notification' }));
  const editor = page.getByRole('dialog');
  await typeInto(page, editor.getByRole('textbox', { name: 'Message' }), 'Ana bought the Oak Desk');
  await pressOn(page, editor.getByRole('button', { name: 'Create notification' }));
  await expect(editor).toHaveCount(0);
  await expect(page.getByText('Ana bought the Oak Desk').first()).toBeVisible();
  await expectFocus(page);
  await tabTo(page, page.getByRole('region', { name: 'Next step' }).getByRole('link'));
}

async function expectWayAround(page: Page): Promise<void> {
  storePlan(await newOwner(page), 'starter');
  for (const name of [NAME, 'Café Olivia']) await post(page, '/api/sites', { name });
  await page.goto('/oak-and-iron/dashboard');
  await expect(title(page)).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await pressOn(page, button(page, 'Search and commands'));
  await expect(palette.getByRole('combobox')).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(palette).toHaveCount(0);
  await expect(button(page, 'Search and commands')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('site setup');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Site Setup');
  await expect(title(page)).toBeFocused();

  if (isPhone(page)) {
    const opener = button(page, 'Open site menu');
    await tabTo(page, opener, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Site Setup' })).toBeFocused();
    await pressWhenIdle(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await pressOn(page, page.getByRole('link', { name: 'Behavior & Timing' }));
  await expect(title(page)).toHaveText('Behavior & Timing');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title(page)).toBeFocused();

  await tabTo(page, switcher(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  if (isPhone(page)) {
    await pressWhenIdle(page, 'Escape');
    await expect(switcher(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('navigation', { name: 'Sites' }).getByRole('link', { name: 'Café Olivia' }));
  } else {
    await expect(page.getByRole('menuitem', { name: NAME })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Café Olivia' })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/\/cafe-olivia\/behavior$/);
  await expect(switcher(page)).toContainText('Café Olivia');
  await expectFocus(page);
}

async function expectWayBack(page: Page): Promise<void> {
  const shop = await newShop(page);
  for (const message of ['Ana bought the Oak Desk', 'Jonas likes the Linen Lamp']) {
    await writeNotification(page, shop, message);
  }
  await page.goto('/oak-and-iron/notifications');
  const menu = button(page, /^Actions for “Ana/);
  await pressOn(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  await expectFocus(page);
  // The key that leads to messages, as they say.
  await expect(toast(page)).toContainText('Notification deleted');
  await page.keyboard.press('F8');
  await pressOn(page, toast(page).getByRole('button', { name: 'Undo' }));
  await expect(menu).toBeVisible();
  await expectFocus(page);

  await page.goto('/oak-and-iron/advanced');
  const remove = button(page, 'Delete site');
  await pressOn(page, remove);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(NAME);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectFocus(page);
}

test('by keyboard alone an owner logs in and makes a site', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await expectFirstSite(page);
});

test('so the snippet is copied and the first notification written', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize(DESK);
  await expectFirstNotification(page);
});

test('a notification is deleted and brought back, a site deleted once its name is typed', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await expectWayBack(page);
});

test('the palette, the navigation and the switch of sites lead on, and the sub-page stays', { tag: '@long' }, async ({
  page,
}) => {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectWayAround(page);
  }
});
