// Menus, tooltips and explanations, whose code is loaded as somebody comes near: to pointer, keyboard and screen reader
// they are there from the start, and a connection that is gone costs a word only where something was asked for.
import { expect, type Page } from '@playwright/test';
import { newOwner, test, toast } from './support/owner.ts';

const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });
const menu = (page: Page) => page.getByRole('menu', { name: 'Account' });

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/dashboard');
});

test('a menu opens by pointer, closes on its button, and gives the focus back', async ({ page }) => {
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  await account(page).click();
  await expect(menu(page)).toBeVisible();
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true');
  await account(page).click();
  await expect(menu(page)).toHaveCount(0);
  await account(page).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(account(page)).toBeFocused();
});

for (const key of ['Enter', 'Space', 'ArrowDown']) {
  test(`opened by ${key}, the first item of a menu has the focus, also before its code was there`, async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/menu-list/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await account(page).focus();
    await page.keyboard.press(key);
    held.resolve();
    await expect(menu(page).getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu(page).getByRole('menuitem').nth(1)).toBeFocused();
  });
}

test('a tooltip comes on hover and on keyboard focus, and goes with them', async ({ page }) => {
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
});

test('without a connection coming near says nothing, a press says what happened, and later it works', async ({
  page,
}) => {
  await page.context().setOffline(true);
  await account(page).hover();
  await account(page).focus();
  await expect(toast(page)).toHaveCount(0);
  await account(page).click();
  await expect(toast(page)).toContainText("Couldn't open this");
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  await page.context().setOffline(false);
  await account(page).click();
  await expect(menu(page)).toBeVisible();
});
