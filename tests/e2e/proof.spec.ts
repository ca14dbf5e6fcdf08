// Where a notification of an event comes from: the mark under it, and the page that anybody can check its proof on.
import { expect, type Page } from '@playwright/test';
import { MINUTE } from '#shared/time.ts';
import { violationsOf } from './support/axe.ts';
import { poll } from './support/base.ts';
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
/** What it is made of is folded away. */
const unfold = (page: Page) => page.getByText('How this was checked').click();

/** Goes from a shop's page by the mark, which the keyboard reaches as every button. @returns the page of the proof. */
async function openProof(visitor: Page, shop: string): Promise<Page> {
  await visitor.goto(shop);
  const mark = card(visitor).getByRole('button', { name: /^Oak & Iron/ });
  await expect(mark).toHaveText(/^Oak & Iron.*minutes ago$/);
  await mark.focus();
  const [proof] = await Promise.all([visitor.context().waitForEvent('page'), visitor.keyboard.press('Enter')]);
  await expect(
    proof.getByRole('heading', { level: 1, name: 'An order at Oak & Iron, reported by the shop itself' }),
  ).toBeVisible();
  await expect(proof.getByRole('status')).toContainText(
    /Not proven.*\d{1,2} \w+ \d{4}, about \d\d:\d\d .*What you saw“Zoë bought Oak Desk.*Names, places and the product are the shop's words/,
  );
  await expect(proofField(proof)).toBeHidden();
  await unfold(proof);
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
    await expect(proof.getByText(/^Nobody but the shop vouches for it/)).toBeVisible();
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
    await expect(proof.getByText(/^Nobody but the shop vouches for it/)).toBeVisible();
    const genuine = await proofField(proof).inputValue();
    expect(payloadOf(genuine)).toMatchObject({ site: shop.siteId, source: 'api', signed: false });

    // Once the page is there, no server is asked any more.
    await context.setOffline(true);
    await expectLieFound(proof);
    await proofField(proof).fill('not a proof');
    await expect(proof.getByText("This isn't a proof")).toBeVisible();
    await proofField(proof).fill(`  ${genuine}\n`);
    await expect(proof.getByRole('heading', { level: 2, name: 'Reported by the shop' })).toBeVisible();
    await expect(proof.getByText('Zoë')).toHaveCount(0);
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
    await expect(later.getByText("This notification isn't shown at the moment")).toBeVisible();
    await later.context().close();
  } finally {
    await context.close();
    shop.server.close();
  }
});

test('what somebody wrote by hand is said to be shown, and to have no proof; the list and the editor lead to one, of a review with its stars', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.addEvents({
    ...{ id: '1001', kind: 'review', occurredAt: new Date().toISOString() },
    ...{ text: 'Solid', rating: 4, subject: { name: 'Oak Desk' } },
  });
  await poll(async () => (await api.notifications()).length).toBe(1);
  await api.addNotification({ type: 'purchase', message: 'Ana bought the Oak Desk' });
  const written = (await api.notifications()).find(({ message }) => message.startsWith('Ana'));
  // That there is no proof is no failure, and the console says nothing of one.
  const failed: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && failed.push(response.url())));
  await page.goto(`/proof/${api.siteId}/${written?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: '“Ana bought the Oak Desk”' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText(/No proof.*Oak & Iron.*Written by the shop itself/);
  await expect(page.getByText("isn't shown")).toHaveCount(0);
  // A shop's visitor is sold nothing, and can read what is stored.
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Proofbell']);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
  expect(failed).toEqual([]);

  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'Actions for “Ana bought the Oak Desk”' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Open its proof' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Actions for “Solid/ }).click();
  const address = await page.getByRole('menuitem', { name: 'Open its proof' }).getAttribute('href');
  expect(new URL(address ?? '').pathname).toMatch(new RegExp(`^/proof/${api.siteId}/[\\w-]+$`));
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open its proof' })).toHaveAttribute(
    'href',
    address ?? '',
  );

  await page.goto(address ?? '');
  await expect(
    page.getByRole('heading', { level: 1, name: 'A review at Oak & Iron, reported by the shop itself' }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText(/What you saw.*“Solid”Name, product, text and stars/);
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
