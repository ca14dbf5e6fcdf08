// `npm run demo`: somebody buys in its shop, sees what visitors see, refunds the order, and stops it all.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { pinArm } from '#tests/support/arms.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { poll, test } from './support/base.ts';
import { card } from './support/widget-test.ts';

// In order, and on one server: the last test ends it.
test.describe.configure({ mode: 'default' });

let folder: string;
let demo: ServerProcess;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-demo-test-'));
  demo = await startServer('', { args: ['demo'], env: { TMPDIR: folder } });
});
test.afterAll(async () => {
  await demo.end();
  rmSync(folder, { recursive: true });
});

test.beforeEach(({ context }) => pinArm(context));

/** What it prints for whoever started it. */
const printed = (what: RegExp) => what.exec(demo.output.stdout)?.[1] ?? '';
const basket = (page: Page) => page.getByRole('dialog', { name: 'Basket' });

/** Orders a Linen Lamp. @returns the order, and what visitors read of it. */
async function orderLamp(page: Page) {
  await page.goto(printed(/The shop +(\S+)/));
  await page.getByRole('link', { name: /^Linen Lamp/ }).click();
  await page.getByRole('button', { name: /^Add to basket.*Linen Lamp/ }).click();
  await basket(page).getByLabel('First name').fill('Zoë');
  await basket(page).getByRole('button', { name: 'Place order' }).click();

  const order = basket(page)
    .getByRole('listitem')
    .filter({ hasText: /HA-\d+/ })
    .first();
  // Enough orders came from Portugal, but not from Porto.
  const message = 'Zoë from Portugal bought the Linen Lamp';
  await expect(order).toContainText(`Visitors read: “${message}”`);
  return { order, message };
}

test('an order shows on its page as soon as it is placed, and is gone once it is refunded', async ({ page }) => {
  const { order, message } = await orderLamp(page);
  await order.getByText('The signed webhook').click();
  await expect(order.locator('pre')).toContainText('webhook-signature: v1,');
  await expect(order.locator('pre')).toContainText('Answered 200');
  await order.getByRole('button', { name: 'See it as visitors do' }).click();
  await expect(card(page)).toContainText(message);
  await page.getByRole('button', { name: /^Basket/ }).click();
  await order.getByRole('button', { name: /^Refund HA-/ }).click();
  await expect(order).toContainText('Refunded, and gone for visitors.');
  await expect(order.getByRole('button', { name: /Refund|See it/ })).toHaveCount(0);
  await basket(page).getByRole('button', { name: 'Close basket' }).click();
  await expect(card(page).filter({ hasText: message })).toHaveCount(0);
});

test('whoever visits the shop reads of an order, with its picture, until it is refunded', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { order, message } = await orderLamp(page);
  // Whoever visits the shop for the first time.
  const others = await browser.newContext();
  await pinArm(others);
  const visitor = await others.newPage();
  await visitor.goto(page.url());
  await expect(card(visitor)).toContainText(message);
  const picture = card(visitor).locator('img');
  await poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card(visitor).getByRole('link').click();
  await expect(visitor).toHaveURL(/\/demo\/shop\/linen-lamp$/);

  await basket(page)
    .getByRole('button', { name: /^Refund HA-/ })
    .click();
  await expect(order).toContainText('Refunded, and gone for visitors.');
  await visitor.evaluate(() => localStorage.clear());
  await visitor.goto(page.url());
  await expect(card(visitor)).toContainText('Ana from Lisbon bought the Oak Desk');
  await others.close();
});

test('what is wrong with an order is said at its field, and nothing is ordered', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${printed(/The shop +(\S+)/)}/oak-desk`);
  await page.getByRole('button', { name: /^Add to basket.*Oak Desk/ }).click();
  const name = basket(page).getByLabel('First name');
  await name.fill(' ');
  await basket(page).getByRole('button', { name: 'Place order' }).click();
  await expect(basket(page).getByText('Enter a first name')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(basket(page).getByRole('heading', { name: 'Your orders' })).toBeHidden();
  await expect(basket(page).getByRole('listitem').filter({ hasText: 'Oak Desk' })).toBeVisible();
});

test('whoever drew to see nothing is told, and may draw again', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext();
  await pinArm(context, 'held out');
  const page = await context.newPage();
  await page.goto(printed(/The shop +(\S+)/));
  const note = page.getByText('Your browser drew to see no notifications');
  await expect(note).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await pinArm(context);
  await page.getByRole('button', { name: 'Draw again' }).click();
  await expect(card(page)).toBeVisible();
  await expect(note).toBeHidden();
  await context.close();
});

/** Logs in as the owner. */
async function logIn(page: Page) {
  await page.goto(printed(/Owner's view +(\S+)/));
  await page.getByLabel(/^E-?mail$/).fill(printed(/Email +(\S+)/));
  await page.getByRole('textbox', { name: 'Password' }).fill(printed(/Password +(\S+)/));
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await expect(page.getByRole('link', { name: 'Holt & Ash' }).first()).toBeVisible();
}

test('its outlet is connected by its consent, and tells of each order', { tag: '@long' }, async ({ page }) => {
  await logIn(page);
  await page.goto(printed(/To connect +(\S+),/));
  await page.getByRole('link', { name: 'Connect to Proofbell' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('link', { name: 'Approve' }).click();
  await expect(page.getByText('It works')).toBeVisible();
  const latest = page.getByRole('region', { name: 'Latest' });
  await expect(latest.getByRole('img')).toContainText(/Oak Offcut Board|Walnut Tray|Ash Coat Hook|Linen Shade/);
  const source = page.url();
  await page.goto(printed(/To connect +(\S+),/));
  await page.getByRole('button', { name: 'Place an order' }).click();
  await page.goto(source);
  await expect(latest).toContainText('Hugo');
});

test("the owner's login is printed, and Ctrl+C ends it and leaves nothing behind", { tag: '@long' }, async ({
  page,
}) => {
  await logIn(page);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^proofbell-demo-/)]);
  expect(await demo.end('SIGINT')).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
