// Browsers and pages that lack one of the things a widget might rely on: whatever is missing, the page works, and a
// notification that is shown can be closed.
import { expect } from '@playwright/test';
import { shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { test } from './support/widget-test.ts';

/** The notification is shown without these. */
const DISPENSABLE = [
  'IntersectionObserver',
  'CustomEvent',
  'Intl',
  'getComputedStyle',
  'navigation',
  'localStorage',
  'performance',
  'history',
];
const NAMES = [
  ...DISPENSABLE,
  // A payload that another frame stored shows it, if that came first.
  'fetch',
  'EventTarget',
  'AbortController',
  'AbortSignal',
  'CSSStyleSheet',
  'URL',
  'matchMedia',
  'Set',
];

test.use({ trace: 'off' });

test(`without any one of these the page works, and a notification that is shown can be closed: ${NAMES.join(', ')}`, async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  host.policies.set('/', '');
  for (const name of NAMES) {
    host.policies.set(`/${name}`, '');
    const lose = `<script>Object.defineProperty(window,'${name}',{value:undefined,writable:true})</script>`;
    host.pages.set(`/${name}`, shopPage(backend.origin, { head: lose }));
  }
  host.pages.set('/shop.js', shopScript());
  const frames = NAMES.map((name) => `<iframe src="/${name}" name="${name}" width="600" height="300"></iframe>`);
  host.pages.set('/', `<!doctype html>${frames.join('')}`);
  await page.clock.install();
  await page.goto(host.origin, { waitUntil: 'networkidle' });
  await page.clock.runFor(1_000);
  const cardIn = (name: string) => page.frameLocator(`[name=${name}]`).locator('proofbell-widget .notice:not(.gone)');
  for (const name of DISPENSABLE) await expect(cardIn(name), `shown without ${name}`).toHaveCount(1);
  const wrong: string[] = [];
  for (const name of NAMES) {
    const frame = page.frameLocator(`[name=${name}]`);
    await frame.locator('#buy').click();
    await expect(frame.locator('#basket')).toHaveText('1');
    if ((await cardIn(name).count()) > 0) {
      // What is fixed inside a frame cannot be scrolled to.
      await cardIn(name)
        .locator('.close')
        .evaluate((button) => (button as HTMLElement).click());
      await expect(cardIn(name), `closed without ${name}`).toHaveCount(0);
    }
    const issues = await frame.locator('html').getAttribute('data-issues');
    if (issues) wrong.push(`${name}: ${issues}`);
  }
  expect(wrong).toEqual([]);
});
