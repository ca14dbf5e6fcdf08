// Counting from end to end: forty visits of a real browser to a shop on another origin are counted exactly, and a
// hundred posts from a program are not counted at all.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, devices, expect, type Page } from '@playwright/test';
import type { Counts, SiteStats } from '#shared/contract/stats.ts';
import type { Device } from '#shared/embed/payload.ts';
import { poll } from './support/base.ts';
import { withoutCostReports } from './support/chance.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { keepLog, loggedOn, shownOn, type WidgetEvent } from './support/widget-log.ts';
import { loaded, stopClock } from './support/widget-test.ts';

/** What a visitor does with the one notification of their visit. */
const KINDS = ['looks', 'clicks', 'closes', 'glances', 'stays in the background'] as const;
type Kind = (typeof KINDS)[number];
type Visit = { kind: Kind; path: string };
type Shop = { origin: string; close(): void };

const DEVICES: Device[] = ['desktop', 'mobile'];
const PATHS = ['/', '/desk', '/lamp?utm=mail', '/about/'];
const EXPECTED_PATHS = ['/', '/desk', '/lamp', '/about'];
const none = (): Counts => ({ displays: 0, clicks: 0, dismissals: 0 });

const startShop = async (proofbell: string, siteId: string): Promise<Shop> => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${proofbell}; connect-src ${proofbell}`,
    );
    // The page that a click leads to has no widget: it would begin another visit.
    const tag = `<script async src="${proofbell}/widget.js" data-site-id="${siteId}"></script>`;
    response.end(`<!doctype html><title>Shop</title><h1>Shop</h1>${request.url === '/bought' ? '' : tag}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.closeAllConnections() };
};

/** Runs in the page before the widget. Headless browsers never hide a tab, so the page claims to be hidden. */
function hideInBackground(): void {
  if (window.name === 'stays in the background') Object.defineProperty(document, 'hidden', { value: true });
}

/** Lets the visitor's time pass, a second at a time, until the widget reports the event. */
const passUntil = (page: Page, name: WidgetEvent['event']) =>
  poll(
    async () => {
      await page.clock.runFor(1_000);
      return (await loggedOn(page)).map(({ event }) => event);
    },
    { intervals: [20] },
  ).toContain(name);

/** @returns the notification that was shown, if any was. */
async function visit(page: Page, shop: Shop, { kind, path }: Visit): Promise<string | undefined> {
  await page.evaluate((name) => {
    window.name = name;
  }, kind);
  await page.goto(shop.origin + path);
  const card = page.locator('proofbell-widget .notice');
  await loaded(page);
  if (kind === 'stays in the background') await page.clock.runFor(60_000);
  else await page.clock.runFor(300);
  if (kind === 'glances') {
    await expect(card).toHaveCount(1);
    await page.evaluate(() => window.Proofbell?.pause());
    await page.clock.runFor(60_000);
    await expect(card).toHaveCount(0);
  } else if (kind !== 'stays in the background') {
    await passUntil(page, 'display');
    if (kind === 'closes') await card.getByRole('button', { name: 'Close' }).click();
    if (kind === 'closes') await passUntil(page, 'dismiss');
  }
  const [shown] = await shownOn(page);
  // The next visit of this browser is another visitor's.
  await page.evaluate(() => localStorage.clear());
  if (kind === 'clicks') {
    await card.getByRole('link').click();
    await page.waitForURL('**/bought');
    await page.evaluate(() => localStorage.clear());
  }
  return shown;
}

/** @returns what these visits must have counted, by notification. */
async function runVisitor(browser: Browser, shop: Shop, device: Device, visits: Visit[]) {
  const look = device === 'mobile' ? { viewport: { width: 375, height: 667 } } : {};
  const context = await browser.newContext(look);
  await context.addInitScript(hideInBackground);
  const page = await context.newPage();
  await withoutCostReports(page);
  await keepLog(page);
  await stopClock(page);
  const expected: { id: string; device: Device; path: string; counts: Counts }[] = [];
  for (const one of visits) {
    const id = await visit(page, shop, one);
    const counts = none();
    if (one.kind === 'looks' || one.kind === 'clicks' || one.kind === 'closes') counts.displays = 1;
    if (one.kind === 'clicks') counts.clicks = 1;
    if (one.kind === 'closes') counts.dismissals = 1;
    if (id === undefined) expect(one.kind).toBe('stays in the background');
    else expected.push({ id, device, path: EXPECTED_PATHS[PATHS.indexOf(one.path)] ?? '', counts });
  }
  await page.goto('about:blank');
  return { expected, close: () => context.close() };
}

