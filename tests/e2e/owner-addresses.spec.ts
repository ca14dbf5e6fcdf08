// Addresses that lead to the very place (a new notification, one part of one notification, one color).
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { NAME, shopOf, writeNotification } from './support/stats.ts';

test('the address of a new notification opens the editor for news, with a true sentence if it is the first', async ({
  page,
}) => {
  await newOwner(page, NAME);
  const shop = await shopOf(page, NAME);
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
});

test('a link leads to the rules of one notification, and to one color', async ({ page }) => {
  await newOwner(page, NAME);
  const shop = await shopOf(page, NAME);
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
