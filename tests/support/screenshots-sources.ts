// What `npm run screenshots` takes of sources and events: how each kind is connected or set up, a shop that was connected, and
// forgetting a person.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { connectShop } from './screenshots-connecting.ts';
import type { State } from './screenshots-states.ts';

const SOURCES = screens.siteSources.href('holt-and-ash');

/** What shows that the page of a new source is there. */
const READY: Record<string, string> = { CSV: 'or drop it here', Webhook: 'Waiting for the first delivery …' };

const add = async (page: Page, kind: string) => {
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await page.getByText(READY[kind] ?? 'Set up by hand').waitFor();
};

/** Of a source that is only there for the picture. */
const ofNew = (name: string, kind: string, more?: (page: Page) => Promise<unknown>): State => ({
  name: `siteSource-${name}`,
  path: SOURCES,
  prepare: async (page) => {
    await add(page, kind);
    await more?.(page);
  },
  after: async (page) => {
    await page.getByRole('button', { name: 'Delete source' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete source' }).click();
    await page.waitForURL(`**${SOURCES}`);
  },
});
const newSource = (kind: string) => ofNew(kind.toLowerCase(), kind);

export const OF_SOURCES: readonly State[] = [
  ...['Shopify', 'Stripe', 'Webhook', 'CSV'].map(newSource),
  ofNew('woocommerce', 'WooCommerce', (page) =>
    page.getByRole('textbox', { name: 'Address of your shop' }).fill('https://shop.example'),
  ),
  { ...ofNew('connected', 'WooCommerce'), prepare: connectShop },
  ofNew('by-hand', 'WooCommerce', (page) => page.getByRole('button', { name: 'Set up by hand' }).click()),
  ...['What shows', 'Deliveries'].map(
    (tab): State => ({
      name: `siteSource-${tab.toLowerCase().replace(' ', '-')}`,
      path: SOURCES,
      prepare: async (page) => {
        await page.getByRole('link', { name: /^Checkout/ }).click();
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
      },
    }),
  ),
  {
    name: 'siteEvents-forget',
    path: screens.siteEvents.href('holt-and-ash'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Forget a person' }).click();
      await page.getByRole('dialog', { name: 'Forget a person' }).waitFor();
    },
  },
];
