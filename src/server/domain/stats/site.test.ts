// Reports on one site: everything counted is in them exactly once, by the site's local days and hours.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StatsRange, siteStatsSchema } from '#shared/contract/stats.ts';
import { HOUR } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeCountedShop, setNow } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { deleteNotification } from '../notification/notification-sets.ts';
import { deleteSite, updateSite } from '../site/site.ts';
import { siteStats } from './site.ts';
import { makeZone } from './zone.ts';

onBothDatabases('the report of a site', (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
  });
  afterEach(() => app.stop());

  const report = async (siteId: string, range: StatsRange = {}) =>
    siteStatsSchema.parse(await siteStats(app.deps, owner, { siteId, ...range }));
  const custom = (from: string, to: string) => ({ range: 'custom', from, to }) as const;
  const hoursFrom = (from: string, count: number) =>
    Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * HOUR).toISOString());
  const localDate = (zone: string, moment: string) => makeZone(zone).dateAt(Date.parse(moment));
  const displaysByDay = async (siteId: string, from: string, to: string) =>
    Object.fromEntries((await report(siteId, custom(from, to))).series.map(({ at, displays }) => [at, displays]));

  it('has thirty days by default, ending today and including empty ones, and totals', async () => {
    const shop = await makeCountedShop(app, owner);
    const counts = { displays: 10, clicks: 2, dismissals: 3 };
    for (const moment of ['2026-03-10T11:59:00Z', '2026-03-10T00:00:00Z', '2026-03-09T23:59:59Z']) {
      await shop.count(moment, counts);
    }
    await shop.count('2026-02-08T23:59:59Z', counts);
    const stats = await report(shop.siteId);
    expect(stats).toMatchObject({ timezone: 'UTC', range: '30d', from: '2026-02-09', to: '2026-03-10', unit: 'day' });
    expect(stats.series).toHaveLength(30);
    expect(stats.series.at(-1)).toEqual({ at: '2026-03-10', displays: 20, clicks: 4, dismissals: 6 });
    expect(stats.series.at(-2)).toEqual({ at: '2026-03-09', displays: 10, clicks: 2, dismissals: 3 });
    expect(stats.series[0]).toEqual({ at: '2026-02-09', displays: 0, clicks: 0, dismissals: 0 });
    expect(stats.totals).toMatchObject({ displays: 30, clicks: 6, dismissals: 9, clickRate: { value: 0.2 } });
  });

  it('has 24 hours ending with the current one, and the 24 before to compare', async () => {
    const shop = await makeCountedShop(app, owner, 'Asia/Kolkata');
    setNow(app, '2026-03-10T12:20:00Z');
    for (const moment of ['2026-03-10T12:19:00Z', '2026-03-09T12:30:00Z']) await shop.count(moment);
    for (const moment of ['2026-03-09T12:29:59Z', '2026-03-08T12:30:00Z']) await shop.count(moment, { displays: 5 });
    await shop.count('2026-03-08T12:29:59Z', { displays: 100 });
    const stats = await report(shop.siteId, { range: '24h' });
    expect(stats).toMatchObject({ unit: 'hour', from: '2026-03-09', to: '2026-03-10', previous: { displays: 10 } });
    expect(stats.series).toHaveLength(24);
    expect(stats.series[0]).toMatchObject({ at: '2026-03-09T12:30:00.000Z', displays: 1 });
    expect(stats.series.at(-1)).toMatchObject({ at: '2026-03-10T11:30:00.000Z', displays: 1 });
    expect(stats.totals.displays).toBe(2);
    expect(stats.notifications).toMatchObject([{ displays: 2 }]);
    // Stored by day, so they include what came before the 24 hours on their first day.
    expect(stats.devices).toMatchObject([{ device: 'unknown', displays: 12 - 5 }]);
  });

  it('splits days at midnight in a half-hour time zone', async () => {
    setNow(app, '2026-03-10T20:00:00Z');
    const shop = await makeCountedShop(app, owner, 'Asia/Kolkata');
    for (const time of ['10T18:29:59', '10T18:30:00', '10T18:45:00', '09T18:30:00'])
      await shop.count(`2026-03-${time}Z`);
    expect(await displaysByDay(shop.siteId, '2026-03-09', '2026-03-11')).toEqual({
      '2026-03-09': 0,
      '2026-03-10': 2,
      '2026-03-11': 2,
    });
  });

  it.each<[zone: string, start: string, ...hours: number[]]>([
    ['Europe/Berlin', '2026-03-27T23:00:00Z', 24, 23, 12],
    ['Europe/Berlin', '2026-10-23T22:00:00Z', 24, 25, 12],
    ['America/New_York', '2026-03-07T05:00:00Z', 24, 23, 12],
    ['America/New_York', '2026-10-31T04:00:00Z', 24, 25, 12],
    // Half an hour more or less: of something once every hour, one fewer or just as many.
    ['Australia/Lord_Howe', '2026-10-02T13:30:00Z', 24, 24, 12],
    ['Australia/Lord_Howe', '2026-04-03T13:00:00Z', 24, 25, 12],
    ['Pacific/Apia', '2026-03-09T11:00:00Z', 24, 24, 12],
  ])('counts each hour in %s from %s on its own day, across clock changes', async (zone, start, ...counts) => {
    setNow(app, start);
    const shop = await makeCountedShop(app, owner, zone);
    const hours = hoursFrom(
      start,
      counts.reduce((sum, count) => sum + count, 0),
    );
    await shop.countAll(hours.map((moment) => ({ moment })));
    setNow(app, hours.at(-1) ?? '');
    const { series } = await report(shop.siteId, custom(localDate(zone, start), localDate(zone, hours.at(-1) ?? '')));
    expect(series.map(({ displays }) => displays)).toEqual(counts);
    // By hour, the same day has the same counts.
    for (const { at, displays } of series) {
      const day = await report(shop.siteId, custom(at, at));
      expect([day.unit, day.totals.displays, day.series.length >= displays]).toEqual(['hour', displays, true]);
    }
  });

  it('does not compare half a day with a full one', async () => {
    const shop = await makeCountedShop(app, owner, 'Europe/Berlin');
    setNow(app, '2026-03-31T10:10:00Z');
    // Noon in Berlin, seven days ago in winter time: up to 12:00 counts, what came after does not.
    for (const [moment, displays] of [
      ['2026-03-24T10:59:00Z', 1],
      ['2026-03-24T11:01:00Z', 10],
      ['2026-03-18T12:00:00Z', 100],
      ['2026-03-17T22:59:00Z', 1_000],
      ['2026-03-31T10:05:00Z', 10_000],
    ] as const)
      await shop.count(moment, { displays });
    const stats = await report(shop.siteId, { range: '7d' });
    expect(stats.previous).toMatchObject({ from: '2026-03-18', to: '2026-03-24', displays: 101 });
    expect(stats.totals.displays).toBe(10_000);
  });

  it('has zeros for future days and days before the site existed', async () => {
    const shop = await makeCountedShop(app, owner);
    await shop.count('2026-03-10T11:00:00Z');
    for (const [from, to] of [
      ['2027-01-01', '2027-01-31'],
      ['2026-03-11', '2026-03-11'],
      ['2001-02-01', '2001-02-03'],
      ['2000-01-01', '2000-01-01'],
      ['2100-01-01', '2100-12-31'],
    ] as const) {
      const stats = await report(shop.siteId, custom(from, to));
      expect(stats).toMatchObject({
        totals: { displays: 0, clickRate: null },
        previous: { displays: 0 },
        notifications: [],
        devices: [],
        pages: [],
      });
      expect(stats.series.length).toBeGreaterThan(0);
    }
  });

  it('names notifications by label, title or message, most displayed first, and keeps deleted ones', async () => {
    const shop = await makeCountedShop(app, owner);
    const labelled = await shop.addNotification({ name: 'Label', title: 'Title', message: 'Message' });
    const titled = await shop.addNotification({ title: 'Title', message: 'Message' });
    const plain = await shop.addNotification({ message: `${'🪑'.repeat(79)}ab` });
    const deleted = await shop.addNotification();
    await shop.addNotification({ name: 'Never displayed' });
    const moment = '2026-03-10T11:00:00Z';
    for (const [index, notificationId] of [labelled, titled, plain, deleted].entries()) {
      await shop.count(moment, { displays: 40 - 10 * index }, { notificationId });
    }
    await deleteNotification(app.deps, owner, { widgetId: shop.widgetId, notificationId: deleted });
    for (const range of ['24h', '30d'] as const) {
      const { notifications, totals } = await report(shop.siteId, { range });
      expect(notifications.map(({ name, type, isDeleted, displays }) => [name, type, isDeleted, displays])).toEqual([
        ['Label', 'purchase', false, 40],
        ['Title', 'purchase', false, 30],
        [`${'🪑'.repeat(79)}…`, 'purchase', false, 20],
        [null, null, true, 10],
      ]);
      expect(totals.displays).toBe(100);
    }
  });

  it('has devices and pages of whole days, most displayed first', async () => {
    const shop = await makeCountedShop(app, owner);
    const moment = '2026-03-10T11:00:00Z';
    await shop.count(moment, { displays: 3, clicks: 1 }, { device: 'mobile', page: '/b' });
    await shop.count(moment, { displays: 2 }, { device: 'desktop', page: '/a' });
    await shop.count('2026-03-01T11:00:00Z', { displays: 2 }, { device: 'desktop', page: '/b' });
    await shop.count('2026-03-01T11:00:00Z', { displays: 1, dismissals: 1 });
    const { devices, pages } = await report(shop.siteId);
    expect(devices.map(({ device, displays }) => [device, displays])).toEqual([
      ['desktop', 4],
      ['mobile', 3],
      ['unknown', 1],
    ]);
    expect(devices[1]?.clickRate?.value).toBeCloseTo(1 / 3);
    expect(pages.map(({ page, displays, dismissals }) => [page, displays, dismissals])).toEqual([
      ['/b', 5, 0],
      ['/a', 2, 0],
      ['other', 1, 1],
    ]);
  });

  it('lists at most 200 pages, and counts the rest as other, so that nothing is missing', async () => {
    const shop = await makeCountedShop(app, owner);
    const paths = Array.from({ length: 150 }, (_, n) => `/${String(n).padStart(3, '0')}`);
    for (const [day, prefix] of [
      ['09', '/first'],
      ['10', '/second'],
    ] as const) {
      const moment = `2026-03-${day}T11:00:00Z`;
      await shop.countAll(paths.map((path) => ({ moment, counts: { displays: 2 }, where: { page: prefix + path } })));
    }
    const { pages } = await report(shop.siteId);
    expect(pages).toHaveLength(200);
    expect(pages[0]).toMatchObject({ page: 'other', displays: 2 * (300 - 199) });
    expect(pages.reduce((sum, { displays }) => sum + displays, 0)).toBe(600);
    expect(pages.slice(1).map(({ page }) => page)).toEqual(
      pages
        .slice(1)
        .map(({ page }) => page)
        .sort(),
    );
  });

  it('adds up: notifications, devices and pages to the same totals, even with more clicks than displays', async () => {
    const shop = await makeCountedShop(app, owner, 'America/New_York');
    const other = await shop.addNotification();
    let n = 0;
    for (let at = Date.parse('2026-02-20T00:30:00Z'); at < app.clock.now(); at += 7 * HOUR) {
      const counts = { displays: n % 3, clicks: n % 4, dismissals: n % 2 };
      const where = { device: ['desktop', 'tablet', 'mobile'][n % 3] ?? '', page: `/${n % 5}` };
      await shop.count(new Date(at).toISOString(), counts, n % 2 ? { ...where, notificationId: other } : where);
      n++;
    }
    const stats = await report(shop.siteId);
    for (const key of ['displays', 'clicks', 'dismissals'] as const) {
      const sum = (rows: Record<typeof key, number>[]) => rows.reduce((total, row) => total + row[key], 0);
      for (const rows of [stats.series, stats.notifications, stats.devices, stats.pages]) {
        expect([key, sum(rows)]).toEqual([key, stats.totals[key]]);
      }
    }
    for (const { clickRate } of stats.pages) expect(clickRate?.value ?? 0).toBeLessThanOrEqual(1);
  });

  it('keeps counts from before the site’s time zone changed', async () => {
    const shop = await makeCountedShop(app, owner, 'Asia/Kolkata');
    await shop.count('2026-03-10T11:00:00Z');
    await updateSite(app.deps, owner, { id: shop.siteId, timezone: 'UTC' });
    expect((await report(shop.siteId, { range: '24h' })).totals.displays).toBe(1);
    expect((await report(shop.siteId, { range: '7d' })).totals.displays).toBe(1);
  });

  it('is for the owner only, and has one site’s counts only', async () => {
    const shop = await makeCountedShop(app, owner);
    const other = await makeCountedShop(app, owner, 'UTC', 'Other');
    await shop.count('2026-03-10T11:00:00Z');
    expect((await report(other.siteId)).totals.displays).toBe(0);
    const otherUser = await makeActor(app.deps, 'free', 'other@x.example');
    await expect(siteStats(app.deps, otherUser, { siteId: shop.siteId })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is deleted with its site', async () => {
    const shop = await makeCountedShop(app, owner);
    await shop.count('2026-03-10T11:00:00Z', { displays: 1 }, { page: '/a', device: 'mobile' });
    await deleteSite(app.deps, owner, shop.siteId);
    for (const table of [
      'stats_hourly',
      'stats_daily_notification',
      'stats_daily_device',
      'stats_daily_page',
    ] as const) {
      expect(await app.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
