// The way out of the weekly email: its link needs no login, changes nothing by being opened, and is taken back only by who is
// logged in. That it comes on Monday, with this link: tests/flows/weekly-email.test.ts.
import { expect, type Page } from '@playwright/test';
import { makeTokens } from '#server/adapters/tokens.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { call, logIn, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { serverSecret, storePlan } from './support/stored-rows.ts';

const toggle = (page: Page) => page.getByRole('switch', { name: /^Weekly email for/ });

test('the weekly email is ended by its link, not by opening it, and switched back on by its owner', {
  tag: '@long',
}, async ({ page, elsewhere: reader }) => {
  const email = await newOwner(page, 'Oak & Iron');
  const { siteId } = await makeApi(page);
  await call(page, 'PUT', `/api/sites/${siteId}/weekly-email`, { isOn: true });
  await page.goto('/oak-and-iron/reports');
  await expect(toggle(page)).toBeChecked();
  // In the browser of an email program, which is not logged in.
  await reader.goto(`/unsubscribe?t=${makeTokens(serverSecret(), { now: Date.now }).signUnsubscribe(siteId)}`);
  await expect(reader.getByRole('heading', { name: 'Stop the weekly email?' })).toBeVisible();
  for (const width of [1440, 375]) {
    await reader.setViewportSize({ width, height: 760 });
    await poll(() => overflowOf(reader)).toBe(0);
  }
  await expectAccessible(reader, 'style');
  // Mail scanners open it, too.
  await page.reload();
  await expect(toggle(page)).toBeChecked();
  await reader.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await expect(reader.getByText('The weekly summary of Oak & Iron is off.')).toBeVisible();
  await page.reload();
  await expect(toggle(page)).not.toBeChecked();
  await reader.getByRole('link', { name: 'Log in to switch it back on' }).click();
  await logIn(reader, email);
  await toggle(reader).click();
  await expect(toggle(reader)).toBeChecked();
});

test('one checkbox switches the weekly emails of all sites, listed or not, and back to what each was', {
  tag: '@long',
}, async ({ page }) => {
  storePlan(await newOwner(page, 'Shop 0'), 'agency');
  for (let n = 1; n < 11; n++) await post(page, '/api/sites', { name: `Shop ${n}` });
  await page.goto('/settings#weekly-email');
  const all = page.getByRole('checkbox', { name: 'All sites' });
  await expect(all).toBeEnabled();
  await expect(all).not.toBeChecked();
  const warning = page.getByText("This server can't send email yet. Summaries stay in its outbox folder.");
  await expect(warning).toHaveCount(1);
  await toggle(page).nth(2).click();
  await expect(all).toBeChecked({ indeterminate: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await all.click();
  await expect(toast(page)).toContainText('Weekly emails are on for all sites');
  await expect(all).toBeChecked();
  await expect(warning).toHaveCount(1);
  expect(asked.length).toBeLessThan(5);
  await page.getByRole('button', { name: 'Show all 11 sites' }).click();
  await expect(page.getByRole('switch', { name: /^Weekly email for/, checked: true })).toHaveCount(11);
  for (const width of [1024, 768, 320, 1280]) {
    await page.setViewportSize({ width, height: 760 });
    await poll(() => overflowOf(page), `${width} px`).toBe(0);
  }
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(all).toBeChecked({ indeterminate: true });
  await expect(page.getByRole('switch', { name: /^Weekly email for/, checked: true })).toHaveCount(1);
  await expect(toggle(page).nth(2)).toBeChecked();
  await expect(all).toBeEnabled();
  await page.route('**/api/trpc/**sites.setWeeklyEmail**', (route) => route.abort());
  await all.click();
  await expect(toast(page)).toContainText('Failed to change the weekly emails');
  await expect(all).toBeChecked({ indeterminate: true });
});
