// What every browser test has: its pages' time, what their requests wait for, and what the test costs.
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { FIRST_DATA_ID } from '#shared/first-data.ts';
import { CPU, cpuOf, pidOf } from './cpu.ts';

/** Delays of the app that only make a test wait, in ms: saving, polling, asking again. Nothing is shown for such a time: it would be gone before a test has seen it. */
const WAITS = [1_000, 2_000, 4_000];

/** Runs in the page. Whoever stops the clock has its time as it is. */
function hurry({ origin, waits }: { origin: string | undefined; waits: number[] }): void {
  if (location.origin !== origin) return;
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const native = window[name];
    Object.defineProperty(window, name, {
      configurable: true,
      writable: true,
      value: (run: TimerHandler, ms = 0, ...values: unknown[]) =>
        native(run, waits.includes(ms) && !('__pwClock' in window) ? ms / 10 : ms, ...values),
    });
  }
}

/** Runs in the page. Takes out what the server put into its HTML, before the app reads it. */
function forgetFirstData(id: string): void {
  new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
    childList: true,
    subtree: true,
  });
}

const pending = new WeakMap<Page, Set<Request>>();

/** Notes what the context's pages ask for, so that `settled` knows when they have it. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => pending.set(page, new Set()));
  const ofPage = (request: Request) => {
    // Of a worker, or of a page that is only beginning.
    if (request.serviceWorker()) return undefined;
    try {
      return pending.get(request.frame().page());
    } catch {
      return undefined;
    }
  };
  context.on('request', (request) => ofPage(request)?.add(request));
  context.on('requestfinished', (request) => ofPage(request)?.delete(request));
  context.on('requestfailed', (request) => ofPage(request)?.delete(request));
}

/** `expect.poll` that looks often: the runner's own looks after 0.1, 0.35, 0.85 and 1.85 s. */
export const poll = <T>(
  read: () => T | Promise<T>,
  options: string | { message?: string; timeout?: number; intervals?: number[] } = {},
) => expect.poll(read, { intervals: [20, 50, 100], ...(typeof options === 'string' ? { message: options } : options) });

/** Waits until a page has drawn what it has. A busy machine may draw none for seconds, and some not at all: that isn't waited for. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 3_000);
      }),
  );

/** Waits until a page has all that it asked for, and has drawn it. */
export async function settled(page: Page): Promise<void> {
  const requests = pending.get(page);
  if (!requests) throw new Error('nobody notes what this page asks for: call watchRequests first');
  const waiting = () => [...requests].map((request) => request.url());
  await poll(async () => {
    await drawn(page);
    return waiting();
  }).toEqual([]);
}

/** Presses a key once the page has nothing left to do: what has just opened or closed may not listen yet, or still. */
export async function pressWhenIdle(page: Page, key: string): Promise<void> {
  await page.evaluate(() => {
    // A stopped clock stops frames, too.
    if ('__pwClock' in window) return undefined;
    return new Promise<void>((done) => {
      requestAnimationFrame(() => requestIdleCallback(() => done()));
      setTimeout(done, 3_000);
    });
  });
  await page.keyboard.press(key);
}

export const test = base.extend<{ time: 'quick' | 'real'; cost: undefined }, { browserPid: number | null }>({
  time: ['quick', { option: true }],
  browserPid: [
    async ({ browser }, use) => {
      await use(await pidOf(browser));
    },
    { scope: 'worker' },
  ],
  cost: [
    async ({ browserPid }, use, info) => {
      const atStart = browserPid === null ? null : cpuOf(browserPid);
      const began = process.cpuUsage();
      await use(undefined);
      const atEnd = browserPid === null ? null : cpuOf(browserPid);
      if (atStart === null || atEnd === null) return;
      info.annotations.push({ type: CPU.browser, description: (atEnd - atStart).toFixed(2) });
      const { user, system } = process.cpuUsage(began);
      info.annotations.push({ type: CPU.runner, description: ((user + system) / 1e6).toFixed(2) });
    },
    { auto: true },
  ],
  // After the cost, which begins with it.
  context: async ({ cost: _cost, context, baseURL, time }, use) => {
    if (time === 'quick') await context.addInitScript(hurry, { origin: baseURL, waits: WAITS });
    watchRequests(context);
    await use(context);
  },
  page: async ({ page }, use) => {
    const route = page.route.bind(page);
    page.route = async (url, handler, options) => {
      // What a test answers in place of the server, the page has to ask for.
      await page.addInitScript(forgetFirstData, FIRST_DATA_ID);
      return route(url, handler, options);
    };
    await use(page);
    // An answer on its way outlives no test, and one that never comes holds none up.
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
      // What a test closes may still be closing.
      if (!page.isClosed()) throw error;
    });
  },
});
