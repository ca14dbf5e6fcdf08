// What the owner's app costs its owner: the script that each screen needs on a first visit, how soon the dashboard can be
// read and used on a slow phone, and how quickly screens change once they have been seen.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import {
  DASHBOARD_BYTES_MAX,
  DASHBOARD_REQUESTS_MAX,
  DASHBOARD_SCRIPT_MAX,
  SCREEN_BYTES_MAX,
  SCREEN_SCRIPT_MAX,
  type Sent,
  scriptBytes,
} from '#tests/support/sent-bytes.ts';
import { median, type Options, type Row } from './measure.ts';
import { type Account, BROWSER, type Program } from './program.ts';
import { reported, watchInputs } from './screen-inputs.ts';
import { inBrowser, logIn, SLOWDOWN, sentTo, slowDown } from './visits.ts';

const AIM_USABLE_MS = 2_000;
const AIM_INPUT_MS = 100;
/** No long task for this long: the page can be used. */
const QUIET_MS = 1_000;

const SCREENS = [
  ['dashboard of all sites', '/dashboard'],
  ['dashboard of a site that is set up', '/shop-1/dashboard'],
  ['dashboard of a new site', '/shop-2/dashboard'],
  ['site setup', '/shop-1/site-setup'],
  ['appearance', '/shop-1/appearance'],
  ['behavior', '/shop-1/behavior'],
  ['rules', '/shop-1/rules'],
  ['advanced', '/shop-1/advanced'],
  ['notifications', '/shop-1/notifications'],
  ['analytics', '/shop-1/analytics'],
  ['documentation', '/shop-1/documentation'],
  ['settings', '/settings'],
] as const;

/** Sidebar entries that are pressed one after another, twice: the second time their data and code are there. */
const TOUR = ['Notifications', 'Site Analytics', 'Site Setup', 'Dashboard'];

export const measureApp = ({ rounds }: Options): Promise<Row[]> =>
  inBrowser(async (browser, program, account) => {
    await setUp(program, account);
    const rows: Row[] = [];
    for (const [name, path] of SCREENS) rows.push(...(await sentRows(browser, program.url, name, path)));
    rows.push(await readyRow(browser, program.url, rounds));
    rows.push(await tourRow(browser, program.url));
    return rows;
  });

/** A visitor sees and clicks a notification of the first site, and its owner is told. @throws if that isn't counted. */
async function setUp({ url }: Program, { siteId, notificationIds: [notificationId], bearer }: Account): Promise<void> {
  const headers = { origin: 'https://shop.example', 'user-agent': BROWSER };
  const { token } = (await (await fetch(`${url}/api/embed/${siteId}`, { headers })).json()) as { token: string };
  const events = ['display', 'click'].map((type) => ({ type, notificationId, page: '/', device: 'desktop' }));
  const body = JSON.stringify({ token, events });
  const sent = await fetch(`${url}/api/embed/${siteId}/events`, { method: 'POST', headers, body });
  const told = await fetch(`${url}/api/sites/${siteId}/setup`, {
    method: 'PUT',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ isCelebrated: true }),
  });
  if (sent.status !== 204 || !told.ok) throw new Error(`set-up: ${sent.status}, ${told.status}`);
}

async function sentRows(browser: Browser, url: string, name: string, path: string): Promise<Row[]> {
  const sent = await sentTo(browser, url, path);
  const isDashboard = path.endsWith('/dashboard');
  const row = (what: string, bytes: number, aim: number, note: string): Row => ({
    what: `${what} of a first visit, ${name} (brotli, as sent)`,
    reference: `${aim.toLocaleString('en')} bytes`,
    proofbell: `${bytes.toLocaleString('en')} bytes`,
    ratio: `**${(bytes / aim).toFixed(2)}**`,
    aim: '≤ 1.0',
    note,
  });
  const all = `${sent.requests.length} requests${isDashboard ? ` (aim ${DASHBOARD_REQUESTS_MAX})` : ''}`;
  return [
    row(
      'Script',
      scriptBytes(sent),
      isDashboard ? DASHBOARD_SCRIPT_MAX : SCREEN_SCRIPT_MAX,
      `${sent.scripts.size} files`,
    ),
    row('Everything', sent.bytes, isDashboard ? DASHBOARD_BYTES_MAX : SCREEN_BYTES_MAX, all),
  ];
}

