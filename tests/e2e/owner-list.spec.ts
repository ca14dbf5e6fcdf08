// The list of notifications and its editor in a real browser: actions, refusals, and where the focus is; the addresses that
// lead to the very place; and links as owners type them, without https://, which every field completes or refuses.
import { expect, type Locator, type Page } from '@playwright/test';
import { overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle, settled } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi, type OwnerApi, ownerAt } from './support/owner-api.ts';
import { NAME, newShop, writeNotification } from './support/stats.ts';

test('a notification can be written, copied, activated and deleted without losing the focus [spec 4.duplicate.1 8.notification-toasts.1]', {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/notifications');
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
  await pressWhenIdle(page, 'Escape');
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

test('the editor asks before it discards work, on Escape and the browser’s back button, too, and issues stand at their fields', {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/dashboard');
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'New notification' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  const link = editor.getByRole('textbox', { name: /^Link/ });
  const message = editor.getByRole('textbox', { name: 'Message' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await message.fill('Ana bought the Oak Desk');
  await pressWhenIdle(page, 'Escape');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(question).toHaveCount(0);
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('Ana bought the Oak Desk');
  await message.fill('<b></b>');
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(message).toHaveAccessibleDescription(/tags are removed/i);
  await link.fill('javascript:alert(1)');
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(link).toHaveAccessibleDescription(/Must start with/);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  // The browser's back button is another way out.
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
});

test('empty, with a next step and with a list, the screen has one primary button', { tag: '@long' }, async ({
  page,
}) => {
  await ownerAt(page, '/oak-and-iron/notifications');
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

test('the longest word an owner can write does not widen the page', { tag: '@long' }, async ({ page }) => {
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
  for (const path of [`/${slug}/notifications`, `/${slug}/dashboard`, `/${slug}/site-setup`, '/dashboard']) {
    await page.goto(path);
    await settled(page);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await poll(() => overflowOf(page), `${path} at ${width} px`).toBe(0);
    }
  }
});

test('addresses open a new notification, with a true sentence if it is the first, the rules of one, and one color', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await newShop(page);
  await page.goto(`/${shop.slug}/notifications?new=1`);
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(`Welcome to ${NAME}. Take a look around!`);
  const type = page.getByRole('dialog').getByRole('combobox', { name: 'Type' });
  await expect(type).toHaveText('Announcement');
  await expect(page).toHaveURL(/\/notifications$/);
  await page.getByRole('button', { name: 'Create notification' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Welcome to ${NAME}` })).toBeVisible();
  await page.goto(`/${shop.slug}/notifications?new=1`);
  await expect(message).toHaveValue('');
  await expect(type).toHaveText('Announcement');

  const id = await writeNotification(page, shop, 'Ana bought the Oak Desk');
  await page.goto(`/${shop.slug}/notifications?edit=${id}&section=rules`);
  const rules = page.getByRole('button', { name: 'Who sees it' });
  await expect(rules).toHaveAttribute('aria-expanded', 'true');
  await expect(rules).toBeInViewport();
  await expect(rules).toBeFocused();
  await expect(page).toHaveURL(/\/notifications$/);
  await page.goto(`/${shop.slug}/appearance?setting=appearance.brandColors.textColor`);
  const color = page.getByRole('textbox', { name: 'Text color', exact: true });
  await expect(color).toBeInViewport();
  await poll(() => page.evaluate(() => document.activeElement?.closest('.\\@container')?.textContent)).toContain(
    'Text color',
  );
});

/** Types over what the field holds, and leaves it. */
async function leaveWith(field: Locator, typed: string): Promise<void> {
  await field.fill(typed);
  await field.press('Tab');
}

async function openEditor(page: Page): Promise<{ api: OwnerApi; editor: Locator; link: Locator }> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.addNotification({ message: 'Sold' });
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Message' }).fill('Free delivery this week');
  return { api, editor, link: editor.getByLabel('Link') };
}
const WRONG_START = 'Must start with https://, http:// or a single /';

test('a link and an image get https://, and what is neither an address nor a path stays what it is', {
  tag: '@long',
}, async ({ page }) => {
  const { api, editor, link } = await openEditor(page);
  const image = editor.getByRole('textbox', { name: 'Image' });
  await leaveWith(link, '/desks/oak');
  await expect(link).toHaveValue('/desks/oak');
  await leaveWith(image, 'localhost:3000/desk.png');
  await expect(image).toHaveValue('http://localhost:3000/desk.png');
  for (const typed of ['javascript:alert(1)', 'mailto:a@shop.example', '//shop.example', 'desks/oak']) {
    await leaveWith(link, typed);
    await expect(link).toHaveValue(typed);
    await page.keyboard.press('Control+Enter');
    await expect(link).toHaveAccessibleDescription(WRONG_START);
  }
  // Sent by Enter, without leaving the field.
  await link.fill('shop.example/desks');
  await link.press('Enter');
  await expect(toast(page)).toContainText('Notification created');
  expect((await api.notifications())[0]).toMatchObject({
    url: 'https://shop.example/desks',
    image: 'http://localhost:3000/desk.png',
  });
});
