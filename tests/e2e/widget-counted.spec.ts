// What the built widget tells its backend, and when it tells nothing: prerendered and background tabs, the editor's
// preview, a backend that is busy, a visitor who leaves, and what it says of its own cost.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { openAlone } from './support/lone-chromium.ts';
import { newOwner, test as ownerTest } from './support/owner.ts';
import { payload } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { keepLog, toldOn } from './support/widget-log.ts';
import { card, kinds, loaded, test } from './support/widget-test.ts';

test('in a page that the browser prerenders nothing is shown or counted until the visitor comes', async ({
  backend,
  host,
}) => {
  backend.answer = payload();
  const tell = (what: string) => `fetch('${backend.origin}/' + ${what})`;
  const page = (html: string, path: string) => {
    host.policies.set(path, '');
    host.pages.set(path, hostPage(html));
  };
  const rules = { prerender: [{ urls: ['/next'], eagerness: 'immediate' }] };
  page(
    `<script type="speculationrules">${JSON.stringify(rules)}</script>
    <script>setInterval(() => localStorage.getItem('ready') && location.assign('/next'), 50)</script>`,
    '/',
  );
  page(
    `<script>
      document.prerendering && ${tell("'prerendered'")};
      document.addEventListener('prerenderingchange', () => ${tell("'visited'")});
      addEventListener('load', () => {
        Proofbell.on('show', () => ${tell("'shown-' + document.hidden")});
        // Longer than a display takes to count, and to be sent.
        setTimeout(() => ${tell("'waited'")}.then(() => localStorage.setItem('ready', '1')), 3000);
      });
    </script>${tag(backend.origin)}`,
    '/next',
  );
  const end = await openAlone(host.origin);
  try {
    await expect.poll(() => backend.requests, { timeout: 30_000 }).toContain('GET /visited');
    // The widget was run, and had its payload, long before the visitor came.
    const before = backend.requests.slice(0, backend.requests.indexOf('GET /waited'));
    expect(before.sort()).toEqual(['GET /api/embed/site-1', 'GET /prerendered', 'GET /widget.js']);
    await expect.poll(() => kinds(backend)).toEqual(['display n1']);
    expect(backend.requests.filter((request) => request.includes('shown'))).toEqual(['GET /shown-false']);
    expect(backend.requests.filter((request) => request.startsWith('GET /api'))).toHaveLength(1);
  } finally {
    await end();
  }
});

/** Headless browsers show every tab: what a page hears of a tab in the background is told to it here. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('a tab opened in the background shows and counts nothing until somebody looks at it', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 3 } });
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.clock.install();
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor('20:00');
  await expect(card(page)).toHaveCount(0);
  await hide(page, false);
  // Time that nobody was there is no delay.
  await page.clock.runFor(2_500);
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(card(page)).toHaveCount(1);
  expect(backend.events).toEqual([]);
  await page.clock.runFor(3_000);
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
});

ownerTest('the editor’s preview asks for nothing and counts nothing', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/notifications');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'New notification' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  await editor.getByRole('textbox', { name: 'Message' }).fill('bought the Oak Desk');
  const preview = editor.locator('proofbell-widget .notice');
  await expect(preview).toContainText('bought the Oak Desk');
  await preview.click({ force: true, position: { x: 30, y: 20 } });
  // Longer than a display takes to count, and to be sent.
  await page.waitForTimeout(2_500);
  await expect(preview).toBeInViewport();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(asked.filter((path) => path.startsWith('/api/embed') || path.includes('widget.js'))).toEqual([]);
});

for (const [how, leave] of [
  ['goes to another site', (page: Page) => page.goto('about:blank')],
  ['closes the tab', (page: Page) => page.close({ runBeforeUnload: true })],
  ['turns to another tab', (page: Page) => hide(page, true)],
] as const) {
  test(`what has not been sent yet is sent when the visitor ${how}, once`, async ({ page, backend, host }) => {
    backend.answer = payload({ timing: { initialDelay: 30 } });
    await page.clock.install({ time: '2026-05-01T12:00:00Z' });
    await keepLog(page);
    await page.goto(host.origin);
    await loaded(page);
    // From here on time goes on by word only, so that no batch is sent by itself.
    await page.clock.pauseAt('2026-05-01T12:00:29Z');
    const goOnUntil = (event: string) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(200);
            return (await toldOn(page)).map((told) => told.event);
          },
          { intervals: [50] },
        )
        .toContain(event);
    await goOnUntil('show');
    await goOnUntil('display');
    await card(page).getByRole('button', { name: 'Close' }).dispatchEvent('click');
    await expect(card(page)).toHaveCount(0);
    await page.waitForTimeout(300);
    expect(kinds(backend)).toEqual([]);
    await leave(page);
    await expect.poll(() => kinds(backend)).toEqual(['display n1', 'dismiss n1']);
  });
}

for (const status of [503, 500, 429, 403, null]) {
  test(`an event that is answered ${status ?? 'not at all'} is not sent again`, async ({ page, backend, host }) => {
    backend.answer = payload();
    let sent = 0;
    await page.route('**/events', (route) => {
      // One page in a hundred also tells what it cost.
      if (!route.request().postData()?.includes('"cost"')) sent += 1;
      const headers = { 'access-control-allow-origin': '*', 'retry-after': '1' };
      return status === null ? route.abort() : route.fulfill({ status, headers, body: '{"code":"busy"}' });
    });
    await page.clock.install();
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    await page.clock.runFor(2_500);
    await expect.poll(() => sent).toBe(1);
    await page.clock.runFor('01:00');
    await hide(page, true);
    await page.goto('about:blank');
    expect(sent).toBe(1);
  });
}

for (const [chance, isTold] of [
  [0, true],
  [0.0099, true],
  [0.01, false],
  [0.5, false],
] as const) {
  test(`at a chance of ${chance} the cost of the page is ${isTold ? 'told once, when it is left' : 'not told'}`, async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = payload({ timing: { initialDelay: 600 } });
    await page.addInitScript(`Math.random = () => ${chance}`);
    await page.goto(host.origin);
    await loaded(page);
    await page.waitForTimeout(1_200);
    expect(backend.events).toEqual([]);
    await hide(page, true);
    await hide(page, false);
    await page.goto('about:blank');
    if (!isTold) {
      await page.waitForTimeout(500);
      expect(backend.events).toEqual([]);
      return;
    }
    await expect.poll(() => backend.events).toHaveLength(1);
    const [event] = backend.events;
    if (event?.type !== 'cost') throw new Error(`told of ${event?.type}`);
    const bodies = readFileSync('dist/widget/widget.js').length + Buffer.byteLength(backend.answer?.body ?? '');
    expect(Object.keys(event).sort()).toEqual(['bytes', 'requests', 'time', 'type']);
    // Script and payload, with their heads of some hundred bytes.
    expect(event.requests).toBe(2);
    expect(event.bytes).toBeGreaterThan(bodies);
    expect(event.bytes).toBeLessThan(bodies + 2_000);
    expect(event.time).toBeGreaterThan(0);
    expect(event.time).toBeLessThan(1_000);
  });
}
