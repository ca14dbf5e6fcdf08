// The pictures of the guides on connecting a shop, one for each step: our screens, and sketches of the vendors' own.
import type { Page } from '@playwright/test';
import { HOUR, SECOND } from '#shared/time.ts';
import { deliverShopify, SHOP_SECRET } from './deliveries.ts';
import { hide, mark, panel, picture, SOURCES } from './guide-picture.ts';
import type { State } from './screenshots-states.ts';
import { SKETCHES } from './vendor-sketches.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');
/** The panel in which a source is connected or set up. */
const setUp = (page: Page) => main(page).locator('section').first();
const form = (page: Page) => setUp(page).locator('form');

/** The tiles as far as the one to press. */
const tile = (kind: string): State =>
  picture(
    `connect-${kind.toLowerCase()}-tile`,
    async (page) => {
      const one = button(page, new RegExp(`^${kind}`));
      await mark(one);
      await hide(one.locator('xpath=ancestor::li/following-sibling::li'));
    },
    (page) => page.getByRole('region', { name: 'Add source' }),
  );

const deleteSource: NonNullable<State['after']> = async (page) => {
  await button(page, 'Delete source').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete source' }).click();
  await page.waitForURL(`**${SOURCES}`);
};
/** Of a source that is only there for the picture. */
const ofNew = (...[name, prepare, crop]: Parameters<typeof picture>): State => ({
  ...picture(`connect-${name}`, prepare, crop),
  after: deleteSource,
});

