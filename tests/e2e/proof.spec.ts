// Where a notification of an event comes from: the mark under it, and the page that anybody can check its proof on.
import { expect, type Page } from '@playwright/test';
import { MINUTE } from '#shared/time.ts';
import { violationsOf } from './support/axe.ts';
import { serveShop } from './support/customer-shop.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { card } from './support/widget-test.ts';

/** A shop with one order, delivered with the secret alone, or by the API. @returns its page. */
async function shopWithOrder(page: Page, baseURL: string, isOn = true) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ behavior: { showSource: isOn, timing: { initialDelay: 0, displayDuration: 120 } } });
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const { sources } = await (await page.request.get(`/api/sites/${api.siteId}/sources`)).json();
  const order = {
    id: '1001',
    kind: 'purchase',
    occurredAt: new Date(Date.now() - 10 * MINUTE).toISOString(),
    actor: { firstName: 'Zoë' },
    subject: { name: 'Oak Desk' },
  };
  expect(sources).toHaveLength(1);
  await page.request.post(`/api/sites/${api.siteId}/events`, {
    data: { events: [order] },
    headers: { 'X-CSRF-Token': csrfToken },
  });
  const snippet = `<script async src="${baseURL}/widget.js" data-site-id="${api.siteId}"></script>`;
  return { ...(await serveShop(snippet, baseURL)), siteId: api.siteId, csrfToken };
}

const payloadOf = (proof: string): object => JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
const proofField = (page: Page) => page.getByLabel('The proof itself');

test('the mark names where an order was reported from, and leads to a proof that the browser itself checks', async ({
  page,
  baseURL,
}) => {
  const shop = await shopWithOrder(page, baseURL ?? '');
  await page.context().clearCookies();
  try {
    await page.goto(shop.url);
    const mark = card(page).getByRole('button', { name: /^Oak & Iron/ });
    await expect(mark).toHaveText(/^Oak & Iron.*minutes ago$/);
    const [proof] = await Promise.all([page.context().waitForEvent('page'), mark.click()]);
    await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toBeVisible();
    await expect(proof.getByText('nobody but the shop vouches for it')).toBeVisible();
    const genuine = await proofField(proof).inputValue();
    expect(payloadOf(genuine)).toMatchObject({ site: shop.siteId, source: 'api', signed: false });
    const [head, , signature] = genuine.split('.');
    const lie = Buffer.from(JSON.stringify({ ...payloadOf(genuine), signed: true }));
    await proofField(proof).fill(`${head}.${lie.toString('base64url')}.${signature}`);
    await expect(proof.getByText("The signature doesn't match")).toBeVisible();
  } finally {
    shop.server.close();
  }
});

test('a proof is checked without a server, accessible, and gone once the order is retracted', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = await shopWithOrder(page, baseURL ?? '');
  const context = await browser.newContext();
  const visitor = await context.newPage();
  try {
    await visitor.goto(shop.url);
    const mark = card(visitor).getByRole('button', { name: /^Oak & Iron/ });
    await expect(mark).toHaveText(/^Oak & Iron.*minutes ago$/);
    // Reached by the keyboard, as every button.
    await mark.focus();
    const [proof] = await Promise.all([context.waitForEvent('page'), visitor.keyboard.press('Enter')]);
    await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toBeVisible();
    expect(await proof.evaluate(() => window.opener)).toBeNull();
    expect(await violationsOf(proof)).toEqual([]);
    const genuine = await proofField(proof).inputValue();

    // Once the page is there, no server is asked any more.
    await context.setOffline(true);
    const [head, , signature] = genuine.split('.');
    const lie = Buffer.from(JSON.stringify({ ...payloadOf(genuine), signed: true }));
    await proofField(proof).fill(`${head}.${lie.toString('base64url')}.${signature}`);
    await expect(proof.getByText("The signature doesn't match")).toBeVisible();
    await proofField(proof).fill('not a proof');
    await expect(proof.getByText("This isn't a proof")).toBeVisible();
    await proofField(proof).fill(`  ${genuine}\n`);
    await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toBeVisible();
    // An empty field has nothing to check.
    for (const nothing of ['', ' \n ']) {
      await proofField(proof).fill(nothing);
      await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toHaveCount(0);
      await expect(proof.getByRole('status', { name: 'Checking the proof' })).toHaveCount(0);
    }
    await context.setOffline(false);

    // Retracted, there is nothing to prove.
    const retracted = await page.request.post(`/api/sites/${shop.siteId}/events/1001/retract`, {
      headers: { 'X-CSRF-Token': shop.csrfToken },
    });
    expect(await retracted.json()).toEqual({ retracted: 1 });
    const later = await (await browser.newContext()).newPage();
    await later.goto(proof.url());
    await expect(later.getByText('There is no proof for this notification')).toBeVisible();
    await later.context().close();
  } finally {
    await context.close();
    shop.server.close();
  }
});

test('an owner who leaves the mark out keeps the age, and visitors read nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = await shopWithOrder(page, baseURL ?? '', false);
  const visitor = await (await browser.newContext()).newPage();
  try {
    await visitor.goto(shop.url);
    await expect(card(visitor).locator('time')).toHaveText(/minutes ago$/);
    await expect(card(visitor).locator('.mark')).toHaveCount(0);
  } finally {
    await visitor.context().close();
    shop.server.close();
  }
});
