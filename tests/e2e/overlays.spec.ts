// Menus, tooltips and explanations, whose code is loaded as somebody comes near: to pointer, keyboard and screen reader
// they are there from the start, and a connection that is gone costs a word only where something was asked for.
import { expect, type Page } from '@playwright/test';
import { expectNoToast, newOwner, test, toast } from './support/owner.ts';

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

for (const key of ['Enter', 'Space']) {
  test(`closed by mouse on its button, a menu opens again by ${key}`, async ({ page }) => {
    await account(page).click();
    await expect(menu(page)).toBeVisible();
    await account(page).click();
    await expect(menu(page)).toHaveCount(0);
    await expect(account(page)).toBeFocused();
    await page.keyboard.press(key);
    await expect(menu(page)).toBeVisible();
  });
}

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

test('whoever goes on while a menu is being loaded is not called back, and one Escape takes it back', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/menu-list/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const opening = page.getByText('Opening…');
  await account(page).focus();
  await page.keyboard.press('Enter');
  await expect(opening).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opening).toHaveCount(0);
  await expect(account(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opening).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  const code = page.waitForResponse(/menu-list/);
  held.resolve();
  await (await code).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(menu(page)).toHaveCount(0);
  await expect(account(page)).not.toBeFocused();
  // Nothing is left in the way.
  await account(page).press('Enter');
  await expect(menu(page)).toBeVisible();
});

test('a tooltip goes as the pointer leaves the window, or another window is used', async ({ page }) => {
  const theme = page.getByRole('button', { name: 'Theme', exact: true });
  const tooltip = page.getByRole('tooltip', { name: 'Theme' });
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await account(page).hover();
  await account(page).focus();
  await failed;
  await expectNoToast(page);
  await account(page).click();
  await expect(toast(page)).toContainText("Couldn't open this");
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  await page.context().setOffline(false);
  await account(page).click();
  await expect(menu(page)).toBeVisible();
});

test('Escape closes a dialog that is seen before its library listens', async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = document;
    document.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] !== 'keydown') addEventListener.apply(document, args);
    };
  });
  await page.goto('/oak-and-iron/notifications?new=');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
