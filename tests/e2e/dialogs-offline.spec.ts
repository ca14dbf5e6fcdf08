// Attack: the code of a dialog can't be loaded, as without a connection: the screen stays with what was typed on it, and
// once the connection is back, the same button works.
import { expect, type Page } from '@playwright/test';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const DIALOGS = [
  { press: 'Import settings', opens: 'Import settings' },
  { press: 'Delete site', opens: 'Delete Oak & Iron?' },
  { press: "Why don't I see it?", opens: "Why don't I see it?" },
  { press: 'Open my page with this', opens: 'Open my page with this' },
];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('on a screen of settings every dialog fails gently, and opens later', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/advanced');
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
  for (const { press, opens } of DIALOGS) {
    await button(page, press).click();
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, press)).toBeFocused();
  }
  await expect(typed).toHaveValue('-5');
});

test('while a dialog is on its way, the screen says so', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/advanced');
  const held = Promise.withResolvers<void>();
  await page.route(/import-dialog/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, 'Import settings').click();
  await expect(page.getByRole('status').filter({ hasText: 'Opening…' })).toBeVisible();
  held.resolve();
  await expect(page.getByRole('dialog', { name: 'Import settings' })).toBeVisible();
  await expect(page.getByText('Opening…')).toHaveCount(0);
});

test('so do the editor, its sections and the templates', async ({ page }) => {
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

test('whoever goes on while a list is on its way is not called back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/advanced');
  const held = Promise.withResolvers<void>();
  await page.route(/combobox-list/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const combobox = page.getByRole('combobox', { name: 'Preview' });
  await combobox.click();
  await expect(combobox).toHaveAttribute('aria-expanded', 'true');
  await combobox.click();
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  await combobox.click();
  await expect(combobox).toHaveAttribute('aria-expanded', 'true');
  const arrived = page.waitForResponse(/combobox-list/);
  await page.keyboard.press('Tab');
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  held.resolve();
  await (await arrived).finished();
  await combobox.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(combobox).toBeFocused();
});