const open = async (page: Page, kind: string) => {
  await button(page, new RegExp(`^${kind}`)).click();
  await button(page, 'Set up by hand').waitFor();
};
/** @param fields what somebody has typed. */
const filled = (kind: string, fields: Record<string, string>, crop = setUp): State =>
  ofNew(
    `${kind.toLowerCase()}-form`,
    async (page) => {
      await open(page, kind);
      for (const [name, text] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(text);
      await mark(button(page, /^Connect$/));
    },
    crop,
  );

const sketch = (name: keyof typeof SKETCHES): State =>
  picture(
    `connect-${name}`,
    async (page) => {
      await page.goto('about:blank');
      await page.setContent(SKETCHES[name]);
    },
    (page) => page.locator('main'),
  );

const openByHand = async (page: Page, kind: string) => {
  await open(page, kind);
  await button(page, 'Set up by hand').click();
  await button(page, 'Connect the shop').waitFor();
};
/** A step on the page of a source that is set up by hand. */
const step = (at: number) => (page: Page) =>
  setUp(page)
    .locator('ol > li')
    .nth(at - 1);
/** The delivery URL, and the secret where it is ours. */
const url = (name: string, kind: string): State =>
  ofNew(
    name,
    async (page) => {
      await openByHand(page, kind);
      await mark(step(2)(page).getByRole('button', { name: 'Copy' }));
    },
    (page) =>
      step(2)(page)
        .locator('figure')
        .or(page.getByRole('region', { name: 'New secret' })),
  );
const secret = (kind: string, label: string, text: string): State =>
  ofNew(
    `${kind.toLowerCase()}-secret`,
    async (page) => {
      await openByHand(page, kind);
      await page.getByRole('textbox', { name: label }).fill(text);
      await mark(button(page, 'Save secret'));
    },
    form,
  );

const askShop = async (page: Page) => {
  await open(page, 'WooCommerce');
  const { port } = new URL(page.url());
  await page.getByRole('textbox', { name: 'Address of your shop' }).fill(`http://127.0.0.1:${port}/demo/woo`);
  await button(page, /^Connect$/).click();
  await page.getByRole('link', { name: 'Approve' }).waitFor();
};
/** Connects the demo's outlet. */
export async function connectShop(page: Page): Promise<void> {
  await askShop(page);
  await page.getByRole('link', { name: 'Approve' }).click();
  await page.getByText('It works', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
}

const OF_WOOCOMMERCE: readonly State[] = [
  tile('WooCommerce'),
  filled('WooCommerce', { 'Address of your shop': 'https://shop.example' }),
  {
    ...picture('connect-woocommerce-consent', askShop, (page) => page.locator('main')),
    async after(page) {
      await page.getByRole('link', { name: 'Deny' }).click();
      await deleteSource(page);
    },
  },
  ofNew('woocommerce', connectShop, (page) =>
    page.getByRole('region', { name: 'Latest' }).or(panel('Connected to')(page)),
  ),
  url('woocommerce-url', 'WooCommerce'),
  sketch('woocommerce-webhook'),
  sketch('woocommerce-webhooks'),
];

const OF_SHOPIFY: readonly State[] = [
  tile('Shopify'),
  sketch('shopify-app'),
  sketch('shopify-install'),
  sketch('shopify-credentials'),
  filled(
    'Shopify',
    {
      'Your store': 'oak.myshopify.com',
      'Client ID': '8f1c3a52d0',
      'Client secret': 'shpss_0123456789',
    },
    form,
  ),
  url('delivery-url', 'Shopify'),
  sketch('shopify-webhook'),
  sketch('shopify-webhooks'),
  secret('Shopify', 'Webhook signing secret', SHOP_SECRET),
  ofNew(
    'shopify-works',
    async (page) => {
      await openByHand(page, 'Shopify');
      await page.getByRole('textbox', { name: 'Webhook signing secret' }).fill(SHOP_SECRET);
      await button(page, 'Save secret').click();
      await page.getByText('The secret is set.').waitFor();
      const { origin, pathname } = new URL(page.url());
      const fetchHere = (path: string, init?: RequestInit) => fetch(new URL(path, origin), init);
      await deliverShopify({ fetch: fetchHere }, pathname.split('/').at(-1) ?? '', 'orders/create', { test: true });
      await page.getByText('It works', { exact: true }).waitFor();
    },
    (page) => page.getByText('It works', { exact: true }).locator('xpath=../../..'),
  ),
];

const OF_STRIPE: readonly State[] = [
  tile('Stripe'),
  sketch('stripe-key'),
  filled('Stripe', { 'Restricted key': 'rk_live_0123456789' }, form),
  sketch('stripe-events'),
  sketch('stripe-endpoint'),
  secret('Stripe', 'Signing secret', 'whsec_0123456789'),
];

/** A booking, as the guide has it, of an hour ago. */
const BOOKING = {
  id: 7_001,
  number: 'B-17',
  status: 'paid',
  paid_at: Math.floor((Date.now() - HOUR) / SECOND),
  guest: { name: 'Ana Silva', email: 'ana@shop.example' },
  rooms: [{ title: 'Sea view' }, { title: 'Attic' }],
};

const addWebhook = async (page: Page) => {
  await button(page, /^Webhook/).click();
  await page.getByText('Waiting for the first delivery …').waitFor();
};
/** A mapping while it is made, with the booking there. */
const mapping = (name: string, prepare: NonNullable<State['prepare']>, crop: NonNullable<State['crop']>): State => ({
  ...picture(
    `connect-webhook-${name}`,
    async (page) => {
      await addWebhook(page);
      const text = await setUp(page).innerText();
      const [hook = ''] = /http\S+\/api\/hooks\/[\w-]+/.exec(text) ?? [];
      const [key = ''] = /whsec_[\w+/=]+/.exec(text) ?? [];
      const opened = page.waitForResponse((response) => /capture/i.test(response.url()));
      await button(page, 'Map fields').click();
      await opened;
      await page.request.post(hook, { headers: { authorization: `Bearer ${key}` }, data: { booking: BOOKING } });
      await button(page, /Sea view/).waitFor();
      await prepare(page);
    },
    crop,
  ),
  async after(page) {
    await button(page, /^Cancel$/).click();
    await deleteSource(page);
  },
});
const field = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Fields' }).getByRole('listitem', { name, exact: true });

const OF_WEBHOOK: readonly State[] = [
  tile('Webhook'),
  ofNew(
    'webhook-address',
    async (page) => {
      await addWebhook(page);
      for (const at of [1, 2]) await mark(step(at)(page).getByRole('button', { name: 'Copy' }));
    },
    (page) => step(1)(page).or(step(2)(page)),
  ),
  picture(
    'connect-webhook-deliveries',
    async (page) => {
      await page.getByRole('link', { name: /^Checkout/ }).click();
      await page.getByRole('tab', { name: 'Deliveries' }).click();
      await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
      await hide(page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr:nth-child(n + 5)'));
      await hide(page.getByRole('navigation', { name: 'Pages of deliveries' }));
    },
    panel('Deliveries from the last 30 days'),
  ),
  ofNew(
    'webhook-map',
    async (page) => {
      await addWebhook(page);
      await mark(button(page, 'Map fields'));
    },
    panel('Map fields'),
  ),
  mapping(
    'tree',
    async () => {},
    (page) => page.getByText(/^Delivered/).or(button(page, /Attic/)),
  ),
  mapping(
    'choose',
    (page) => mark(button(page, 'Choose City')),
    (page) => field(page, 'Full name').or(field(page, 'City')),
  ),
  mapping(
    'canceled',
    async (page) => {
      await button(page, 'Choose Canceled when').click();
      await button(page, /^status: paid/).click();
      for (const word of ['refunded', 'cancelled']) {
        await page.getByLabel('Values that say so').fill(word);
        await page.keyboard.press('Enter');
      }
    },
    (page) => field(page, 'Canceled when'),
  ),
  mapping(
    'save',
    (page) => mark(button(page, 'Save mapping')),
    (page) => page.getByRole('region', { name: 'As visitors see it' }).or(button(page, 'Save mapping')),
  ),
  sketch('webhook-zapier'),
  sketch('webhook-make'),
  sketch('webhook-n8n'),
];

export const OF_CONNECTING: readonly State[] = [...OF_WOOCOMMERCE, ...OF_SHOPIFY, ...OF_STRIPE, ...OF_WEBHOOK];
