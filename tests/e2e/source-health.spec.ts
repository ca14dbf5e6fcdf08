// What a source's page says while deliveries are refused: of the last good one, of what was refused, and how its steps are
// found again.
import { expect, type Page } from '@playwright/test';
import type { NewSource } from '#shared/contract/source.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { expectAccessible } from './support/axe.ts';
import { newOwner, post, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const SECRET = 'a-secret-of-the-shop';
const WRONG = 'another-secret';

async function openWoo(page: Page, baseURL = '') {
  await newOwner(page, 'Oak & Iron');
  const { siteId } = await makeApi(page);
  const { source } = (await post(page, `/api/sites/${siteId}/sources`, { kind: 'woocommerce', secret: SECRET })) as {
    source: NewSource;
  };
  return {
    path: `/oak-and-iron/sources/${source.id}`,
    deliver: async (signedWith: string, id = 7) => {
      const body = JSON.stringify({ id });
      const headers = {
        'content-type': 'application/json',
        'x-wc-webhook-topic': 'order.deleted',
        'x-wc-webhook-signature': hmac(signedWith, body, 'base64'),
      };
      return (await fetch(new URL(`/api/hooks/${source.id}`, baseURL), { method: 'POST', headers, body })).status;
    },
  };
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('a source whose delivery is refused says why, and that it works once one is accepted', async ({
  page,
  baseURL,
}) => {
  const { path, deliver } = await openWoo(page, baseURL);
  expect(await deliver(WRONG)).toBe(401);
  await page.goto(path);
  const refused = alert(page, 'The last delivery was refused');
  await expect(refused).toContainText('Its signature was missing, too old or made with another secret');
  await expect(refused).toContainText('disables a webhook after about five failures');
  await expect(refused).not.toContainText('in all');
  await expect(page.getByText('Waiting for the first delivery …')).toBeVisible();
  expect(await deliver(SECRET)).toBe(200);
  // By itself, and told once: how long ago it was is none of the news.
  const news = page.getByRole('status').filter({ hasText: 'It works' });
  await expect(news).toHaveCount(1);
  await expect(news).not.toContainText('ago');
  await expect(news).not.toContainText('just now');
  await expect(page.getByText('Last delivery just now.')).toBeVisible();
  await expect(refused).toHaveCount(0);
});

test('a source that has worked and is refused waits for nothing: it says what was refused, and of the last good one', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { path, deliver } = await openWoo(page, baseURL);
  for (const secret of [WRONG, SECRET, WRONG]) expect(await deliver(secret)).toBe(secret === SECRET ? 200 : 401);
  await page.goto(path);
  const refused = alert(page, 'The last delivery was refused');
  await expect(refused).toContainText('2 deliveries have been refused in all.');
  await expect(page.getByText(/^Last accepted delivery /)).toBeVisible();
  await expect(page.getByText('Waiting for the first delivery …')).toHaveCount(0);
});

test('after five failures it says that the shop has probably stopped and what to do; its steps can be opened, and it is well again after a good delivery', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { path, deliver } = await openWoo(page, baseURL);
  expect(await deliver(SECRET)).toBe(200);
  await page.clock.install();
  await page.goto(path);
  const show = page.getByRole('button', { name: 'Show the steps' });
  const step = page.getByText('Add three webhooks, alike but for the topic:');
  await show.click();
  await page.getByRole('button', { name: 'Hide the steps' }).click();
  await expect(step).toHaveCount(0);
  for (let n = 0; n < 5; n++) expect(await deliver(WRONG)).toBe(401);
  await page.clock.runFor(61_000);
  const stopped = alert(page, 'WooCommerce has probably switched its webhooks off');
  await expect(stopped).toContainText('The last 5 deliveries failed');
  await expect(stopped).toContainText('back to Active');
  await expect(step).toHaveCount(0);
  await show.click();
  await expect(step).toBeVisible();
  await expectAccessible(page);
  expect(await deliver(SECRET)).toBe(200);
  await page.reload();
  await expect(page.getByText(/^Working · last delivery/)).toBeVisible();
  await expect(stopped).toHaveCount(0);
});

test('the steps of a source that stops working open by themselves, and stay open once it works again', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { path, deliver } = await openWoo(page, baseURL);
  expect(await deliver(SECRET)).toBe(200);
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Show the steps' })).toBeVisible();
  const step = page.getByText('Add three webhooks, alike but for the topic:');
  expect(await deliver(WRONG)).toBe(401);
  await page.clock.runFor(61_000);
  await expect(step).toBeVisible();
  expect(await deliver(SECRET)).toBe(200);
  await page.clock.runFor(5_000);
  await expect(page.getByText(/^Working · last delivery/)).toBeVisible();
  await expect(step).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide the steps' })).toBeVisible();
});

test('a log that gets shorter goes back to its last page', { tag: '@long' }, async ({ page, baseURL }) => {
  const { path, deliver } = await openWoo(page, baseURL);
  for (let n = 1; n <= 11; n++) expect(await deliver(SECRET, n)).toBe(200);
  await page.goto(path);
  await expect(page.getByText('11 deliveries · page 1 of 2')).toBeVisible();
  // As if the oldest had been a month old meanwhile.
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.includes('sources.deliveries') && /"page":2/.test(url.searchParams.get('input') ?? ''),
    async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll('"total":11', '"total":10');
      const json = JSON.parse(text, (key, value) => (key === 'deliveries' ? [] : value));
      await route.fulfill({ response: answer, json });
      answered.resolve();
    },
  );
  await page.getByRole('button', { name: 'Older' }).click();
  await answered.promise;
  const log = page.getByRole('table', { name: 'Deliveries' });
  await expect(log.getByRole('row')).toHaveCount(11);
  await expect(page.getByText(/page 2/)).toHaveCount(0);
});
