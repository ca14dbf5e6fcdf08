// Connecting a shop in one consent, in a real browser: from the tile on Sources (in the long form) to the first notification on a foreign page,
// on to what is sold and refunded later, and until nothing of it is left at the shop. And what may go wrong on the way.
import { expect, type Page } from '@playwright/test';
import type { SiteSetup } from '#shared/contract/installation.ts';
import type { Source } from '#shared/contract/source.ts';
import { HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { shopifyOrder } from '#tests/support/deliveries.ts';
import { status } from '#tests/support/shop-server.ts';
import { shopifyNode, startShopifyShop } from '#tests/support/shopify-shop.ts';
import { startStripeAccount, stripeRefund, stripeSession } from '#tests/support/stripe-account.ts';
import { startWooShop, type WooShop, wooOrder } from '#tests/support/woo-shop.ts';
import { expectAccessible, expectPhone, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { serveShop } from './support/customer-shop.ts';
import { startOwnServer } from './support/own-server.ts';
import { test as base, call, newEmail, newOwner, PASSWORD, toast } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';
import { card } from './support/widget-test.ts';

const PAGE = '/oak-and-iron/sources';

/** A WooCommerce shop with an order each hour, the newest two hours ago. */
const test = base.extend<{ woo: WooShop; orders: number }>({
  orders: [30, { option: true }],
  woo: async ({ orders }, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    const woo = await startWooShop({ end: (stop) => ends.push(stop) });
    for (let n = 0; n < orders; n++) woo.orders.push(wooOrder(1000 - n, hoursAgo(n + 2)));
    await use(woo);
    for (const end of ends) await end();
  },
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const field = (page: Page) => page.getByRole('textbox', { name: 'Address of your shop' });
const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });
const approve = (page: Page) => page.getByRole('link', { name: 'Approve' });
const connected = (page: Page, { port }: WooShop) => heading(page, `Connected to 127.0.0.1:${port}`);
const newest = (page: Page) => page.getByRole('region', { name: 'Latest' });
const firstSentence = (page: Page) => newest(page).getByRole('img');
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Has the shop deliver to the server under test. */
const over = (baseURL = '') => ({ fetch: (path: string, init?: RequestInit) => fetch(new URL(path, baseURL), init) });

/** Sees a past order on a page of another host, with the name of where it was read, and no check mark. */
async function seeElsewhere(elsewhere: Page, baseURL = '', siteId: string, vendor: string) {
  const shop = await serveShop(`<script async src="${baseURL}/widget.js" data-site-id="${siteId}"></script>`, baseURL);
  await elsewhere.goto(shop.url);
  await expect(card(elsewhere)).toContainText('Ana from Lisbon bought Desk');
  await expect(card(elsewhere)).toContainText(vendor);
  await expect(card(elsewhere)).not.toContainText('✓');
  shop.server.close();
}

/** @returns a new owner's source without a shop: what a journey costs its browser is mostly the pages that it opens. */
async function sourceOf(page: Page) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  const { id } = await api.addSource({ kind: 'woocommerce', name: 'Oak' });
  return { api, id };
}

test('who gives the address of a WooCommerce shop is asked there to agree', async ({ page, woo }) => {
  const { id } = await sourceOf(page);
  await page.goto(`${PAGE}/${id}`);
  await field(page).fill(woo.address);
  await connect(page).click();
  await expect(heading(page, 'Proofbell would like to connect to your store')).toBeVisible();
});

test('what a WooCommerce shop sold shows as soon as its owner agreed; later orders arrive and go with their refund, and a disconnection leaves nothing at the shop', async ({
  page,
  elsewhere,
  woo,
  baseURL,
}) => {
  const { api, id } = await sourceOf(page);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  const connection = `/api/sites/${api.siteId}/sources/${id}/connection`;
  const { consentUrl } = await call<{ consentUrl: string }>(page, 'POST', connection, { shop: woo.address });
  await page.goto(consentUrl);
  await approve(page).click();
  await expect(firstSentence(page)).toHaveAccessibleName('As visitors see it: Ana from Lisbon bought Desk 1000');
  await expect(connected(page, woo)).toBeVisible();
  await expect(page.getByText('Of 30 orders from the last 30 days, 30 were purchases.')).toBeVisible();
  await expect(page).toHaveURL(`${PAGE}/${id}`);
  await expect(newest(page)).toContainText('Visitors see it with “WooCommerce”');
  // By it the set-up list ticks.
  const { setup } = await call<{ setup: SiteSetup }>(page, 'GET', `/api/sites/${api.siteId}/setup`);
  expect(setup.firstEventAt).not.toBeNull();

  await seeElsewhere(elsewhere, baseURL, api.siteId, 'WooCommerce');

  const tell = (topic: string, more: object) =>
    woo.tell(over(baseURL), topic, wooOrder(2000, new Date(Date.now() - 10 * MINUTE).toISOString(), more));
  await tell('order.created', {});
  await poll(api.sent).toContain('Ana from Lisbon bought Desk 2000');
  await tell('order.updated', { status: 'refunded' });
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 2000');
  // WordPress has erased the customer of the newest order.
  const erased = wooOrder(1000, hoursAgo(2), { meta_data: [{ key: '_anonymized', value: 'yes' }] });
  await woo.tell(over(baseURL), 'order.updated', erased);
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 1000');

  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('WooCommerce → Settings → Advanced → REST API');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(page)).toContainText('Disconnected');
  await expect(heading(page, 'Connect WooCommerce')).toBeVisible();
  await poll(() => woo.hooks).toEqual([]);
  expect(await api.sent()).not.toEqual([]);
});

