// The public pages before and after somebody touches them: complete without JavaScript, hardly any script until then, and
// the same page afterwards, with no press lost.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { hold } from './support/answer.ts';
import { overflowOf } from './support/axe.ts';
import { poll, settled } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { touch } from './support/touch.ts';

const textOf = (page: Page) => page.locator('#root').innerText();

/** The heading as it was, to see whether React took it over or made another one. */
const mark = (page: Page) => page.evaluate(() => document.querySelector('h1')?.setAttribute('data-first', ''));
const isMarked = (page: Page) => page.locator('h1[data-first]').count();

test('a page is complete without React, which a touch loads and which takes it over', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(screens.faq.href());
  await settled(page);
  expect(scripts.filter((path) => path.startsWith('/assets/'))).toEqual([expect.stringMatching(/^\/assets\/start-/)]);
  const before = await textOf(page);
  await mark(page);
  await touch(page);
  expect(scripts.length).toBeGreaterThan(2);
  expect(await isMarked(page), 'React takes over the page that is there').toBe(1);
  expect(await textOf(page)).toBe(before);
});

test('a press made before React is there is not lost', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, /\/assets\/index-[^/]+\.js$/);
  await page.goto(screens.pricing.href());
  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(page.getByRole('main')).not.toContainText('$40.83 a month');
  release();
  await expect(page.getByRole('main')).toContainText('$40.83 a month');
});

test('nor is what was typed, nor a press without a connection', { tag: '@long' }, async ({ page, context }) => {
  const release = await hold(page, /\/assets\/index-[^/]+\.js$/);
  await page.goto(screens.support.href());
  await page.getByRole('searchbox').fill('cookies');
  release();
  await expect(page.getByRole('link', { name: /Frequently asked questions/ })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('cookies');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(screens.pricing.href());
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(page.getByRole('main')).not.toContainText('$40.83 a month');
  await context.setOffline(false);
  await expect(page.getByRole('main')).toContainText('$40.83 a month');
});

test('before React the header is transparent until the page is scrolled by more than 10 px, and links lead on [spec 2.nav.1 9.18]', async ({
  page,
}) => {
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/');
  const background = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);
  await poll(background).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => window.scrollTo(0, 11));
  await poll(background).toMatch(/\/ 0\.85\)$/);
  await page.evaluate(() => window.scrollTo(0, 10));
  await poll(background).toBe('rgba(0, 0, 0, 0)');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('owners get their own header without a touch, and nobody’s before', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  // Where React was once, the browser remembers that somebody is logged in.
  await page.goto(screens.faq.href());
  await touch(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Analytics' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Analytics' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveCount(0);
});

test('English text needs the small font and no other, and nothing moves when it comes', { tag: '@long' }, async ({
  page,
}) => {
  const fonts: string[] = [];
  let late = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    fonts.push(new URL(route.request().url()).pathname);
    await late.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shift = list
        .getEntries()
        .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
      document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of [screens.faq.href(), screens.pricing.href(), screens.contact.href()]) {
    await test.step(path, async () => {
      fonts.length = 0;
      late = Promise.withResolvers();
      await page.goto(path, { waitUntil: 'commit' });
      // Late enough for the page to have been painted without it.
      await poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
      late.resolve();
      await page.waitForLoadState();
      await page.evaluate(() => document.fonts.ready);
      expect(fonts).toEqual([expect.stringMatching(/inter-basic/)]);
      expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.05);
    });
  }
});

test.describe('in real time', () => {
  test.use({ time: 'real' });

  test('a font that never comes holds a page back for a second, not for ever', { tag: '@long' }, async ({ page }) => {
    await page.route(/\.woff2$/, () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const shownAfter = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    expect(shownAfter).toBeGreaterThan(900);
  });
});

test('whoever reloads, comes back or follows a link to a section is where they should be', { tag: '@long' }, async ({
  page,
}) => {
  const top = () => page.evaluate(() => window.scrollY);
  await page.goto('/');
  await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }));
  await page.reload();
  await poll(top).toBe(3000);
  await page.goto('/faq');
  await page.goBack();
  await poll(top).toBe(3000);
  await page.goto('/about');
  await page.goto('/#features');
  const features = page.locator('#features');
  await poll(async () => Math.round((await features.boundingBox())?.y ?? 0)).toBe(64);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('at every width the header has its links, and no button that does nothing', { tag: '@long' }, async ({
    page,
  }) => {
    for (const path of ['/', screens.blog.href()]) {
      await page.goto(path);
      const header = page.getByRole('banner');
      await expect(header.getByRole('button')).toHaveCount(0);
      for (const width of [320, 375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        for (const name of ['Features', 'Pricing', 'FAQ']) {
          const link = header.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
          await expect(link).toBeVisible();
          // Once it is laid out at the new width.
          await poll(async () => {
            const { x, width: own } = (await link.boundingBox()) ?? { x: width, width };
            return x + own;
          }).toBeLessThanOrEqual(width);
          const box = await link.boundingBox();
          // On one line, inside the header.
          expect((box?.y ?? 99) + (box?.height ?? 0)).toBeLessThanOrEqual(64);
          expect(box?.height).toBeLessThan(30);
        }
        await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible({ visible: width >= 768 });
        expect(await overflowOf(page)).toBe(0);
      }
    }
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/\/faq$/);
  });
});
