// The list of notifications and its editor in a real browser: actions, refusals, and where the focus is.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

test('a notification can be written, copied, activated and deleted without losing the focus [spec 4.duplicate.1 8.notification-toasts.1]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/notifications');
  const add = page.getByRole('button', { name: 'New notification' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await add.click();
  await message.fill('Ana bought the Oak Desk');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Notification created');
  await expect(add).toBeFocused();

  const menu = page.getByRole('button', { name: 'Actions for “Ana bought the Oak Desk”', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'Edit notification' });
  await expect(copy.getByRole('textbox', { name: /^Internal name/ })).toHaveValue('Ana bought the Oak Desk (Copy)');
  // Two live ones with the same words would help nobody.
  await expect(copy.getByRole('combobox', { name: 'Status' })).toHaveText('Inactive');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByText('Ana bought the Oak Desk (Copy)')).toBeVisible();
  await page.getByRole('tab', { name: 'Off 1' }).click();
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.getByRole('tab', { name: 'All 2' }).click();
  await page.getByRole('switch', { name: /\(Copy\)/ }).click();
  await expect(toast(page)).toContainText('Notification activated');

  await page.getByRole('button', { name: /^Actions for .*\(Copy\)/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Notification deleted');
  await expect(page.getByRole('button', { name: /^Actions for “Ana/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeFocused();
});

test('the editor asks before discarding work, and shows issues on their fields', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/dashboard');
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'New notification' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  const message = editor.getByRole('textbox', { name: 'Message' });
  const link = editor.getByRole('textbox', { name: /^Link/ });
  await message.fill('<b></b>');
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(message).toHaveAccessibleDescription(/tags are removed/i);
  await link.fill('javascript:alert(1)');
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(link).toHaveAccessibleDescription(/Must start with/);
  await link.focus();
  // The first Escape is the toast's.
  await expect(toast(page)).toHaveText('Failed to create notification');
  await page.keyboard.press('Escape');
  await expect(toast(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // The browser's back button is another way out.
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
});

test('empty, with a next step and with a list, the screen has one primary button', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/notifications');
  const expectOnePrimary = async (name: string) => {
    const primary = page.getByRole('main').locator('a, button').and(page.locator('.bg-accent'));
    await expect(primary.filter({ visible: true })).toHaveText([name]);
  };
  await expect(page.getByRole('button', { name: 'Write your own' })).toBeVisible();
  await expectOnePrimary('Write your own');
  const api = await makeApi(page);
  await api.addNotification({ message: 'Sold' });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Next step' })).toBeVisible();
  await expectOnePrimary('New notification');
});

test('the longest word an owner can write does not widen the page', async ({ page }) => {
  await newOwner(page, 'N'.repeat(80));
  const { data } = await (await page.request.get('/api/sites')).json();
  const { slug } = data.sites[0];
  await page.goto(`/${slug}/notifications`);
  await page.getByRole('button', { name: 'New notification' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('m'.repeat(500));
  await page.getByRole('textbox', { name: /^Title/ }).fill('t'.repeat(80));
  await page.getByRole('textbox', { name: /^Internal name/ }).fill('l'.repeat(80));
  await page.getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created');
  for (const path of [
    `/${slug}/notifications`,
    `/${slug}/dashboard`,
    `/${slug}/site-setup`,
    '/dashboard',
    '/create-site',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await poll(excess, `${path} at ${width} px`).toBe(0);
    }
  }
});

test('without a network the switch goes back at once and the toast says why', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Ana bought the Oak Desk');
  await page.keyboard.press('Control+Enter');
  const status = page.getByRole('switch').first();
  await expect(status).toBeChecked();
  await page.context().setOffline(true);
  await status.click();
  await expect(toast(page)).toContainText('Network connection issue.');
  await expect(status).toBeChecked();
  await page.context().setOffline(false);
  await status.click();
  await expect(toast(page)).toContainText('Notification deactivated');
});