/** To run in the page before everything else: long tasks, and when the figures stand. */
function watchReadiness(): void {
  const seen = { figures: 0, longTaskEnd: 0, shift: 0 };
  Object.assign(window, { benchReadiness: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.longTaskEnd = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const section = document.querySelector('main section[aria-label="Last 30 days"]');
    if (
      /\d/.test(
        section?.querySelector('dd, output, [data-figure]')?.textContent ?? section?.textContent?.slice(12) ?? '',
      )
    )
      seen.figures = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

type Readiness = { figures: number; longTaskEnd: number; shift: number };
const readinessOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { benchReadiness: Readiness }).benchReadiness);

/** Serves a page of the same bytes, its scripts in as many files, that does nothing with them. */
async function serveIdle(sent: Sent) {
  const sizes = [...sent.scripts.values(), sent.bytes - scriptBytes(sent)];
  const files = sizes.map(
    (size) =>
      `/*${randomBytes(size)
        .toString('base64url')
        .slice(0, size - 4)}*/`,
  );
  const html = `<!doctype html>${files.map((_, at) => `<script type="module" src="/${at}.js"></script>`).join('')}`;
  const server = createServer(({ url }, response) => {
    const file = files[Number.parseInt(url?.slice(1) ?? '', 10)];
    response.writeHead(200, { 'content-type': file ? 'text/javascript' : 'text/html' }).end(file ?? html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => void server.close() };
}

/** @returns when it is loaded, in ms. */
async function visitIdle(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await slowDown(page, 'network');
  await page.goto(url, { waitUntil: 'load' });
  const loaded = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return visit?.domComplete ?? Number.NaN;
  });
  await context.close();
  return loaded;
}

async function readyRow(browser: Browser, url: string, rounds: number): Promise<Row> {
  const path = '/shop-1/dashboard';
  const idle = await serveIdle(await sentTo(browser, url, path));
  const visits: { figures: number; usable: number; shift: number; idle: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const loaded = await visitIdle(browser, idle.url);
    const context = await logIn(browser, url);
    const page = await context.newPage();
    await page.addInitScript(watchReadiness);
    await slowDown(page, 'network');
    await page.goto(path);
    await page.waitForFunction(() => (window as unknown as { benchReadiness: Readiness }).benchReadiness.figures > 0);
    for (;;) {
      await page.waitForTimeout(QUIET_MS);
      const { longTaskEnd } = await readinessOf(page);
      if ((await page.evaluate(() => performance.now())) - longTaskEnd > QUIET_MS) break;
    }
    const { figures, longTaskEnd, shift } = await readinessOf(page);
    visits.push({ figures, usable: Math.max(figures, longTaskEnd), shift, idle: loaded });
    await context.close();
  }
  idle.stop();
  const ms = (value: number) => `${Math.round(value).toLocaleString('en')} ms`;
  const usable = visits.map((visit) => visit.usable);
  const idleMs = median(visits.map((visit) => visit.idle));
  return {
    what: `A site's dashboard, first visit, processor slowed ${SLOWDOWN}×, 1.6 Mbit/s and 150 ms: until it can be used`,
    reference: ms(AIM_USABLE_MS),
    proofbell: ms(median(usable)),
    ratio: `**${(median(usable) / AIM_USABLE_MS).toFixed(2)}** (${ms(Math.min(...usable))}–${ms(Math.max(...usable))})`,
    aim: '≤ 1.0',
    note: `its figures stand after ${ms(median(visits.map(({ figures }) => figures)))}; layout shift ${Math.max(...visits.map(({ shift }) => shift)).toFixed(3)} at worst; a page of the same bytes that does nothing takes ${ms(idleMs)}, so ${(median(usable) / idleMs).toFixed(2)} times as long`,
  };
}

async function tourRow(browser: Browser, url: string): Promise<Row> {
  const context = await logIn(browser, url);
  const page = await context.newPage();
  await page.addInitScript(watchInputs);
  await page.goto('/shop-1/dashboard', { waitUntil: 'networkidle' });
  const links = page.getByRole('navigation', { name: 'Site' });
  const visit = async (name: string): Promise<number> => {
    // Nobody leaves a screen before it stands still.
    const from = await page.evaluate(
      () => new Promise<number>((done) => requestIdleCallback(() => done(performance.now()))),
    );
    await links.getByRole('link', { name, exact: true }).click();
    // The new screen moves the focus from the link to its heading.
    await page.locator('main h1:focus').waitFor();
    const to = await reported(page);
    return page.evaluate(
      ([since, until]) => {
        const own = window.benchInputs.filter(({ startTime }) => startTime >= since && startTime < until);
        return Math.max(0, ...own.map(({ duration }) => duration));
      },
      [from, to] as const,
    );
  };
  for (const name of TOUR) await visit(name);
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  const times: { name: string; ms: number }[] = [];
  for (const name of [...TOUR, ...TOUR, ...TOUR]) times.push({ name, ms: await visit(name) });
  await context.close();
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0] ?? { name: '', ms: 0 };
  return {
    what: `Changing the screen with its data there: interaction to next paint, processor slowed ${SLOWDOWN}×`,
    reference: `${AIM_INPUT_MS} ms`,
    proofbell: `${slowest.ms} ms`,
    ratio: `**${(slowest.ms / AIM_INPUT_MS).toFixed(2)}**`,
    aim: '≤ 1.0',
    note: `slowest: ${slowest.name}; median ${median(times.map(({ ms }) => ms))} ms of ${times.length} (0: less than 16)`,
  };
}