/** Adds a WooCommerce source, and goes to the shop to agree. */
async function goToShop(page: Page, { address }: WooShop): Promise<void> {
  await page.getByRole('button', { name: /^WooCommerce/ }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill(address);
  await page.keyboard.press('Enter');
}

test('a consent that is refused changes nothing, a shop is connected once, and an address that came along is filled in', {
  tag: '@long',
}, async ({ page, woo }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await ownerAt(page, PAGE);
  await test.step('an address without a shop is refused at its field', async () => {
    await goToShop(page, { ...woo, address: 'http://127.0.0.1:9' });
    await expect(field(page)).toHaveAccessibleDescription(/127\.0\.0\.1/);
    await expectAccessible(page);
  });
  await test.step('refused', async () => {
    await field(page).fill(woo.address);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Deny' }).click();
    await expect(page.getByText('Nothing was connected')).toBeVisible();
    await expect(field(page)).toHaveValue(woo.address);
    expect(woo.hooks).toEqual([]);
    await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
    await page.reload();
    await expect(page.getByText(`Waiting for your approval in 127.0.0.1:${woo.port} …`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(connect(page)).toBeVisible();
  });
  await test.step('went back, and added it once more: it is the same source', async () => {
    await page.goto(PAGE);
    await goToShop(page, woo);
    await approve(page).click();
    await expect(connected(page, woo)).toBeVisible();
    await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    const sources = await (await makeApi(page)).sources();
    expect(sources.filter(({ kind }) => kind === 'woocommerce')).toHaveLength(1);
  });
  await test.step('the same shop for a second source', async () => {
    await page.goto(PAGE);
    await goToShop(page, woo);
    await expect(alert(page, 'This shop is connected to another source of the site')).toBeVisible();
  });
  await test.step('where it is connected already, its link leads to the source', async () => {
    await page.goto(`${PAGE}?connect=woocommerce&shop=${encodeURIComponent(woo.address)}`);
    await expect(connected(page, woo)).toBeVisible();
  });
  await test.step('the link of another shop fills in its address', async () => {
    await page.goto(`${PAGE}?connect=woocommerce&shop=${encodeURIComponent('https://oak.example')}`);
    await expect(field(page)).toHaveValue('https://oak.example');
    await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

test.describe('with orders of several pages', () => {
  test.use({ orders: 60 });

  test('a shop that is down in the middle is asked again, and one that takes its keys back is connected anew', {
    tag: '@long',
  }, async ({ page, woo }) => {
    await ownerAt(page, PAGE);
    // Each call is tried three times before it counts as failed.
    woo.failOn(/\/orders\?.*\bpage=2\b/, ...Array.from({ length: 3 }, () => status(503)));
    await goToShop(page, woo);
    await approve(page).click();
    await expect(page.getByRole('progressbar', { name: 'Past orders' })).toHaveAttribute(
      'aria-valuetext',
      'Reading past orders: 25 of 60',
    );
    await expect(firstSentence(page)).toBeVisible();
    await expect(page.getByText("The shop doesn't answer")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Of 60 orders from the last 30 days, 60 were purchases.')).toBeVisible();

    woo.keys.clear();
    const { siteId, id } = (await (await makeApi(page)).sources()).find(({ kind }) => kind === 'woocommerce') as Source;
    await call(page, 'POST', `/api/sites/${siteId}/sources/${id}/connection/check`);
    const state = async () => (await (await makeApi(page)).sources()).find((one) => one.id === id)?.connection?.state;
    await poll(state).toBe('failed');
    await page.reload();
    await expect(alert(page, `127.0.0.1:${woo.port} isn't connected`)).toBeVisible();
    await page.getByRole('button', { name: 'Connect again' }).click();
    await approve(page).click();
    await expect(connected(page, woo)).toBeVisible();
    await page.getByRole('button', { name: 'Delete source' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('removes its webhooks from the shop');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete source' }).click();
    await expect(page).toHaveURL(PAGE);
    await poll(() => woo.hooks).toEqual([]);
  });
});

test('a Stripe account is connected by a restricted key, and named; a key of another kind is refused at its field', {
  tag: '@long',
}, async ({ page, elsewhere, baseURL }) => {
  let stop = async () => {};
  const account = await startStripeAccount((given) => {
    stop = given;
  });
  const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / SECOND);
  for (let n = 1; n <= 6; n++) account.sessions.push(stripeSession(n, secondsAgo(n * HOUR)));
  const api = await ownerAt(page, PAGE);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  // In place of Stripe's own server.
  await page.route('**/api/trpc/**sources.connect**', (route) => {
    const body = route
      .request()
      .postData()
      ?.replace('"apiKey":', `"shop":${JSON.stringify(account.address)},"apiKey":`);
    return route.continue({ postData: body ?? '' });
  });
  await page.getByRole('button', { name: /^Stripe/ }).click();
  const key = page.getByRole('textbox', { name: 'Restricted key' });
  await expect(page.getByRole('link', { name: /^Create a restricted key in Stripe/ })).toHaveAttribute(
    'href',
    /dashboard\.stripe\.com\/apikeys\/create\?.*rak_checkout_session_read/,
  );
  await key.fill('sk_live_0123456789');
  await page.keyboard.press('Enter');
  await expect(key).toHaveAccessibleDescription(/starts with rk_live_/);
  await key.fill(account.apiKey);
  await page.keyboard.press('Enter');
  await expect(firstSentence(page)).toHaveAccessibleName('As visitors see it: Ana from Lisbon bought Desk 1');
  await seeElsewhere(elsewhere, baseURL, api.siteId, 'Stripe');
  const to = { ...over(baseURL), clock: Date };
  expect(await account.tell(to, 'checkout.session.completed', stripeSession(9, secondsAgo(0)))).toEqual([200]);
  await poll(api.sent).toContain('Ana from Lisbon bought Desk 9');
  expect(await account.tell(to, 'charge.refunded', stripeRefund(9, secondsAgo(0)).charge as object)).toEqual([200]);
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 9');
  await call(page, 'POST', `/api/sites/${api.siteId}/forget`, { email: 'ana1@shop.example' });
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 1');
  await expectPhone(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Developers → API keys');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await poll(() => account.endpoints).toEqual([]);
  await stop();
});

test('a Shopify store is connected by an app’s credentials or, of an older app, by its token', {
  tag: '@long',
}, async ({ page, elsewhere, baseURL }) => {
  let stop = async () => {};
  const store = await startShopifyShop((given) => {
    stop = given;
  });
  store.state.now = Date.now();
  for (let n = 1; n <= 6; n++) store.orders.push(shopifyNode(n, hoursAgo(n)));
  const box = (name: string) => page.getByRole('textbox', { name });
  const api = await ownerAt(page, PAGE);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  await page.getByRole('button', { name: /^Shopify/ }).click();
  await box('Your store').fill(store.address);
  await page.keyboard.press('Enter');
  await expect(box('Client ID')).toHaveAttribute('aria-invalid', 'true');
  await box('Client ID').fill(store.clientId);
  await box('Client secret').fill('shpss_of_another_app');
  await page.keyboard.press('Enter');
  await expect(box('Client ID')).toHaveAccessibleDescription(/\S/);
  await expectPhone(page);
  await box('Client secret').fill(store.secret);
  await page.keyboard.press('Enter');
  await expect(firstSentence(page)).toHaveAccessibleName('As visitors see it: Ana from Lisbon bought Desk 1');
  await seeElsewhere(elsewhere, baseURL, api.siteId, 'Shopify');
  const address = { first_name: 'Ana', last_name: 'Silva', city: 'Lisbon', country_code: 'PT' };
  const paid = shopifyOrder(9, new Date(Date.now() - 10 * MINUTE).toISOString(), {
    ...{ customer: null, billing_address: address, line_items: [{ title: 'Desk 9', quantity: 1 }] },
  });
  expect(await store.tell(over(baseURL), 'orders/paid', paid)).toEqual([200]);
  await poll(api.sent).toContain('Ana from Lisbon bought Desk 9');
  const cancelled = { id: 9, cancelled_at: new Date().toISOString() };
  expect(await store.tell(over(baseURL), 'orders/cancelled', cancelled)).toEqual([200]);
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 9');
  const redacted = { customer: { email: 'ana1@shop.example' }, orders_to_redact: [1] };
  expect(await store.tell(over(baseURL), 'customers/redact', redacted)).toEqual([200]);
  await poll(api.sent).not.toContain('Ana from Lisbon bought Desk 1');
  await page.getByText("Pass on customers' requests for erasure").click();
  await expect(page.getByRole('figure').filter({ hasText: 'shopify.app.toml' })).toContainText('customers/redact');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await poll(() => store.hooks).toEqual([]);
  await page.getByRole('button', { name: 'My app is older and has a token' }).click();
  await expect(box('Admin API access token')).toBeVisible();
  await stop();
});

test('a server that shops can’t reach says so, and offers the webhooks by hand and a file', {
  tag: '@long',
}, async ({ page }) => {
  const server = await startOwnServer({ AUTH_RATE_LIMIT: '0' });
  await page.goto(`${server.origin}/register`);
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Oak & Iron');
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\//);
  await page.goto(`${server.origin}${PAGE}`);
  await page.getByRole('button', { name: /^WooCommerce/ }).click();
  await expect(page.getByText("WooCommerce can't be connected to this server")).toBeVisible();
  await expect(page.getByText('connecting needs a public https address in PUBLIC_URL')).toBeVisible();
  await expect(connect(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import them from a file' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up by hand' }).click();
  await expect(page.getByText('Add a webhook for each of these three topics:')).toBeVisible();
  await expectPhone(page);
  await server.end();
});
