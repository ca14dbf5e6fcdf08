// Browsers and pages without one of the things a widget might lean on: whatever is missing, the page works, and a notification
// that is shown can be closed.
import { expect } from '@playwright/test';
import { shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { test } from './support/widget-test.ts';

const NAMES = [
  'IntersectionObserver',
  'CustomEvent',
  'EventTarget',
  'AbortController',
  'AbortSignal',
  'CSSStyleSheet',
  'Intl',
  'URL',
  'fetch',
  'matchMedia',
  'getComputedStyle',
  'navigation',
  'localStorage',
  'performance',
  'history',
  'Set',
];

test.use({ trace: 'off' });

test(`without one of these the page works, and a notification that shows can be closed: ${NAMES.join(', ')}`, async ({
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
  const wrong: string[] = [];
  let shown = 0;
  for (const name of NAMES) {
    const frame = page.frameLocator(`[name=${name}]`);
    await frame.locator('#buy').click();
    await expect(frame.locator('#basket')).toHaveText('1');
    const notification = frame.locator('proofbell-widget .notice:not(.gone)');
    if ((await notification.count()) > 0) {
      shown += 1;
      // What is fixed inside a frame cannot be scrolled to.
      await notification.locator('.close').evaluate((button) => (button as HTMLElement).click());
      if ((await notification.count()) > 0) wrong.push(`${name}: cannot be closed`);
    }
    const issues = await frame.locator('html').getAttribute('data-issues');
    if (issues) wrong.push(`${name}: ${issues}`);
  }
  expect(wrong).toEqual([]);
  expect(shown, 'shown without one of them').toBeGreaterThan(4);
});
