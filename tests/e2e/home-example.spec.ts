import { expect, type Page } from '@playwright/test';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { test as base, poll, settled } from './support/base.ts';
import { touch } from './support/touch.ts';
import { stopClock } from './support/widget-test.ts';

/** Requests of the page to the visitor's endpoints. No page here routes them, so that the browser's cache works. */
const test = base.extend<{ asked: string[] }>({
  asked: async ({ page }, use) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(?:widget|api\/embed)/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    });
    await use(asked);
  },
});

const card = (page: Page) => page.locator('html > proofbell-widget .notice:not(.gone)');
const check = (page: Page) => page.locator('#cost-check');
const figure = (page: Page, name: string) => page.locator(`[data-cost="${name}"]`);

const timings = (page: Page) =>
  page.evaluate(() => {
    const of = (path: string) => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const timing = all.findLast(({ name }) => name.replace(/\?.*/, '') === location.origin + path);
      return { sent: timing?.transferSize, body: timing?.encodedBodySize };
    };
    return { script: of('/widget.js'), payload: of('/api/embed/example') };
  });

test('examples say that they are, can be closed, and neither server nor browser keeps anything of them', async ({
  page,
  asked,
}) => {
  // The example goes by itself, and a slow machine would close the next one.
  await stopClock(page);
  await page.goto('/');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(card(page)).toContainText('Example order', { timeout: 100 });
  }).toPass({ intervals: [100] });
  // Long enough to count, were it not an example.
  await page.clock.runFor(5_000);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show an example now' }).click();
  await expect(card(page)).toContainText('Example order');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('proofbell:')))).toEqual(
    [],
  );
  await page.clock.resume();
  await settled(page);
  expect(asked).toEqual(['GET /widget.js', 'GET /api/embed/example']);
});

test('the example stays on the home page', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(card(page)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.locator('html > proofbell-widget')).toHaveCount(0);
  await page.goBack();
  await expect(card(page)).toBeVisible();
  await expect(page.locator('html > proofbell-widget')).toHaveCount(1);
});

/** Whether the example and one of the page's primary actions have a pixel in common. */
const isCovering = (page: Page) =>
  page.evaluate(() => {
    const notice = document.querySelector('html > proofbell-widget')?.shadowRoot?.querySelector('.notice:not(.gone)');
    const a = notice?.getBoundingClientRect();
    return [...document.querySelectorAll('[data-keep-clear] a')].some((action) => {
      const b = action.getBoundingClientRect();
      return a !== undefined && a.top < b.bottom && b.top < a.bottom;
    });
  });

async function expectClearActions(page: Page, height: number): Promise<void> {
  await page.setViewportSize({ width: 375, height });
  await page.goto('/');
  const actions = page.locator('[data-keep-clear]').last();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // On the smallest phone it waits for this, with the actions where it would be.
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
  await expect(card(page)).toBeVisible();
  expect(await isCovering(page)).toBe(false);
  // As low in the window as they are when they come into view.
  await actions.evaluate((node) => node.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await expect(card(page)).toHaveCount(0);
  expect(await isCovering(page)).toBe(false);
  // Wherever the page goes back to, in each of the frames that an example would take to come.
  const most = await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    let covered = 0;
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame);
      const notice = document.querySelector('html > proofbell-widget')?.shadowRoot?.querySelector('.notice:not(.gone)');
      const a = notice?.getBoundingClientRect();
      for (const action of document.querySelectorAll('[data-keep-clear] a')) {
        const b = action.getBoundingClientRect();
        if (a !== undefined && a.top < b.bottom && b.top < a.bottom) covered += 1;
      }
    }
    return covered;
  });
  expect(most).toBe(0);
}

test('on a phone, the smallest, too, it lies neither on the primary actions nor on what was reached by keyboard, unless that is its own button', {
  tag: '@long',
}, async ({ page }) => {
  for (const height of [667, 568]) await expectClearActions(page, height);

  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/');
  const question = page.locator('#questions summary').first();
  await question.evaluate((node) => node.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await expect(card(page)).toBeVisible();
  await question.evaluate((node) => (node as HTMLElement).focus({ preventScroll: true }));
  await page.keyboard.press('Shift');
  await expect(card(page)).toHaveCount(0);
  await question.evaluate((node) => (node as HTMLElement).blur());
  // Its own button keeps it.
  await page.getByRole('button', { name: 'Show an example now' }).click();
  await expect(card(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Close' }).focus();
  // Long enough to go, were it any other.
  for (let frame = 0; frame < 30; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(card(page)).toBeVisible();
});

test("the cost check says what the browser's own entries say", { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[data-cost="state"]')).toContainText('Waiting for the first example');
  await expect(check(page)).toHaveAttribute('data-state', /measured|slow/);
  const { script, payload } = await timings(page);
  const bytes = (value = 0) => `${value.toLocaleString('en-US')} bytes`;
  expect(script.sent).toBeGreaterThan(0);
  await expect(figure(page, 'script')).toHaveText(bytes(script.body));
  await expect(figure(page, 'script-note')).toHaveText('of 7,750 allowed for both, with brotli');
  await expect(figure(page, 'payload')).toHaveText(bytes(payload.body));
  expect((script.body ?? 0) + (payload.body ?? 0)).toBeLessThanOrEqual(WIDGET_BUDGET.bytes);
  await expect(figure(page, 'requests')).toHaveText('2');
  const time = await page.evaluate(() => Number(document.documentElement.dataset.exampleTime));
  expect(time).toBeGreaterThan(0);
  await expect(figure(page, 'time')).toHaveText(`${time.toLocaleString('en-US', { maximumFractionDigits: 1 })} ms`);
  const share = await page
    .locator('[data-cost-bar="script"]')
    .evaluate((bar) => bar.clientWidth / (bar.parentElement?.clientWidth ?? 1));
  expect(share).toBeCloseTo((script.body ?? 0) / WIDGET_BUDGET.bytes, 1);
  // React leaves it as it is.
  await touch(page);
  await expect(figure(page, 'script')).toHaveText(bytes(script.body));
});

test('the cost check says so where the widget is blocked, and the page stays as it is', { tag: '@long' }, async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.clock.install();
  for (const path of ['/widget.js', '/api/embed/example']) {
    await page.route(`**${path}*`, (route) => route.abort('blockedbyclient'));
    await page.goto('/');
    await poll(async () => {
      await page.clock.runFor(2_000);
      return check(page).getAttribute('data-state');
    }).toBe('blocked');
    await expect(page.locator('[data-cost="state"]')).toContainText("Your browser didn't run it");
    await expect(figure(page, 'time')).toHaveText('–');
    await page.getByRole('button', { name: 'Show an example now' }).click();
    await page.unrouteAll({ behavior: 'wait' });
  }
  expect(errors).toEqual([]);
});
