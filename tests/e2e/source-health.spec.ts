// What a source's page says while deliveries are refused, beside the steps that mend it.
import { expect, type Page } from '@playwright/test';
import { hmac } from '#tests/support/deliveries.ts';
import { expectAccessible } from './support/axe.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const SECRET = 'a-secret-of-the-shop';
const WRONG = 'another-secret';

async function openWoo(page: Page, baseURL = '') {
  await newOwner(page, 'Oak & Iron');
  const source = await (await makeApi(page)).addSource({ kind: 'woocommerce', secret: SECRET });
  return {
    path: `/oak-and-iron/sources/${source.id}`,
    deliver: async (signedWith: string) => {
      const body = JSON.stringify({ id: 7 });
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

test('a source that stops working says what was refused beside its steps, until it works again; after five failures it says that the shop has probably stopped', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { path, deliver } = await openWoo(page, baseURL);
  expect(await deliver(SECRET)).toBe(200);
  await page.clock.install();
  await page.goto(`${path}?tab=set-up`);
  const working = page.getByText(/^Working · last delivery/);
  await expect(working).toBeVisible();
  await expect(page.getByText('Add a webhook for each of these three topics:')).toBeVisible();
  for (let n = 0; n < 2; n++) expect(await deliver(WRONG)).toBe(401);
  await page.clock.runFor(61_000);
  await expect(alert(page, 'The last delivery was refused')).toContainText('2 deliveries have been refused in all.');
  // It waits for nothing.
  await expect(page.getByText('Waiting for the first delivery …')).toHaveCount(0);

  expect(await deliver(SECRET)).toBe(200);
  await page.clock.runFor(5_000);
  await expect(working).toBeVisible();
  await expect(alert(page, 'The last delivery was refused')).toHaveCount(0);

  for (let n = 0; n < 5; n++) expect(await deliver(WRONG)).toBe(401);
  await page.clock.runFor(61_000);
  const stopped = alert(page, 'WooCommerce has probably switched its webhooks off');
  await expect(stopped).toContainText('The last 5 deliveries failed');
  await expect(stopped).toContainText('back to Active');
  await expectAccessible(page);
  // Whoever comes to a source that has stopped is where it is mended.
  await page.goto(path);
  await expect(stopped).toBeVisible();
  expect(await deliver(SECRET)).toBe(200);
  await page.clock.runFor(61_000);
  await expect(working).toBeVisible();
  await expect(stopped).toHaveCount(0);
});
