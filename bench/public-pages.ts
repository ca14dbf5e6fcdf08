// What the public pages cost whoever opens them, by the browser's own performance entries: on a slow phone and network,
// without a touch. Every page is opened once a round, with nothing in the cache.
import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { scriptBytes, watchSent } from '#tests/support/sent-bytes.ts';
import { median, type Options, type Row } from './measure.ts';
import { inBrowser, SLOWDOWN, slowDown } from './visits.ts';

/** Script that may be loaded without input, and until when (ms). */
const AIM_SCRIPT = 30_000;
const WITHOUT_INPUT_MS = 5_000;
const AIM_LCP_MS = 1_000;

type Visit = { lcp: number; what: string; shift: number; script: number; requests: number; hosts: number };

/** To run in the page before everything else. */
function watchPaint(): void {
  const seen = { lcp: 0, what: '', shift: 0 };
  Object.assign(window, { benchPaint: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      seen.lcp = entry.startTime;
      seen.what = entry.element?.tagName.toLowerCase() ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function visit(browser: Browser, url: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.addInitScript(watchPaint);
  const sent = await watchSent(page);
  await slowDown(page, 'network');
  await page.goto(url + path);
  await page.waitForTimeout(WITHOUT_INPUT_MS);
  const seen = await page.evaluate(() => {
    const { lcp, what, shift } = (window as unknown as { benchPaint: Pick<Visit, 'lcp' | 'what' | 'shift'> })
      .benchPaint;
    const names = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .map(({ name }) => name);
    return { lcp, what, shift, requests: names.length, hosts: new Set(names.map((name) => new URL(name).host)).size };
  });
  await context.close();
  return { ...seen, script: scriptBytes(sent) };
}

/** @returns a row for each page. @throws when a page asks a second host. */
export const measurePublicPages = ({ rounds }: Options): Promise<Row[]> =>
  inBrowser(async (browser, program) => {
    const { pages } = JSON.parse(readFileSync('dist/client/pages/index.json', 'utf8')) as { pages: object };
    const rows: Row[] = [];
    for (const path of Object.keys(pages)) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++) visits.push(await visit(browser, program.url, path));
      if (visits.some(({ hosts }) => hosts > 1)) throw new Error(`${path} asks another host`);
      rows.push(rowOf(path, visits));
    }
    return rows;
  });

function rowOf(path: string, visits: Visit[]): Row {
  const lcp = median(visits.map((one) => one.lcp));
  const script = Math.max(...visits.map((one) => one.script));
  const shift = Math.max(...visits.map((one) => one.shift));
  const [first] = visits;
  return {
    what: `Page ${path}: largest contentful paint, processor slowed ${SLOWDOWN}×, 1.6 Mbit/s and 150 ms`,
    reference: `${AIM_LCP_MS} ms`,
    proofbell: `${Math.round(lcp)} ms`,
    ratio: `**${(lcp / AIM_LCP_MS).toFixed(2)}**`,
    aim: '≤ 1.0',
    note: `${first?.what}; script in ${WITHOUT_INPUT_MS / 1_000} s without input ${script.toLocaleString('en')} of ${AIM_SCRIPT.toLocaleString('en')} bytes; layout shift ${shift.toFixed(3)}; ${first?.requests} requests, one host`,
  };
}
