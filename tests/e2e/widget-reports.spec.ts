// What the built widget reports to its backend, and when it reports nothing: prerendered and background tabs, a visitor
// who leaves, and its own cost.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chromiumLaunch } from '#tests/support/chromium.ts';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { NOW, payload } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { keepLog, loggedOn } from './support/widget-log.ts';
import { card, hideTab, kinds, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

/**
 * Opens the page in a Chromium of its own, not driven by Playwright: under the DevTools protocol it does not prerender.
 * The pages themselves must report what happens in it. @returns what ends it.
 */
async function openAlone(url: string): Promise<() => Promise<void>> {
  const { executablePath, args, env } = await chromiumLaunch();
  const profile = mkdtempSync(join(tmpdir(), 'proofbell-chromium-'));
  // Without a port it would print the page and exit.
  const more = ['--headless', `--user-data-dir=${profile}`, '--remote-debugging-port=0', url];
  const browser = spawn(executablePath, [...args, ...more], { stdio: 'ignore', env });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  return async () => {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

/** Playwright cannot stop the clock of a browser that it does not drive: the page brings its own. */
const PAGE_CLOCK = `
  let time = 0;
  const timers = new Map();
  window.setTimeout = (run, ms = 0) => timers.set(timers.size + 1, { run, at: time + ms }).size;
  window.clearTimeout = (id) => timers.has(id) && timers.set(id, { run() {}, at: Infinity });
  const pass = (ms) => {
    for (const end = time + ms; time < end; time += 10) {
      for (const timer of timers.values()) {
        if (timer.at > time) continue;
        timer.at = Infinity;
        timer.run();
      }
    }
  };`;

test('a prerendered page shows and counts nothing until it is visited', { tag: '@long' }, async ({ backend, host }) => {
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
      // No report of its cost.
      Math.random = () => 0.5;
      ${PAGE_CLOCK}
      document.prerendering && ${tell("'prerendered'")};
      document.addEventListener('prerenderingchange', () => {
        ${tell("'visited'")};
        setInterval(() => pass(100), 20);
      });
      addEventListener('load', () => Proofbell.on('show', () => ${tell("'shown-' + document.hidden")}));
      new MutationObserver((_, observer) => {
        if (!document.querySelector('proofbell-widget')) return;
        observer.disconnect();
        // The widget has its payload. Longer than a display takes to count, and to be sent.
        pass(60000);
        ${tell("'waited'")}.then(() => localStorage.setItem('ready', '1'));
      }).observe(document.documentElement, { childList: true });
    </script>${tag(backend.origin)}`,
    '/next',
  );
  const end = await openAlone(host.origin);
  try {
    await poll(() => backend.requests, { timeout: 30_000 }).toContain('GET /visited');
    // The widget had run, and had its payload, long before the visit.
    const before = backend.requests.slice(0, backend.requests.indexOf('GET /waited'));
    expect(before.sort()).toEqual(['GET /api/embed/site-1', 'GET /prerendered', 'GET /widget.js']);
    await poll(() => kinds(backend)).toEqual(['display n1']);
    expect(backend.requests.filter((request) => request.includes('shown'))).toEqual(['GET /shown-false']);
    expect(backend.requests.filter((request) => request.startsWith('GET /api'))).toHaveLength(1);
  } finally {
    await end();
  }
});

test('a tab opened in the background shows and counts nothing until it is brought to the front', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 3 } });
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await stopClock(page, NOW);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor('20:00');
  await expect(card(page)).toHaveCount(0);
  await hideTab(page, false);
  // The time before the tab was opened does not count as delay.
  await page.clock.runFor(2_500);
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(card(page)).toHaveCount(1);
  expect(backend.events).toEqual([]);
  await passUntil(page, () => kinds(backend).length > 0, 'displayed');
  expect(kinds(backend)).toEqual(['display n1']);
});

test('waiting interactions are sent once when the visitor goes to another site, closes the tab, or turns to another', async ({
  context,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 30 } });
  for (const [how, leave] of [
    ['goes to another site', (page: Page) => page.goto('about:blank')],
    ['closes the tab', (page: Page) => page.close({ runBeforeUnload: true })],
    ['turns to another tab', (page: Page) => hideTab(page, true)],
  ] as const) {
    await test.step(how, async () => {
      const page = await context.newPage();
      await pinChance(page);
      await keepLog(page);
      await stopClock(page, NOW);
      await page.goto(host.origin);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      backend.events.length = 0;
      backend.requests.length = 0;
      await loaded(page);
      const isLogged = (name: string) => async () => (await loggedOn(page)).some(({ event }) => event === name);
      await page.clock.runFor(29_900);
      await passUntil(page, isLogged('show'), 'shown');
      await passUntil(page, isLogged('display'), 'displayed');
      await card(page).getByRole('button', { name: 'Close' }).dispatchEvent('click');
      await expect(card(page)).toHaveCount(0);
      // The clock is stopped, so no batch is sent by its timer.
      expect(kinds(backend)).toEqual([]);
      await leave(page);
      await poll(() => kinds(backend)).toEqual(['display n1', 'dismiss n1']);
      expect(backend.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
      await page.close();
    });
  }
});

test('a page load in a hundred reports its cost, once, on leaving; the others fetch no meter and report nothing', {
  tag: '@long',
}, async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { initialDelay: 600 } });
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  // The browser lists the payload's timing a moment after the payload itself.
  const timings = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const leave = async () => {
    expect(posts).toEqual([]);
    await hideTab(page, true);
    await hideTab(page, false);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  };
  const open = async (chance: number) => {
    await pinChance(page, chance);
    await page.goto(host.origin);
    await loaded(page);
    await poll(timings).toContain(`${backend.origin}/api/embed/site-1?v=2&l=en`);
  };

  await open(0.01);
  await leave();
  await page.goto('about:blank');
  expect([posts, backend.events]).toEqual([[], []]);
  expect(backend.requests.filter((request) => request.includes('cost'))).toEqual([]);

  await open(0.0099);
  const meter = async () => (await timings()).find((name) => name.includes('/widget-cost')) ?? '';
  await poll(meter).not.toBe('');
  // The same module again: this import is answered after the widget's own.
  await page.evaluate((address) => import(address).then(() => {}), await meter());
  await leave();
  // Requests are listed in the order in which the page sends them.
  await poll(() => posts).toHaveLength(1);
  const age = await page.evaluate(() => performance.now());
  await page.goto('about:blank');
  await poll(() => backend.events).toHaveLength(1);
  expect(posts).toHaveLength(1);
  const [event] = backend.events;
  if (event?.type !== 'cost') throw new Error(`reported ${event?.type}`);
  const bodies = readFileSync('dist/widget/widget.js').length + Buffer.byteLength(backend.answer?.body ?? '');
  expect(Object.keys(event).sort()).toEqual(['bytes', 'requests', 'time', 'type']);
  // Script and payload, with headers of a few hundred bytes.
  expect(event.requests).toBe(2);
  expect(event.bytes).toBeGreaterThan(bodies);
  expect(event.bytes).toBeLessThan(bodies + 2_000);
  // In milliseconds, of the time that the page has been there.
  expect(event.time).toBeGreaterThan(0);
  expect(event.time).toBeLessThan(age);
});
