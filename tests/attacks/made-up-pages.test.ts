// Attack: requests with invented paths take the rows of a day's pages, and push the real pages out of the report.
// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VerifiedActor } from '#server/domain/access.ts';
import { siteStats } from '#server/domain/stats/site.ts';
import { PAGES_PER_ADDRESS, PAGES_PER_DAY } from '#shared/limits.ts';
import { DAY } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { reportEvents } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { runs } from '#tests/support/runs.ts';
import { makeCountedShop } from '#tests/support/stats.ts';

/** Of one address, in each flood. */
const REQUESTS = runs(1_000, 4_000);
const REAL_PAGES = 150;
const ATTACKER = '203.0.113.9';
const realPage = (n: number) => `/products/${n % REAL_PAGES}`;
/** Visitor `n` looks at five pages; every page has its visitor after 30 of them. */
const visitOf = (n: number) => ({
  address: `198.51.${n >> 8}.${n & 255}`,
  pages: Array.from({ length: 5 }, (_, i) => realPage(n * 5 + i)),
});

onBothDatabases('made-up pages', { postgres: 'long' }, (database) => {
  const apps: TestApp[] = [];
  let owner: VerifiedActor;
  let siteId: string;
  let notificationId: string;
  const start = () => {
    const app = makeTestApp(database(), { TRUST_PROXY: '1' });
    apps.push(app);
    return app;
  };
  beforeEach(async () => {
    const app = start();
    owner = await makeActor(app.deps);
    const shop = await makeCountedShop(app, owner);
    siteId = shop.siteId;
    notificationId = await shop.addNotification();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop();
  });
  const first = () => apps[0] as TestApp;

  const send = async (address: string, pages: string[], app = first()) => {
    const token = app.deps.tokens.signEmbed(siteId, app.clock.now());
    const events = pages.map((page) => ({ type: 'display', notificationId, page, device: 'mobile' }));
    const headers = { 'x-forwarded-for': address, 'content-type': 'text/plain' };
    expect((await reportEvents(app, siteId, token, events, headers)).status).toBe(204);
  };
  /** Sends in waves, as many connections would. */
  const sendAll = async (requests: (() => Promise<void>)[]) => {
    for (let at = 0; at < requests.length; at += 100)
      await Promise.all(requests.slice(at, at + 100).map((run) => run()));
  };
  const attack = (count: number, pageOf: (n: number) => string, address = ATTACKER) =>
    Array.from({ length: count }, (_, n) => () => send(address, [pageOf(n)]));
  const visits = (count: number, app?: TestApp) =>
    Array.from({ length: count }, (_, n) => visitOf(n)).map(
      ({ address, pages }) =>
        () =>
          send(address, pages, app),
    );
  const mix = <T>(...lists: T[][]): T[] =>
    lists
      .flatMap((list) => list.map((item, at) => ({ item, at: at / list.length })))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  const report = (range: '7d' | '30d' = '7d') => siteStats(first().deps, owner, { siteId, range });
  /** What holds whatever anybody sends. */
  const expectWhole = async (displays: number) => {
    const stats = await report();
    expect(stats.totals.displays).toBe(displays);
    expect(stats.pages.reduce((sum, page) => sum + page.displays, 0)).toBe(displays);
    expect(stats.pages.length).toBeLessThanOrEqual(PAGES_PER_DAY);
    const rows = await database().db.selectFrom('stats_daily_page').selectAll().execute();
    expect(rows.reduce((sum, row) => sum + row.displays, 0)).toBe(displays);
    for (const day of new Set(rows.map((row) => row.day))) {
      const paths = rows.filter((row) => row.day === day && row.page !== 'other');
      expect(paths.length).toBeLessThanOrEqual(PAGES_PER_DAY);
    }
    return new Map(stats.pages.map((page) => [page.page, page.displays]));
  };
  const expectReal = (pages: Map<string, number>, displays: number) => {
    for (let n = 0; n < REAL_PAGES; n++) expect([realPage(n), pages.get(realPage(n))]).toEqual([realPage(n), displays]);
  };
  const invented = (n: number) => `/invented/${n}`;

  it('four requests take no page out of the report', async () => {
    for (let i = 0; i < 4; i++)
      await send(
        ATTACKER,
        Array.from({ length: 50 }, (_, n) => invented(i * 50 + n)),
      );
    await sendAll(visits(30));
    expectReal(await expectWhole(200 + REAL_PAGES), 1);
  });

  it.each([
    [
      'early, with as many paths',
      (flood: (() => Promise<void>)[], real: (() => Promise<void>)[]) => [...flood, ...real],
      invented,
    ],
    ['late, with as many paths', (flood, real) => [...real, ...flood], invented],
    ['all day, with as many paths', mix, invented],
    ['all day, on five paths only', mix, (n: number) => invented(n % 5)],
  ] as [string, typeof mix<() => Promise<void>>, (n: number) => string][])(
    'thousands of requests from one address %s leave every real page its count',
    async (_when, order, pageOf) => {
      await sendAll(order(attack(REQUESTS, pageOf), visits(60)));
      expectReal(await expectWhole(REQUESTS + 2 * REAL_PAGES), 2);
    },
  );

  it('mixtures of few paths, repeated, and many, and of real ones, change nothing', async () => {
    const pageOf = (n: number) => (n % 3 === 0 ? invented(n % 9) : n % 3 === 1 ? invented(n) : realPage(n));
    const requests = runs(300, 1_000);
    await sendAll(mix(attack(requests, pageOf), visits(60)));
    const pages = await expectWhole(requests + 2 * REAL_PAGES);
    for (let n = 0; n < REAL_PAGES; n++) expect(pages.get(realPage(n))).toBeGreaterThanOrEqual(2);
  });

  it('a few addresses take ten rows each at most, and no real page', async () => {
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '2001:db8::1', '2001:db8::2'];
    const each = runs(60, 500);
    const floods = addresses.map((address, at) => attack(each, (n) => `/${at}/${n}`, address));
    await sendAll([...mix(...floods), ...visits(30)]);
    // The last two are of one network.
    const pages = await expectWhole(addresses.length * each + REAL_PAGES);
    expectReal(pages, 1);
    expect([...pages.keys()].filter((page) => /^\/\d\//.test(page)).length).toBeLessThanOrEqual(
      PAGES_PER_DAY - REAL_PAGES,
    );
  });

  it('addresses enough for all rows of a day take only pages that as few displayed', async () => {
    const count = PAGES_PER_DAY / PAGES_PER_ADDRESS;
    const addresses = Array.from({ length: count }, (_, n) => `203.0.113.${n}`);
    await sendAll(addresses.flatMap((address, at) => attack(20, (n) => `/${at}/${n}`, address)));
    await sendAll(visits(30));
    const once = await expectWhole(count * 20 + REAL_PAGES);
    expect([...once.keys()].filter((page) => page.startsWith('/products'))).toEqual([]);
    // A page's second address brings it back; what it had before stays under 'other'.
    await sendAll(visits(60).slice(30));
    expectReal(await expectWhole(count * 20 + 2 * REAL_PAGES), 1);
  });

  it('a month of made-up paths leaves the month its real pages', async () => {
    for (let day = 0; day < 30; day++) {
      if (day > 0) first().clock.advance(DAY);
      for (let i = 0; i < 4; i++) {
        const batch = Array.from({ length: 50 }, (_, n) => `/invented/${day}/${i * 50 + n}`);
        await send(ATTACKER, [...batch.slice(25), ...batch.slice(25)]);
      }
      await Promise.all(
        visits(30)
          .slice(day, day + 1)
          .map((run) => run()),
      );
      await send(`192.0.2.${day}`, visitOf(day).pages);
    }
    const { pages } = await report('30d');
    expect(pages.filter(({ page }) => page.startsWith('/products'))).toHaveLength(REAL_PAGES);
    expect(pages).toHaveLength(PAGES_PER_DAY);
    expect(pages.reduce((sum, { displays }) => sum + displays, 0)).toBe(30 * (200 + 10));
  });

  it('holds with several processes, each attacked, and loses no count', async () => {
    const all = [first(), start(), start()];
    const floods = all.map((app, at) =>
      Array.from(
        { length: 60 },
        (_, n) => () =>
          send(
            ATTACKER,
            Array.from({ length: 20 }, (_, i) => `/${at}/${n}/${i}`),
            app,
          ),
      ),
    );
    await sendAll(mix(...floods, ...all.map((app) => visits(60, app))));
    const pages = await expectWhole(3 * 60 * 20 + 3 * 2 * REAL_PAGES);
    for (let n = 0; n < REAL_PAGES; n++) expect(pages.get(realPage(n))).toBeGreaterThan(0);
  });

  it('a page gains no weight by clicks and dismissals, nor by notifications that do not exist', async () => {
    await sendAll(visits(60));
    const app = first();
    const token = app.deps.tokens.signEmbed(siteId, app.clock.now());
    for (let n = 0; n < 30; n++) {
      const events = Array.from({ length: 30 }, (_, i) => ({
        type: i % 2 ? 'dismiss' : 'display',
        notificationId: i % 2 ? notificationId : 'made-up',
        page: `/invented/${i}`,
      }));
      await reportEvents(app, siteId, token, events, { 'x-forwarded-for': `203.0.113.${n}` });
    }
    await sendAll(Array.from({ length: 100 }, (_, n) => () => send(`192.0.2.${n}`, [`/late/${n}`])));
    const pages = await expectWhole(2 * REAL_PAGES + 100);
    expectReal(pages, 2);
    expect([...pages.keys()].filter((page) => page.startsWith('/late')).length).toBe(PAGES_PER_DAY - REAL_PAGES - 1);
  });
});
