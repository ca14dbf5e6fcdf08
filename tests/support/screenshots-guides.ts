// The pictures of the guides on the first steps and on connecting a shop, one for each step: our screens, cropped to what is
// spoken of, and sketches of the vendors' own.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import type { State } from './screenshots-states.ts';
import { SKETCHES } from './vendor-sketches.ts';

/** What is to be pressed, as the sketches mark it. */
const MARK = '3px solid #ffb938';
const SOURCES = screens.siteSources.href('holt-and-ash');

/** @returns a picture of 768 px in light, which guides show whatever the reader's colors are. */
const picture = (
  name: string,
  prepare: NonNullable<State['prepare']>,
  crop?: NonNullable<State['crop']>,
  path = SOURCES,
): State => ({ name: `guide-${name}`, path, at: '768-light', prepare, ...(crop && { crop }) });

const wait = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
const panel = (title: string) => (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });
/** The demo shop, which its browser reaches by another name of this machine. */
const shopOf = (page: Page) => `http://127.0.0.1:${new URL(page.url()).port}/demo/shop`;
const noticeOf = (page: Page) => page.locator('proofbell-widget .notice').first();

const FIRST_STEPS: readonly State[] = [
  picture(
    'start-site',
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Oak & Iron');
      await page.getByLabel(/^Domains/).fill('oak-and-iron.example');
    },
    (page) => page.getByRole('main').locator('form'),
    screens.createSite.href(),
  ),
  picture('start-snippet', wait, panel('Snippet'), screens.siteSetup.href('holt-and-ash')),
  picture(
    'start-notification',
    async (page) => {
      await page.getByRole('button', { name: 'New notification' }).first().click();
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Free delivery until Sunday');
    },
    undefined,
    screens.siteNotifications.href('holt-and-ash'),
  ),
  picture('start-shown', async (page) => {
    await page.goto(shopOf(page));
    await noticeOf(page).waitFor();
  }),
  picture('start-counts', wait, undefined, screens.siteDashboard.href('holt-and-ash')),
  picture('why-check', wait, panel('Check installation'), screens.siteSetup.href('ash-journal')),
  picture(
    'why-inspector',
    async (page) => {
      const shop = shopOf(page);
      await page.getByRole('button', { name: "Why don't I see it?" }).first().click();
      await page.getByLabel('Page URL').fill(shop);
      await page.getByRole('button', { name: 'Just give me the link' }).click();
      await page.goto((await page.getByRole('dialog').locator('pre').innerText()).trim());
      await noticeOf(page).waitFor();
    },
    undefined,
    screens.siteSetup.href('holt-and-ash'),
  ),
];

const tile = (kind: string): State =>
  picture(
    `connect-${kind.toLowerCase()}-tile`,
    (page) =>
      page.getByRole('button', { name: new RegExp(`^${kind}`) }).evaluate((one, mark) => {
        one.style.outline = mark;
      }, MARK),
    (page) => page.getByRole('region', { name: 'Add source' }),
  );

/** Opens the form for a new source of a kind. */
const open = async (page: Page, kind: string) => {
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await page.getByText('Set up by hand').waitFor();
};
const deleteSource: NonNullable<State['after']> = async (page) => {
  await page.getByRole('button', { name: 'Delete source' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete source' }).click();
  await page.waitForURL(`**${SOURCES}`);
};
const form = (page: Page) => page.getByRole('main').locator('section').first();

/** @param fields what somebody has typed. */
const filled = (kind: string, fields: Record<string, string>): State => ({
  ...picture(
    `connect-${kind.toLowerCase()}-form`,
    async (page) => {
      await open(page, kind);
      for (const [name, text] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(text);
    },
    form,
  ),
  after: deleteSource,
});

const sketch = (name: keyof typeof SKETCHES): State =>
  picture(
    `connect-${name}`,
    async (page) => {
      await page.goto('about:blank');
      await page.setContent(SKETCHES[name]);
    },
    (page) => page.locator('main'),
  );

const askShop = async (page: Page) => {
  await open(page, 'WooCommerce');
  const { port } = new URL(page.url());
  await page.getByRole('textbox', { name: 'Address of your shop' }).fill(`http://127.0.0.1:${port}/demo/woo`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('link', { name: 'Approve' }).waitFor();
};
/** Connects the demo's outlet. */
export async function connectShop(page: Page): Promise<void> {
  await askShop(page);
  await page.getByRole('link', { name: 'Approve' }).click();
  await page.getByText('It works').waitFor();
  await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
}

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
  await page.getByRole('button', { name: /^Webhook/ }).click();
  await page.getByText('Waiting for the first delivery …').waitFor();
};
const OF_WEBHOOK: readonly State[] = [
  tile('Webhook'),
  { ...picture('connect-webhook-address', addWebhook, form), after: deleteSource },
  {
    ...picture('connect-webhook-mapping', async (page) => {
      await addWebhook(page);
      const text = await form(page).innerText();
      const [url = ''] = /http\S+\/api\/hooks\/[\w-]+/.exec(text) ?? [];
      const [secret = ''] = /whsec_[\w+/=]+/.exec(text) ?? [];
      await page.getByRole('button', { name: 'Map fields' }).click();
      await page.request.post(url, { headers: { authorization: `Bearer ${secret}` }, data: { booking: BOOKING } });
      await page.getByRole('button', { name: /Sea view/ }).waitFor();
      await page.getByRole('heading', { name: 'Map fields' }).scrollIntoViewIfNeeded();
    }),
    async after(page) {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await deleteSource(page);
    },
  },
  picture('connect-webhook-deliveries', async (page) => {
    await page.getByRole('link', { name: /^Checkout/ }).click();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
  }),
];

export const OF_GUIDES: readonly State[] = [
  ...FIRST_STEPS,
  ...['WooCommerce', 'Shopify', 'Stripe'].map(tile),
  filled('WooCommerce', { 'Address of your shop': 'https://shop.example' }),
  {
    ...picture('connect-woocommerce-consent', askShop, (page) => page.locator('main')),
    async after(page) {
      await page.getByRole('link', { name: 'Deny' }).click();
      await deleteSource(page);
    },
  },
  {
    ...picture('connect-woocommerce', connectShop),
    after: deleteSource,
  },
  sketch('shopify-app'),
  sketch('shopify-install'),
  sketch('shopify-credentials'),
  filled('Shopify', {
    'Your store': 'oak.myshopify.com',
    'Client ID': '8f1c3a52d0',
    'Client secret': 'shpss_0123456789',
  }),
  sketch('stripe-key'),
  ...OF_WEBHOOK,
  filled('Stripe', { 'Restricted key': 'rk_live_0123456789' }),
];
/** Each file in content/guides that a state here makes, by its name. */
export const GUIDE_PICTURES = OF_GUIDES.map(({ name }) => name.replace('guide-', ''));
