// What the widget's browser tests share: a backend and a customer's site, a page whose errors fail the test, and control
// over chance and time.
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { test as base, poll } from './base.ts';
import { pinChance } from './chance.ts';
import { NOW, notification, startWidgetBackend, type WidgetBackend } from './widget-backend.ts';
import { type HostSite, startHostSite } from './widget-host.ts';

/**
 * Lets pages that open from now on begin at NOW; their time passes as it does. And a slow machine is no slow backend:
 * they wait longer for an answer.
 */
export const fixDate = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((away) => {
    // Where Playwright's clock is, that says the time, and asks for the browser's own.
    if ('__pwClock' in window) return;
    const { now } = Date;
    Date.now = () => now() + ('__pwClock' in window ? 0 : away);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(10 * ms);
  }, NOW - Date.now());

type Fixtures = { backend: WidgetBackend; host: HostSite; issues: string[] };

export const test = base.extend<Fixtures>({
  // How notifications come and go is what many of them are about.
  contextOptions: { reducedMotion: 'no-preference' },
  backend: async ({ browserName: _ }, use) => {
    const backend = await startWidgetBackend();
    await use(backend);
    await backend.close();
  },
  host: async ({ backend }, use) => {
    const host = await startHostSite(backend.origin);
    await use(host);
    await host.close();
  },
  page: async ({ page }, use) => {
    await pinChance(page);
    await fixDate(page.context());
    await use(page);
  },
  /** Errors of the page; every test must leave it empty. */
  issues: [
    async ({ page }, use) => {
      const issues: string[] = [];
      page.on('pageerror', (error) => issues.push(error.message));
      await use(issues);
      expect(issues).toEqual([]);
    },
    { auto: true },
  ],
});

export const card = (page: Page) => page.locator('proofbell-widget .notice:not(.gone)');
/** Older than the other notifications, so it comes after them. */
export const lamp = notification('n2', { message: 'bought a lamp', timestamp: '2020-01-01T00:00:00Z' });
export const kinds = (backend: WidgetBackend) =>
  backend.events.flatMap((event) => ('notificationId' in event ? [`${event.type} ${event.notificationId}`] : []));
/** Waits until the widget has its payload. */
export const loaded = (page: Page) => page.locator('proofbell-widget').waitFor({ state: 'attached' });

/** Waits until the widget has what conditions need: its own import() of the same file came first, and so does its answer. */
export const conditionsLoaded = (page: Page, { origin }: WidgetBackend): Promise<void> => {
  const { conditions } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  return page.evaluate((address) => import(address).then(() => {}), `${origin}/${conditions.file}`);
};

/** Stops the time of pages that open from now on: it passes by `page.clock.runFor` only. @returns the moment. */
export async function stopClock(page: Page, time: number | string = Date.now()): Promise<number> {
  const start = new Date(time).getTime();
  // The clock runs from its installation on, and cannot be stopped in its own past.
  await page.clock.install({ time: start - 60_000 });
  await page.clock.pauseAt(start);
  return start;
}

/** Opens a page at NOW, with its time stopped once its first notification had time to come. */
export async function openStopped(page: Page, url: string): Promise<void> {
  await stopClock(page, NOW);
  await page.goto(url);
  await begin(page);
}

/** Waits until the widget has its payload, and lets its first notification come. */
export async function begin(page: Page): Promise<void> {
  await loaded(page);
  await page.clock.runFor(100);
}

/** Lets the page's time pass in small steps until `isDone`: what the browser itself does between them takes real time. */
export const passUntil = (page: Page, isDone: () => Promise<boolean> | boolean, message: string) =>
  poll(
    async () => {
      await page.clock.runFor(100);
      return isDone();
    },
    { message, intervals: [20] },
  ).toBe(true);

/** Waits until the notification has finished moving in. */
export const atRest = (page: Page) =>
  card(page).evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );

/** Stops the time of animations of pages that open from now on, so that their first frame stays. */
export async function stopAnimations(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}

/** @returns a computed property of an element, or of its pseudo-element `part`. */
export const styleOf = (locator: Locator, name: string, part?: string) =>
  locator.evaluate((element, [key, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(key ?? ''), [
    name,
    part,
  ] as [string, string | undefined]);

/** Headless browsers show every tab: this tells the page that it is in the background, or back. */
export const hideTab = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
