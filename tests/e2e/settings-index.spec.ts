// The index of User Settings marks one section: the one that was pressed, else the one that is being read.
import { expect } from '@playwright/test';
import { newOwner, test } from './support/owner.ts';

test('the index of the settings marks the section that was pressed, and then the one that is read', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  const index = page.getByRole('navigation', { name: 'Sections' });
  const marked = index.locator('[aria-current=true]');
  await expect(marked).toHaveText('Profile');
  for (const name of ['Weekly emails', 'Preferences', 'Your data', 'Plan and billing']) {
    await index.getByRole('link', { name }).click();
    await expect(marked).toHaveText(name);
  }
  await page.mouse.move(900, 500);
  await page.mouse.wheel(0, 20_000);
  await expect(marked).toHaveText('Your data');
  await page.mouse.wheel(0, -20_000);
  await expect(marked).toHaveText('Profile');
});
