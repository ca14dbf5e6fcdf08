// All of an account's data as one file, from the settings, once it is clear who asks.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectNoToast, newOwner, PASSWORD, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { ageSessions } from './support/stored-session.ts';

test('the file has the sites and notifications, and nothing is asked right after logging in', async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await (await makeApi(page)).addNotification({ message: 'Ana from Lisbon bought the Oak Desk' });
  await page.goto('/settings');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^proofbell-\d{4}-\d\d-\d\d\.json$/);
  await expect(toast(page)).toContainText('Your data has been downloaded');
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    account: { email },
    sites: [{ name: 'Oak & Iron', notifications: [{ message: 'Ana from Lisbon bought the Oak Desk' }] }],
  });
  expect(text).not.toMatch(/hash|secret|token/i);
});

test('after a while it asks for the password first; without an answer nothing is downloaded, and nothing is wrong', async ({
  page,
}) => {
  ageSessions(await newOwner(page, 'Oak & Iron'));
  await page.goto('/settings');
  const button = page.getByRole('button', { name: 'Export my data' });
  await button.click();
  const question = page.getByRole('dialog', { name: "Confirm that it's you" });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expectNoToast(page);
  const coming = page.waitForEvent('download');
  await button.click();
  await question.getByRole('textbox').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await coming;
});

test('a server that fails is said so, and the next try works', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  await page.route('**/api/trpc/auth.export**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(toast(page)).toContainText("Couldn't export your data");
  await page.unroute('**/api/trpc/auth.export**');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  await coming;
});
