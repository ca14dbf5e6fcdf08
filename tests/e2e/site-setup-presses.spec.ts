// From the first view of Proofbell to the first display on a visitor's page: what an owner has to press on the way.
import { expect, type Locator } from '@playwright/test';
import { poll } from './support/base.ts';
import { serveShop } from './support/customer-shop.ts';
import { newEmail, PASSWORD, test, verify } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

test('takes six presses, beside the two trips to the inbox and to the shop’s own pages', async ({
  page,
  browser,
  baseURL,
}) => {
  const proofbell = new URL(baseURL ?? '').origin;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proofbell });
  const pressed: string[] = [];
  const press = async (target: Locator) => {
    pressed.push((await target.textContent()) ?? '');
    await target.click();
  };
  const email = newEmail();
  await page.goto('/');
  await press(page.getByRole('link', { name: 'Get Started' }).first());
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await verify(page, email);
  await page.goto('/dashboard');

  await page.getByLabel('Name', { exact: true }).fill('Oak & Iron');
  await press(page.getByRole('button', { name: 'Create site' }));
  await press(page.getByRole('button', { name: 'Copy', exact: true }).first());
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const shop = await serveShop(await page.evaluate(() => navigator.clipboard.readText()), proofbell);

  await press(page.getByRole('link', { name: 'Write your first notification' }));
  const message = await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).inputValue();
  await press(page.getByRole('button', { name: 'Create notification' }));

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(shop.url);
  await expect(visitor.getByText(message)).toBeVisible();
  const { notifications } = await makeApi(page);
  await poll(async () => (await notifications()).map(({ displayCount }) => displayCount)).toEqual([1]);
  expect(pressed).toHaveLength(6);
  shop.server.close();
});
