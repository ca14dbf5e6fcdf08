// The main job in a real browser: an owner registers, confirms through the emailed link, logs in, creates a site, writes a
// notification and copies the snippet; a visitor on another origin sees and clicks it; the owner sees both counted.
import { expect, type Page, test } from '@playwright/test';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { serveShop } from './support/customer-shop.ts';
import { mailedLink } from './support/outbox.ts';
import { makeApi } from './support/owner-api.ts';
import { keepLog, loggedOn } from './support/widget-log.ts';

async function registerAndVerify(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  const link = await mailedLink(email);
  // The mail is opened elsewhere, where nobody is signed in.
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL(/\/login\?verify_email=true$/);
  await expect(page.getByText('Email verified!', { exact: true })).toBeVisible();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** @returns the snippet as the copy button put it on the clipboard. */
async function createSite(page: Page, name: string): Promise<string> {
  await page.goto('/create-site');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByText('Site created successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Site Setup' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function writeNotification(page: Page, message: string): Promise<void> {
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page
    .getByRole('button', { name: /New notification|Write/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.getByRole('textbox', { name: /^Link/ }).fill('/desk');
  await page.getByRole('button', { name: 'Create notification' }).click();
  await expect(page.getByText('Notification created', { exact: true })).toBeVisible();
}

test('an owner’s notification reaches a visitor on another origin, and its display and click are counted', async ({
  page,
  browser,
  baseURL: origin,
}) => {
  const baseURL = origin ?? '';
  const email = `journey-${Date.now()}@shop.example`;
  const message = 'Ana from Lisbon bought the Oak Desk';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL });

  await registerAndVerify(page, email, 'correct horse');
  await logIn(page, email, 'correct horse');
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible();
  const snippet = await createSite(page, 'Oak & Iron');
  expect(snippet).toContain(`<script async src="${baseURL}/widget.js" data-site-id="`);
  await writeNotification(page, message);

  const shop = await serveShop(snippet, baseURL);
  const visitor = await (await browser.newContext()).newPage();
  const issues: string[] = [];
  visitor.on('pageerror', (error) => issues.push(error.message));
  visitor.on(
    'console',
    (line) => line.type() === 'error' && !line.text().includes('favicon') && issues.push(line.text()),
  );
  await pinChance(visitor);
  await keepLog(visitor);
  await visitor.goto(shop.url);
  const notification = visitor.getByRole('link', { name: message });
  await expect(notification).toBeVisible({ timeout: 15_000 });
  // It must be visible for a second before the click to count as a display.
  await poll(async () => (await loggedOn(visitor)).map(({ event }) => event)).toContain('display');
  await notification.click();
  await visitor.waitForURL(`${shop.url}/desk`);
  const { notifications } = await makeApi(page);
  await poll(async () =>
    (await notifications()).map(({ displayCount, clickCount }) => [displayCount, clickCount]),
  ).toEqual([[1, 1]]);
  expect(issues).toEqual([]);
  // The next page would show it again, and count it again.
  await visitor.close();
  shop.server.close();

  const row = page.getByRole('row').filter({ hasText: message });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^Displays1$/);
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^Clicks1$/);
});
