// Saved reports: what they keep, and that a filter's counts are exactly those of what it names.
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createReportInput,
  type ReportDefinition,
  type ReportFilter,
  updateReportInput,
} from '#shared/contract/report.ts';
import { type StatsTable, siteStatsSchema } from '#shared/contract/stats.ts';
import { REPORTS_PER_SITE } from '#shared/limits.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { makeOwner, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { watchQueries } from '#tests/support/queries.ts';
import { expectAllRefused } from '#tests/support/refusals.ts';
import { type CountedShop, makeCountedShop, setNow } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { deleteNotification } from '../notification/notification-sets.ts';
import {
  createReport,
  deleteReport,
  getReport,
  listReports,
  previewReport,
  previewReportCsv,
  reportStats,
  updateReport,
} from './reports.ts';

onBothDatabases('a report', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let shop: CountedShop;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
    shop = await makeCountedShop(app, owner, 'Asia/Kolkata');
  });
  afterEach(() => app.stop());

  const show = async (definition: ReportDefinition) =>
    siteStatsSchema.parse(await previewReport(app.deps, owner, { siteId: shop.siteId, ...definition }));
  const week = { range: 'custom', from: '2026-03-01', to: '2026-03-07' } as const;

  it('is kept as it was saved, changed in part or whole, and deleted', async () => {
    const { siteId } = shop;
    const filter: ReportFilter = { by: 'page', pages: ["/a'b", '/☂'] };
    const report = await createReport(app.deps, owner, { siteId, name: 'Umbrellas', ...week, filter });
    expect(report).toMatchObject({ name: 'Umbrellas', ...week, filter });
    expect(await getReport(app.deps, owner, siteId, report.id)).toEqual(report);
    const rename = { siteId, reportId: report.id, name: 'Rain' };
    expect(await updateReport(app.deps, owner, rename)).toMatchObject({ name: 'Rain', ...week, filter });
    expect(await updateReport(app.deps, owner, { siteId, reportId: report.id, range: '7d' })).toMatchObject({
      name: 'Rain',
      range: '7d',
      from: null,
      to: null,
      filter: null,
    });
    const plain = await createReport(app.deps, owner, { siteId, name: 'All' });
    expect(plain).toMatchObject({ range: '30d', from: null, to: null, filter: null });
    expect((await listReports(app.deps, owner, siteId)).map(({ name }) => name)).toEqual(['Rain', 'All']);
    await deleteReport(app.deps, owner, siteId, report.id);
    await expect(getReport(app.deps, owner, siteId, report.id)).rejects.toThrow('Report not found');
    // Not by another site of the same owner, either.
    const other = await makeCountedShop(app, owner, 'UTC', 'Other');
    await expect(getReport(app.deps, owner, other.siteId, plain.id)).rejects.toThrow('Report not found');
    expect((await reportStats(app.deps, owner, siteId, plain.id)).range).toBe('30d');
  });

  it('without a filter shows what the analytics show', async () => {
    await shop.count('2026-03-03T12:00:00Z', { displays: 5, clicks: 1 }, { device: 'mobile', page: '/' });
    expect(await show(week)).toMatchObject({
      totals: { displays: 5 },
      devices: [{ device: 'mobile' }],
      pages: [{ page: '/' }],
    });
  });

  it('on notifications has their series, totals and table, and neither devices nor pages', async () => {
    const [a, b] = [await shop.addNotification({ name: 'A' }), await shop.addNotification({ name: 'B' })];
    const at = '2026-03-03T12:00:00Z';
    await shop.count(at, { displays: 10, clicks: 2 }, { notificationId: a, device: 'mobile', page: '/' });
    await shop.count(at, { displays: 7, clicks: 1 }, { notificationId: b });
    await shop.count(at, { displays: 100 });
    await shop.count('2026-02-25T12:00:00Z', { displays: 4 }, { notificationId: a });
    await shop.count('2026-02-25T12:00:00Z', { displays: 50 });
    const stats = await show({ ...week, filter: { by: 'notification', notificationIds: [a, b] } });
    expect(stats).toMatchObject({
      totals: { displays: 17, clicks: 3 },
      previous: { displays: 4 },
      devices: [],
      pages: [],
    });
    expect(stats.notifications.map(({ name, displays }) => [name, displays])).toEqual([
      ['A', 10],
      ['B', 7],
    ]);
    expect(stats.series).toHaveLength(7);
    expect(stats.series.find(({ displays }) => displays > 0)).toMatchObject({ at: '2026-03-03', displays: 17 });
    // Deleted ones keep their counts, by id.
    await deleteNotification(app.deps, owner, { widgetId: shop.widgetId, notificationId: a });
    const after = await show({ ...week, filter: { by: 'notification', notificationIds: [a] } });
    expect(after).toMatchObject({ totals: { displays: 10 }, notifications: [{ isDeleted: true, name: null }] });
  });

  it('on types has the notifications that have one now, by the hour, too', async () => {
    const sale = await shop.addNotification({ name: 'Sale' });
    await app.deps.db.updateTable('notifications').set({ type: 'discount' }).where('id', '=', sale).execute();
    setNow(app, '2026-03-10T12:20:00Z');
    for (const moment of ['2026-03-10T12:19:00Z', '2026-03-09T12:29:59Z']) {
      await shop.count(moment, { displays: 3 }, { notificationId: sale });
      await shop.count(moment, { displays: 8 });
    }
    const filter = { by: 'type', types: ['discount', 'milestone'] } satisfies ReportFilter;
    const day = await show({ range: '24h', filter });
    expect(day).toMatchObject({ unit: 'hour', totals: { displays: 3 }, previous: { displays: 3 } });
    expect(day.series.at(-1)).toMatchObject({ at: '2026-03-10T11:30:00.000Z', displays: 3 });
    expect((await show({ range: '7d', filter })).totals.displays).toBe(6);
  });

  it('on devices or pages counts whole days, also when the range is one, and tells no more than it knows', async () => {
    const at = '2026-03-03T20:00:00Z';
    await shop.count(at, { displays: 10, clicks: 2 }, { device: 'mobile', page: '/a' });
    await shop.count(at, { displays: 5 }, { device: 'tablet', page: '/b' });
    await shop.count(at, { displays: 100 }, { device: 'desktop', page: '/c' });
    await shop.count('2026-02-24T20:00:00Z', { displays: 6 }, { device: 'mobile', page: '/a' });
    const phones = await show({ ...week, filter: { by: 'device', devices: ['mobile', 'tablet'] } });
    expect(phones).toMatchObject({
      unit: 'day',
      totals: { displays: 15, clicks: 2 },
      previous: { displays: 6 },
      devices: [
        { device: 'mobile', displays: 10 },
        { device: 'tablet', displays: 5 },
      ],
      notifications: [],
      pages: [],
    });
    const pages = await show({ ...week, filter: { by: 'page', pages: ['/b', '/never'] } });
    expect(pages).toMatchObject({ totals: { displays: 5 }, pages: [{ page: '/b', displays: 5 }], devices: [] });
    // 01:30 in Kolkata is the next day.
    const one = { range: 'custom', from: '2026-03-04', to: '2026-03-04' } as const;
    const day = await show({ ...one, filter: { by: 'device', devices: ['desktop'] } });
    expect(day).toMatchObject({ unit: 'day', series: [{ at: '2026-03-04', displays: 100 }] });
    // Today is not over, so what it is compared with leaves its counterpart out.
    setNow(app, '2026-03-10T12:00:00Z');
    await shop.count('2026-03-03T05:00:00Z', { displays: 40 }, { device: 'mobile' });
    expect(await show({ range: '7d', filter: { by: 'device', devices: ['mobile'] } })).toMatchObject({
      previous: { displays: 6 },
    });
  });

  it('is one of at most 20 of a site, also when two processes save at the same moment', async () => {
    const other = makeTestApp(database());
    const make = (n: number) =>
      createReport((n % 2 ? other : app).deps, owner, { siteId: shop.siteId, name: `Report ${n}` });
    for (let n = 1; n < REPORTS_PER_SITE; n++) await make(n);
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => make(n)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listReports(app.deps, owner, shop.siteId)).toHaveLength(REPORTS_PER_SITE);
    await expect(make(1)).rejects.toMatchObject({ code: 'conflict' });
    await other.stop();
  });

  it('of a site that is deleted while it is made is not found, or goes with the site', async () => {
    const { db, dialect } = database();
    let deletion: Promise<unknown> | undefined;
    const watched = watchQueries(db, (node) => {
      if (deletion || !node.includes('"reports"')) return undefined;
      return async () => {
        deletion = db.deleteFrom('sites').where('id', '=', shop.siteId).execute();
        // SQLite has one writer: there the deletion waits for the report.
        if (dialect === 'postgres') await deletion;
      };
    });
    const made = createReport({ ...app.deps, db: watched }, owner, { siteId: shop.siteId, name: 'Late' });
    if (dialect === 'postgres') await expect(made).rejects.toMatchObject({ code: 'not-found' });
    else await made;
    await deletion;
    expect(await db.selectFrom('reports').selectAll().execute()).toEqual([]);
  });

  it('downloads only the tables that it has', async () => {
    const csv = async (by: StatsTable, filter: ReportFilter | null) =>
      (await previewReportCsv(app.deps, owner, { siteId: shop.siteId, ...week, filter, by })).fileName;
    const devices: ReportFilter = { by: 'device', devices: ['mobile'] };
    expect(await csv('device', devices)).toBe('shop-report-by-device-2026-03-01-to-2026-03-07.csv');
    expect(await csv('page', null)).toContain('by-page');
    for (const by of ['page', 'notification'] as const) {
      await expect(csv(by, devices)).rejects.toMatchObject({ fields: [{ field: 'by' }] });
    }
  });

  it('refuses definitions that nobody could tell, naming the field', async () => {
    const client = await makeOwner(app, 'rest@shop.example');
    const { site, report } = await makeShop(client);
    const devices = { by: 'device', devices: ['mobile'] };
    const bodies: [unknown, string[]][] = [
      [{ name: '' }, ['name']],
      [{ name: 'x', range: '24h', filter: devices }, ['range']],
      [{ name: 'x', range: 'custom' }, ['from', 'to']],
      [{ name: 'x', range: '7d', from: '2026-03-01' }, ['from']],
      [{ name: 'x', filter: { by: 'device', devices: [] } }, ['filter.devices']],
      [{ name: 'x', filter: { by: 'device', devices: ['fridge'] } }, ['filter.devices.0']],
      [{ name: 'x', filter: { by: 'page', pages: ['other'] } }, ['filter.pages.0']],
      [{ name: 'x', filter: { by: 'page', pages: Array.from({ length: 51 }, (_, n) => `/${n}`) } }, ['filter.pages']],
      [{ name: 'x', filter: { by: 'page', pages: ['/a\0'] } }, ['filter.pages.0']],
      [{ name: 'x', filter: { by: 'weather' } }, ['filter.by']],
      [{ name: 'x', siteId: 'y', id: 'z' }, ['id']],
    ];
    await expectAllRefused(app, client, 'POST', `/api/sites/${site.id}/reports`, bodies.slice(0, -1));
    await expectAllRefused(app, client, 'PUT', `/api/sites/${site.id}/reports/${report.id}`, [
      [{ filter: devices }, ['range']],
      [{ range: '24h', filter: devices }, ['range']],
      [{ id: 'z' }, ['id']],
    ]);
    expect(createReportInput.safeParse({ siteId: 's', name: 'x', range: '7d', filter: devices }).success).toBe(true);
    expect(updateReportInput.safeParse({ siteId: 's', reportId: 'r', filter: null, range: '7d' }).success).toBe(true);
  });
});
