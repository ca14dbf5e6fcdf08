// Links as owners type them, without https://: every field completes them, shows what they became, and says which it
// can't use.
import { expect, type Locator } from '@playwright/test';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

/** Types over what the field holds, and leaves it. */
async function leaveWith(field: Locator, typed: string): Promise<void> {
  await field.fill(typed);
  await field.press('Tab');
}

test('a notification’s link and image get https://, and a path or a script stays what it is', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Message' }).fill('Free delivery this week');
  const link = editor.getByLabel('Link');
  const image = editor.getByLabel('Image URL');
  await leaveWith(link, ' shop.example/desks ');
  await expect(link).toHaveValue('https://shop.example/desks');
  await leaveWith(link, '/desks/oak');
  await expect(link).toHaveValue('/desks/oak');
  await leaveWith(image, 'localhost:3000/desk.png');
  await expect(image).toHaveValue('http://localhost:3000/desk.png');
  for (const typed of ['javascript:alert(1)', 'mailto:a@shop.example', '//shop.example', 'desks/oak']) {
    await leaveWith(link, typed);
    await expect(link).toHaveValue(typed);
    await page.keyboard.press('Control+Enter');
    await expect(link).toHaveAccessibleDescription('Must start with https://, http:// or a single /');
  }
  // Sent by Enter, without leaving the field.
  await link.fill('shop.example/desks');
  await link.press('Enter');
  await expect(toast(page)).toContainText('Notification created');
  expect(await api.notifications()).toMatchObject([
    { url: 'https://shop.example/desks', image: 'http://localhost:3000/desk.png' },
  ]);
});

test('so do the picture of the account, the page to inspect and the page of a trial', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  const picture = page.getByLabel('Picture');
  await leaveWith(picture, 'localhost/me.png');
  await expect(picture).toHaveValue('http://localhost/me.png');
  await picture.fill('/me.png');
  await picture.press('Enter');
  await expect(picture).toHaveAccessibleDescription('Must start with https:// or http://');
  await picture.fill('localhost/me.png');
  await picture.press('Enter');
  await expect(toast(page)).toContainText('Profile updated');

  await page.goto('/oak-and-iron/site-setup');
  await page.getByRole('button', { name: "Why don't I see it?" }).click();
  const address = page.getByRole('dialog').getByLabel('Page URL');
  await expect(address).toHaveValue('');
  await leaveWith(address, 'shop.example/products?x=1');
  await expect(address).toHaveValue('https://shop.example/products?x=1');

  await page.goto('/oak-and-iron/rules');
  const visited = page.getByLabel('Page address');
  await leaveWith(visited, 'shop.example/products');
  await expect(visited).toHaveValue('https://shop.example/products');
  await leaveWith(visited, '/products');
  await expect(visited).toHaveValue('/products');
});