const sum = (list: Counts[]): Counts =>
  list.reduce(
    (total, one) => ({
      displays: total.displays + one.displays,
      clicks: total.clicks + one.clicks,
      dismissals: total.dismissals + one.dismissals,
    }),
    none(),
  );

// A trace of forty pages would take longer than the visits.
test.use({ trace: 'off' });

type Size = {
  visitors: Device[] /** As many of each kind on each device. */;
  visits: number /** Of a program. */;
  posts: number;
};

async function expectCounted(page: Page, browser: Browser, origin: string | undefined, size: Size): Promise<void> {
  const { visitors, visits, posts } = size;
  const baseURL = origin ?? '';
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({
    appearance: { animations: { enabled: false } },
    behavior: {
      timing: { initialDelay: 0, displayDuration: 30, randomizeTiming: false },
      queue: { order: 'random', perPage: 1 },
    },
  });
  for (const message of ['Ana bought a desk', 'Ben bought a lamp', 'Cleo bought a chair'])
    await api.addNotification({ type: 'purchase', message, url: '/bought' });
  const shop = await startShop(baseURL, api.siteId);

  const plan = Array.from(
    { length: visits },
    (_, i): Visit => ({
      kind: KINDS[i % KINDS.length] ?? 'looks',
      path: PATHS[i % PATHS.length] ?? '/',
    }),
  );
  const share = visits / visitors.length;
  const runs = await Promise.all(
    visitors.map((device, i) => runVisitor(browser, shop, device, plan.slice(i * share, (i + 1) * share))),
  );
  const expected = runs.flatMap((run) => run.expected);
  // As many visits of each kind: three kinds see, one clicks, one closes.
  const each = visits / KINDS.length;
  const all = { displays: 3 * each, clicks: each, dismissals: each };
  expect(sum(expected.map(({ counts }) => counts))).toEqual(all);

  const readStats = async (): Promise<SiteStats> =>
    (await (await page.request.get(`/api/sites/${api.siteId}/stats?range=24h`)).json()).stats;
  const totals = async () => sum([(await readStats()).totals]);
  await poll(totals).toEqual(all);
  for (const { close } of runs) await close();

  const { token } = await (await page.request.get(`/api/embed/${api.siteId}`)).json();
  const [{ id: notificationId } = { id: '' }] = expected;
  const event = { type: 'display', notificationId, page: '/', device: 'desktop' };
  const forged: [Record<string, string>, object, number][] = [
    [{ 'user-agent': 'curl/8.5.0' }, { events: [event] }, 400],
    [{ 'user-agent': devices['Desktop Chrome'].userAgent }, { token: 'made.up', events: [event] }, 204],
    [{ 'user-agent': 'curl/8.5.0' }, { token, events: [event] }, 204],
    [{ 'user-agent': devices['Desktop Chrome'].userAgent }, { token: `${token}x`, events: [event] }, 204],
  ];
  for (let round = 0; round < posts / forged.length; round++) {
    const answers = await Promise.all(
      forged.map(([agent, body]) =>
        fetch(`${baseURL}/api/embed/${api.siteId}/events`, {
          method: 'POST',
          headers: agent,
          body: JSON.stringify(body),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(forged.map(([, , status]) => status));
  }

  const stats = await readStats();
  // What has had none has no row.
  expect(sum([stats.totals])).toEqual(all);
  const expectedOf = (pick: (one: (typeof expected)[number]) => boolean) =>
    sum(expected.filter(pick).map(({ counts }) => counts));
  for (const notification of await api.notifications()) {
    const counts = expectedOf(({ id }) => id === notification.id);
    expect([notification.displayCount, notification.clickCount]).toEqual([counts.displays, counts.clicks]);
    expect(stats.notifications.find((row) => row.notificationId === notification.id) ?? none()).toMatchObject(counts);
  }
  for (const device of DEVICES) {
    expect(stats.devices.find((row) => row.device === device) ?? none()).toMatchObject(
      expectedOf((one) => one.device === device),
    );
  }
  for (const path of EXPECTED_PATHS) {
    expect(stats.pages.find((row) => row.page === path) ?? none()).toMatchObject(
      expectedOf((one) => one.path === path),
    );
  }
  expect(sum(stats.pages)).toEqual(all);
  shop.close();
}

test('visits are counted exactly, by notification, device and page, and posts from a program not at all', {
  tag: '@short',
}, async ({ page, browser, baseURL }) => {
  await expectCounted(page, browser, baseURL, { visitors: ['mobile'], visits: 5, posts: 4 });
});

test('forty visits of four visitors at once are counted exactly, and a hundred posts from a program not at all', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await expectCounted(page, browser, baseURL, { visitors: [...DEVICES, ...DEVICES], visits: 40, posts: 100 });
});
