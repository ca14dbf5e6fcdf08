// The pictures of the guides on connecting a shop, one for each step: our screens, cropped to what is spoken of, and sketches of
// the vendors' own.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import type { State } from './screenshots-states.ts';
import { SKETCHES } from './vendor-sketches.ts';

/** What is to be pressed, as the sketches mark it. */
const MARK = '3px solid #ffb938';
const SOURCES = screens.siteSources.href('holt-and-ash');

/** @returns a picture of 768 px in light, which guides show whatever the reader's colors are. */
const picture = (name: string, prepare: NonNullable<State['prepare']>, crop?: NonNullable<State['crop']>): State => ({
  ...{ name: `guide-${name}`, path: SOURCES, at: '768-light', prepare, ...(crop && { crop }) },
});

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

export const OF_GUIDES: readonly State[] = [
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
  filled('Stripe', { 'Restricted key': 'rk_live_0123456789' }),
];
/** Each file in content/guides that a state here makes, by its name. */
export const GUIDE_PICTURES = OF_GUIDES.map(({ name }) => name.replace('guide-', ''));
