// Traces one visit to a page by a new browser: a fresh context, empty caches, a throttled CPU. During the visit nothing
// runs on the page except the page itself and two listeners.
import type { Browser } from '@playwright/test';
import { FRAME, SHOWN, type TraceEvent } from './page-trace.ts';

export type Visit = {
  events: TraceEvent[];
  /** Sum of all layout shifts since the first paint (no unit, as in Cumulative Layout Shift). */
  shift: number;
  /** How many long tasks the browser reported to the page. */
  longTasks: number;
  /** Whether a notification was on screen half a second after it was added, and gone at the end. */
  wasShown: boolean;
  isGone: boolean;
  /** The fastest run of a fixed computation, in milliseconds: shows whether the CPU is throttled. */
  spin: number;
};

/** When a visit ends: after the first notification, or half a second after the page has loaded. */
export type Until = 'hidden' | 'settled';

const DONE = 'bench:done';
/** A visit that takes longer has failed, in milliseconds. */
const TIMEOUT = 20_000;

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute', 'blink.user_timing'];

type Found = { shift: number; longTasks: number; wasShown: boolean };
declare global {
  interface Window {
    benchFound: Found;
  }
}

/** Runs in the page before everything else. Uses no promises, whose continuations would count as the script's. */
function watchPage({ shown, frame, done, until }: { shown: string; frame: string; done: string; until: Until }): void {
  const found: Found = { shift: 0, longTasks: 0, wasShown: false };
  window.benchFound = found;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    found.longTasks += list.getEntries().length;
  }).observe({ type: 'longtask', buffered: true });
  const finishAfter = (ms: number) => setTimeout(() => console.log(done), ms);
  addEventListener('load', () => {
    if (until === 'settled') return finishAfter(500);
    const { Proofbell } = window;
    Proofbell?.on('show', () => {
      performance.mark(shown);
      requestAnimationFrame(() => performance.mark(frame));
      setTimeout(() => {
        const notification = document.querySelector('proofbell-widget')?.shadowRoot?.querySelector('.notice');
        const { width = 0, right = 0, bottom = 0 } = notification?.getBoundingClientRect() ?? {};
        found.wasShown = width > 0 && right <= innerWidth && bottom <= innerHeight;
      }, 500);
    });
    // The closing animation takes 300 ms.
    Proofbell?.on('hide', () => finishAfter(800));
  });
}

/** Runs in the page at the end. */
function readPage() {
  const root = document.querySelector('proofbell-widget')?.shadowRoot;
  let sum = 0;
  const spins = [1, 2, 3].map(() => {
    const from = performance.now();
    for (let i = 0; i < 2e6; i++) sum = (sum + i * i) % 1013;
    return performance.now() - from;
  });
  return { ...window.benchFound, isGone: !root?.querySelector('.notice:not(.gone)'), spin: Math.min(...spins), sum };
}

/** @param rate how many times the CPU is throttled. @throws when the visit does not finish. */
export async function visit(browser: Browser, url: string, rate: number, until: Until): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(error.message));
    await page.addInitScript(watchPage, { shown: SHOWN, frame: FRAME, done: DONE, until });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    const events: TraceEvent[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const traceConfig = { recordMode: 'recordAsMuchAsPossible' as const, includedCategories: CATEGORIES };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    const done = page.waitForEvent('console', { predicate: (line) => line.text() === DONE, timeout: TIMEOUT });
    await Promise.all([done, page.goto(url)]);
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    const { sum: _, ...found } = await page.evaluate(readPage);
    if (failed.length > 0) throw new Error(`${url}: ${failed.join(', ')}`);
    return { events, ...found };
  } finally {
    await context.close();
  }
}
