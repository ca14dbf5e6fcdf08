// The screens of a new site, opened by their address while answers are late: nothing that stands moves once they come.
// Full ones are in screens.spec.ts. And what the dashboards load.
import { expect, type Page } from '@playwright/test';
import { ownerScreens, siteScreens } from '#client/screens.ts';
import { partOf } from '#tests/support/runs.ts';
import {
  DASHBOARD_BYTES_MAX,
  DASHBOARD_REQUESTS_MAX,
  DASHBOARD_SCRIPT_MAX,
  SCREEN_BYTES_MAX,
  SCREEN_SCRIPT_MAX,
  scriptBytes,
  watchSent,
} from '#tests/support/sent-bytes.ts';
import { hold } from './support/answer.ts';
import { drawn, settled, watchRequests } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { answerLate, loaded, MOST_SHIFTED, sumOf, watchShifts } from './support/layout-shift.ts';
import { PAGE, start } from './support/notification-list.ts';
import { newOwner, test } from './support/owner.ts';
import { NAME, newShop, shopOf } from './support/stats.ts';

/** Waits until all that the screen asks for is there. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await loaded(page);
  // What the fonts move, is noted.
  await drawn(page);
}

test('on a phone no screen of a new site moves as it loads', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 375, height: 812 });
  // Skeletons stand still, and cost less.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { slug } = await newShop(page);
  const shifts = await watchShifts(page);
  await answerLate(page);
  const all = [...ownerScreens.map(({ href }) => href()), ...siteScreens.map(({ href }) => href(slug))];
  for (const path of partOf(all, 5)) {
    shifts.length = 0;
    await page.goto(path);
    await expectLoaded(page);
    expect.soft(sumOf(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST_SHIFTED);
  }
});

test('on a phone a new site’s dashboard stays where it is once the answers come', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { slug } = await newShop(page);
  const shifts = await watchShifts(page);
  const late = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**', async (route) => {
    // Until it is known who is there, nothing stands.
    if (!/trpc\/auth\./.test(route.request().url())) await late.promise;
    await route.fallback();
  });
  await page.goto(`/${slug}/dashboard`);
  await expect(page.locator('.animate-pulse').first()).toBeVisible();
  late.resolve();
  await expectLoaded(page);
  expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThan(MOST_SHIFTED);
});

test('a dashboard needs 192 kB of script at most, 245 kB in all and 12 requests, another screen 242 and 288 kB', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const expectLight = async (path: string, script = DASHBOARD_SCRIPT_MAX, bytes = DASHBOARD_BYTES_MAX) => {
    // Nothing in its cache.
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: await page.context().storageState(),
    });
    watchRequests(context);
    // What is fetched later, while nothing else is to do, is none of it: whoever saves data gets nothing on a guess.
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    );
    const visit = await context.newPage();
    const sent = await watchSent(visit);
    await visit.goto(path);
    await settled(visit);
    await expect(visit.getByRole('heading', { level: 1 })).toHaveCount(1);
    await context.close();
    expect(scriptBytes(sent), path).toBeGreaterThan(100_000);
    expect.soft(scriptBytes(sent), path).toBeLessThanOrEqual(script);
    expect.soft(sent.bytes, `${path}: ${sent.requests.join(' ')}`).toBeLessThanOrEqual(bytes);
    // On a slow machine the page comes without its data, and calls for it: who is there, it asks in any case.
    return sent.requests.filter((url) => !url.includes('/api/trpc/'));
  };
  await newOwner(page, NAME);
  const others = [await expectLight(`/${(await shopOf(page, NAME)).slug}/dashboard`)];
  const { slug } = await fullSite(page);
  others.push(await expectLight(`/${slug}/dashboard`));
  for (const one of others) expect(one.length + 1, one.join('\n')).toBeLessThanOrEqual(DASHBOARD_REQUESTS_MAX);
  // The largest script, and one that shows more of fonts than others.
  for (const name of ['site-setup', 'appearance'])
    await expectLight(`/${slug}/${name}`, SCREEN_SCRIPT_MAX, SCREEN_BYTES_MAX);
});

test('what was deleted does not come before the list and is pushed down by it', { tag: '@long' }, async ({ page }) => {
  const api = await start(page);
  const [first] = await api.notifications();
  await api.deleteNotification(first?.id ?? '');
  const release = await hold(page, '**/api/trpc/**notifications.list**');
  const shifts = await watchShifts(page);
  const deleted = page.waitForResponse('**/api/trpc/**notifications.deleted**');
  await page.goto(PAGE);
  await (await deleted).finished();
  await drawn(page);
  release();
  await expect(page.getByText('Recently deleted (1)')).toBeVisible();
  await drawn(page);
  expect(sumOf(shifts), JSON.stringify(shifts)).toBe(0);
});
