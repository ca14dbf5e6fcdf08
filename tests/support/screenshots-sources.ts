// What `npm run screenshots` takes of sources and events: each vendor's steps, and forgetting a person.
import { screens } from '#client/screens.ts';
import type { State } from './screenshots-states.ts';

const SOURCES = screens.siteSources.href('holt-and-ash');

/** Of a source that is only there for the picture. */
const newSource = (kind: string): State => ({
  name: `siteSource-${kind.toLowerCase()}`,
  path: SOURCES,
  prepare: async (page) => {
    await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
    await page.getByText(kind === 'CSV' ? 'or drop it here' : 'Waiting for the first delivery …').waitFor();
  },
  after: async (page) => {
    await page.getByRole('button', { name: 'Delete source' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete source' }).click();
    await page.waitForURL(`**${SOURCES}`);
  },
});

export const OF_SOURCES: readonly State[] = [
  ...['Shopify', 'WooCommerce', 'Stripe', 'Webhook', 'CSV'].map(newSource),
  {
    name: 'siteEvents-forget',
    path: screens.siteEvents.href('holt-and-ash'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Forget a person' }).click();
      await page.getByRole('dialog', { name: 'Forget a person' }).waitFor();
    },
  },
];
