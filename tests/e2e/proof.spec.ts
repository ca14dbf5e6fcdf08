// Where a notification of an event comes from: the mark under it, and the page that anybody can check its proof on.
import { expect, type Page } from '@playwright/test';
import { MINUTE } from '#shared/time.ts';
import { violationsOf } from './support/axe.ts';
import { serveShop } from './support/customer-shop.ts';
import { newOwner, post, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { card } from './support/widget-test.ts';

/** A shop with one order, delivered with the secret alone, or by the API. @returns its page. */
async function shopWithOrder(page: Page, baseURL: string, isOn = true) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ behavior: { showSource: isOn, timing: { initialDelay: 0, displayDuration: 120 } } });
  await api.addEvents({
    id: '1001',
    kind: 'purchase',
    occurredAt: new Date(Date.now() - 10 * MINUTE).toISOString(),
    actor: { firstName: 'Zoë' },
    subject: { name: 'Oak Desk' },
  });
  const snippet = `<script async src="${baseURL}/widget.js" data-site-id="${api.siteId}"></script>`;
  return { ...(await serveShop(snippet, baseURL)), siteId: api.siteId };
}

const payloadOf = (proof: string): object => JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
const proofField = (page: Page) => page.getByLabel('The proof itself');

/** Goes from a shop's page by the mark, which the keyboard reaches as every button. @returns the page of the proof. */
async function openProof(visitor: Page, shop: string): Promise<Page> {
  await visitor.goto(shop);
  const mark = card(visitor).getByRole('button', { name: /^Oak & Iron/ });
  await expect(mark).toHaveText(/^Oak & Iron.*minutes ago$/);
  await mark.focus();
  const [proof] = await Promise.all([visitor.context().waitForEvent('page'), visitor.keyboard.press('Enter')]);
  await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toBeVisible();
  return proof;
}

/** Changes what the proof says, which its signature doesn't fit. */
async function expectLieFound(proof: Page): Promise<void> {
  const genuine = await proofField(proof).inputValue();
  const [head, , signature] = genuine.split('.');
  const lie = Buffer.from(JSON.stringify({ ...payloadOf(genuine), signed: true }));
  await proofField(proof).fill(`${head}.${lie.toString('base64url')}.${signature}`);
  await expect(proof.getByText("The signature doesn't match")).toBeVisible();
}

test('the mark names where an order was reported from, and leads to a proof that the browser itself checks', {
  tag: '@short',
}, async ({ page, baseURL }) => {
  const shop = await shopWithOrder(page, baseURL ?? '');
  await page.context().clearCookies();
  try {
    const proof = await openProof(page, shop.url);
    await expect(proof.getByText('nobody but the shop vouches for it')).toBeVisible();
    expect(payloadOf(await proofField(proof).inputValue())).toMatchObject({
      site: shop.siteId,
      source: 'api',
      signed: false,
    });
    await expectLieFound(proof);
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
    const proof = await openProof(visitor, shop.url);
    expect(await proof.evaluate(() => window.opener)).toBeNull();
    expect(await violationsOf(proof)).toEqual([]);
    await expect(proof.getByText('nobody but the shop vouches for it')).toBeVisible();
    const genuine = await proofField(proof).inputValue();
    expect(payloadOf(genuine)).toMatchObject({ site: shop.siteId, source: 'api', signed: false });

    // Once the page is there, no server is asked any more.
    await context.setOffline(true);
    await expectLieFound(proof);
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
    expect(await post(page, `/api/sites/${shop.siteId}/events/1001/retract`, {})).toEqual({ retracted: 1 });
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
