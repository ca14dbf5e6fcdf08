// The pictures of the guides on the first steps: our screens, cropped to what is spoken of. Those on connecting a shop are in
// screenshots-connecting.ts.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { hide, panel, picture } from './guide-picture.ts';
import { OF_CONNECTING } from './screenshots-connecting.ts';
import type { State } from './screenshots-states.ts';

const wait = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
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
  picture(
    'start-counts',
    async (page) => {
      await wait(page);
      await page.getByRole('heading', { name: 'By day' }).waitFor();
      await hide(panel('By day')(page).last());
    },
    (page) => panel('Today')(page).or(panel('Last 30 days')(page)),
    screens.siteDashboard.href('holt-and-ash'),
  ),
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

export const OF_GUIDES: readonly State[] = [...FIRST_STEPS, ...OF_CONNECTING];
/** Each file in content/guides that a state here makes, by its name. */
export const GUIDE_PICTURES = OF_GUIDES.map(({ name }) => name.replace('guide-', ''));
