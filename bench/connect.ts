// How long it takes an owner to connect a shop: their presses, and the time from their approval in the shop until they read
// its first notification. The shop that stands in answers each call after a second, as slow ones do.
import type { Browser, Locator } from '@playwright/test';
import { HOUR, SECOND } from '#shared/time.ts';
import { startWooShop, wooOrder } from '#tests/support/woo-shop.ts';
import { median, type Options, type Row } from './measure.ts';
import { startProgram } from './program.ts';
import { inBrowser, logIn } from './visits.ts';

const ORDERS = 250;
const SHOP_ANSWERS_AFTER = SECOND;
/** Of both (docs/decisions/023-connecting-shops.md). */
const [AIM_SECONDS, AIM_PRESSES] = [60, 4];

type Connected = { presses: number; first: number; all: number };

/** Connects a new shop to a new source of the site. */
async function connect(browser: Browser, url: string, slug: string): Promise<Connected> {
  let stop = async () => {};
  const woo = await startWooShop({
    delay: SHOP_ANSWERS_AFTER,
    end: (given) => {
      stop = given;
    },
  });
  for (let n = 0; n < ORDERS; n++) {
    const at = new Date(Date.now() - 2 * HOUR - n * (HOUR / 2)).toISOString();
    woo.orders.push(wooOrder(1_000 - n, at));
  }
  const page = await (await logIn(browser, url)).newPage();
  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.click();
  };
  await page.goto(`/${slug}/sources`);
  await press(page.getByRole('button', { name: /^WooCommerce/ }));
  await page.getByRole('textbox', { name: 'Address of your shop' }).fill(woo.address);
  await press(page.getByRole('button', { name: 'Connect', exact: true }));
  const approve = page.getByRole('link', { name: 'Approve' });
  await approve.waitFor();
  const began = performance.now();
  const secondsSince = () => (performance.now() - began) / SECOND;
  await approve.click();
  await page.getByRole('region', { name: 'Latest' }).getByRole('img').waitFor();
  const first = secondsSince();
  await page.getByText(`Of ${ORDERS} orders from the last 30 days`).waitFor({ timeout: 120_000 });
  const all = secondsSince();
  await page.context().close();
  await stop();
  return { presses, first, all };
}

/** Measures as many connections as there are rounds, at most one for each of the bench's five sites. */
export const measureConnect = ({ rounds }: Options): Promise<Row> =>
  inBrowser(
    async (browser, program) => {
      const runs: Connected[] = [];
      // Where the shop sends its owner back to.
      const url = program.url.replace('127.0.0.1', 'localhost');
      for (let n = 1; n <= Math.min(rounds, 5); n++) runs.push(await connect(browser, url, `shop-${n}`));
      const first = median(runs.map((run) => run.first));
      const presses = Math.max(...runs.map((run) => run.presses));
      return {
        what: 'Connecting a WooCommerce shop whose every answer takes 1 s: from its owner’s approval to the first notification on the screen',
        reference: `${AIM_SECONDS} s`,
        proofbell: `${first.toFixed(1)} s`,
        ratio: `**${(first / AIM_SECONDS).toFixed(2)}**`,
        aim: '≤ 1.0',
        note: `${presses} presses of ours before it (aim: ${AIM_PRESSES}); ${ORDERS} orders read after ${median(runs.map((run) => run.all)).toFixed(0)} s`,
      };
    },
    () => startProgram({ ALLOW_PRIVATE_SHOPS: '1' }),
  );
