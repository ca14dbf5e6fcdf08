// Statistics by day of the site's own calendar.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import type { VerifiedActor } from './access.ts';
import { hourStart, offsetAt } from './hours.ts';
import { createNotification } from './notification.ts';
import { createSite } from './site.ts';
import { dailyStats, dateIn, datesUntil, summarizeSites } from './stats.ts';
import { getWidgetOfSite, updateWidget } from './widget.ts';

describe('calendar dates', () => {
  it('are those of the zone', () => {
    const at = Date.parse('2026-03-10T18:45:00Z');
    expect(['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'].map((zone) => dateIn(zone)(at))).toEqual([
      '2026-03-10',
      '2026-03-11',
      '2026-03-11',
      '2026-03-10',
    ]);
  });

  it('run without a gap over the end of a month, a leap day and a change of the clocks', () => {
    expect(datesUntil('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesUntil('2026-03-30', 3)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(new Set(datesUntil('2026-12-31', 90)).size).toBe(90);
  });
});

onBothDatabases('daily statistics', (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 5);
  });
  afterEach(() => app.stop());

  /** A site with one display, two clicks and three dismissals at each of the moments. */
  async function siteWith(timezone: string, moments: string[]) {
    const site = await createSite(app.deps, owner, { name: 'Shop', timezone });
    for (const [n, moment] of moments.entries()) {
      const at = Date.parse(moment);
      const hour = hourStart(at, offsetAt(timezone, at));
      const counts = { displays: 1, clicks: 2, dismissals: 3 };
      const row = { site_id: site.id, widget_id: 'w', notification_id: `n${n}`, hour, ...counts };
      await app.deps.db.insertInto('stats_hourly').values(row).execute();
    }
    return site;
  }
  const setNow = (moment: string) => app.clock.advance(Date.parse(moment) - app.clock.now());
  const displaysOf = async (siteId: string, days: number) =>
    Object.fromEntries(
      (await dailyStats(app.deps, owner, { siteId, days })).days.map(({ date, displays }) => [date, displays]),
    );

  it('hold thirty days unless told otherwise, empty ones too, today last', async () => {
    const site = await siteWith('UTC', ['2026-03-10T11:59:00Z', '2026-03-10T00:00:00Z', '2026-03-09T23:59:59Z']);
    const stats = await dailyStats(app.deps, owner, { siteId: site.id });
    expect(stats.days).toHaveLength(30);
    expect(stats.days.at(-1)).toEqual({ date: '2026-03-10', displays: 2, clicks: 4, dismissals: 6 });
    expect(stats.days.at(-2)).toEqual({ date: '2026-03-09', displays: 1, clicks: 2, dismissals: 3 });
    expect(stats.days[0]).toEqual({ date: '2026-02-09', displays: 0, clicks: 0, dismissals: 0 });
    expect(stats).toMatchObject({ timezone: 'UTC', totals: { displays: 3, clicks: 6, dismissals: 9 } });
  });

  it('leave out of days and totals what lies before the first day', async () => {
    const site = await siteWith('UTC', ['2026-03-09T00:00:00Z', '2026-03-08T23:59:00Z', '2026-01-01T00:00:00Z']);
    const stats = await dailyStats(app.deps, owner, { siteId: site.id, days: 2 });
    expect(stats.days.map(({ displays }) => displays)).toEqual([1, 0]);
    expect(stats.totals.displays).toBe(1);
  });

  it('part the days at midnight in a zone of half hours', async () => {
    // Midnight in Kolkata is 18:30 in UTC: an hour of UTC would belong to two days.
    setNow('2026-03-10T20:00:00Z');
    const site = await siteWith('Asia/Kolkata', [
      '2026-03-10T18:29:59Z',
      '2026-03-10T18:30:00Z',
      '2026-03-10T18:45:00Z',
      '2026-03-09T18:30:00Z',
    ]);
    expect(await displaysOf(site.id, 3)).toEqual({ '2026-03-09': 0, '2026-03-10': 2, '2026-03-11': 2 });
  });

  it('give the day on which clocks go forward its 23 hours, and the one on which they go back its 25', async () => {
    setNow('2026-03-30T12:00:00Z');
    const hours = (from: string, count: number) =>
      Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * 3_600_000).toISOString());
    const spring = await siteWith('Europe/Lisbon', hours('2026-03-28T00:00:00Z', 24 + 23 + 12));
    expect(await displaysOf(spring.id, 3)).toEqual({ '2026-03-28': 24, '2026-03-29': 23, '2026-03-30': 12 });
    setNow('2026-10-26T12:00:00Z');
    const autumn = await siteWith('Europe/Lisbon', hours('2026-10-23T23:00:00Z', 24 + 25 + 12));
    expect(await displaysOf(autumn.id, 3)).toEqual({ '2026-10-24': 24, '2026-10-25': 25, '2026-10-26': 12 });
  });

  it('hold the whole first day at the far ends of the world', async () => {
    setNow('2026-03-10T11:00:00Z');
    for (const [timezone, today] of [
      ['Pacific/Kiritimati', '2026-03-11'],
      ['Pacific/Pago_Pago', '2026-03-10'],
    ] as const) {
      const offset = offsetAt(timezone, app.clock.now());
      const start = Date.parse(`${today}T00:00:00Z`) - offset - 86_400_000;
      const site = await siteWith(timezone, [new Date(start).toISOString(), new Date(start - 1).toISOString()]);
      expect(Object.values(await displaysOf(site.id, 2))).toEqual([1, 0]);
    }
  });

  it('sum up to a line a site, of thirty days and the owner’s own sites', async () => {
    const shop = await siteWith('UTC', ['2026-03-10T11:00:00Z', '2026-03-09T11:00:00Z', '2026-02-01T11:00:00Z']);
    const other = await createSite(app.deps, owner, { name: 'Other' });
    const widget = await getWidgetOfSite(app.deps, owner, shop.id);
    for (const status of ['active', 'inactive'] as const) {
      await createNotification(app.deps, owner, { widgetId: widget.id, type: 'custom', message: 'x', status });
    }
    await updateWidget(app.deps, owner, { id: widget.id, isActive: false });
    const none = { notifications: 0, activeNotifications: 0, displays: 0, clicks: 0, dismissals: 0 };
    expect(await summarizeSites(app.deps, owner)).toEqual([
      {
        siteId: shop.id,
        isWidgetActive: false,
        notifications: 2,
        activeNotifications: 1,
        displays: 2,
        clicks: 4,
        dismissals: 6,
      },
      { siteId: other.id, isWidgetActive: true, ...none },
    ]);
    expect(await summarizeSites(app.deps, await makeActor(app.deps, 1, 'stranger@x.example'))).toEqual([]);
  });

  it('are one site’s alone', async () => {
    const site = await siteWith('UTC', ['2026-03-10T11:00:00Z']);
    const other = await createSite(app.deps, owner, { name: 'Other' });
    expect((await dailyStats(app.deps, owner, { siteId: other.id })).totals.displays).toBe(0);
    const stranger = await makeActor(app.deps, 1, 'stranger@x.example');
    await expect(dailyStats(app.deps, stranger, { siteId: site.id })).rejects.toMatchObject({ code: 'not-found' });
  });
});
