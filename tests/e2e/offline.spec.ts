// The app without a connection: what stands stays, and the screen that was asked for opens by itself once it is back.
import { expect } from '@playwright/test';
import { settled } from './support/base.ts';
import { test } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

test('a screen that can’t be loaded leaves the shell as it is, and opens by itself once the connection is back', async ({
  page,
  context,
}) => {
  await ownerAt(page, '/oak-and-iron/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. What you see may be out of date.")).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.getByRole('banner').getByRole('button', { name: /^Site:/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page).toHaveURL(/\/analytics$/);
});
