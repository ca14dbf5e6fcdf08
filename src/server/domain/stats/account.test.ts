// Reports over all of an owner's sites.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountStatsSchema, type StatsRange } from '#shared/contract/stats.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeCountedShop, setNow } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { accountStats } from './account.ts';
import { siteStats } from './site.ts';

onBothDatabases('the report of an account', (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
  });
  afterEach(() => app.stop());

  const report = async (range: StatsRange = {}) => accountStatsSchema.parse(await accountStats(app.deps, owner, range));
  const shopIn = (timezone: string, name: string) => makeCountedShop(app, owner, timezone, name);

  it('is empty, and in UTC, without sites', async () => {
    expect(await report()).toMatchObject({
      timezone: 'UTC',
      to: '2026-03-10',
      totals: { displays: 0, clickRate: null },
      previous: { displays: 0 },
      sites: [],
    });
    expect((await report({ range: '24h' })).series).toHaveLength(24);
  });

  it('adds sites up by day, each in its own time zone, and has one line per site', async () => {
    const lisbon = await shopIn('Europe/Lisbon', 'Lisbon');
    const india = await shopIn('Asia/Kolkata', 'India');
    await shopIn('UTC', 'Quiet');
    // The same moment is the 9th in Lisbon and the 10th in India.
    await lisbon.count('2026-03-09T20:00:00Z', { displays: 4, clicks: 1 });
    await india.count('2026-03-09T20:00:00Z', { displays: 6, dismissals: 2 });
    const { timezone, unit, series, totals, sites } = await report();
    expect([timezone, unit, series.length]).toEqual(['Europe/Lisbon', 'day', 30]);
    expect(series.slice(-2)).toEqual([
      { at: '2026-03-09', displays: 4, clicks: 1, dismissals: 0 },
      { at: '2026-03-10', displays: 6, clicks: 0, dismissals: 2 },
    ]);
    expect(totals).toMatchObject({ displays: 10, clicks: 1, dismissals: 2, clickRate: { value: 0.1 } });
    expect(sites.map(({ name, slug, displays }) => [name, slug, displays])).toEqual([
      ['Lisbon', 'lisbon', 4],
      ['India', 'india', 6],
      ['Quiet', 'quiet', 0],
    ]);
  });

  it('ends on the latest date of any site, so that it includes what was just counted', async () => {
    setNow(app, '2026-03-10T12:20:00Z');
    const west = await shopIn('Pacific/Pago_Pago', 'West');
    const east = await shopIn('Pacific/Kiritimati', 'East');
    await east.count('2026-03-10T12:10:00Z');
    await west.count('2026-03-10T12:10:00Z', { displays: 2 });
    const { from, to, series, timezone } = await report({ range: '7d' });
    expect([timezone, from, to]).toEqual(['Pacific/Pago_Pago', '2026-03-05', '2026-03-11']);
    expect(series.slice(-2).map(({ displays }) => displays)).toEqual([2, 1]);
  });

  it('compares each site with its own previous days, up to its own time of day', async () => {
    setNow(app, '2026-03-10T12:00:00Z');
    const utc = await shopIn('UTC', 'Utc');
    const tokyo = await shopIn('Asia/Tokyo', 'Tokyo');
    // A week ago, at noon and at nine in the evening.
    await utc.count('2026-03-03T11:30:00Z', { displays: 1 });
    await utc.count('2026-03-03T12:30:00Z', { displays: 10 });
    await tokyo.count('2026-03-03T11:30:00Z', { displays: 100 });
    await tokyo.count('2026-03-03T12:30:00Z', { displays: 1_000 });
    const account = await report({ range: '7d' });
    expect(account.previous.displays).toBe(101);
    const single = async (siteId: string) => (await siteStats(app.deps, owner, { siteId, range: '7d' })).previous;
    expect((await single(utc.siteId)).displays + (await single(tokyo.siteId)).displays).toBe(101);
  });

  it('uses the hours of the first site’s time zone, for 24 hours and for one day', async () => {
    setNow(app, '2026-03-10T12:20:00Z');
    const utc = await shopIn('UTC', 'Utc');
    const india = await shopIn('Asia/Kolkata', 'India');
    await utc.count('2026-03-10T11:10:00Z', { displays: 1 });
    // India's hour from 11:30 to 12:30 begins within the first site's hour of 11.
    await india.count('2026-03-10T12:05:00Z', { displays: 10 });
    await india.count('2026-03-09T20:00:00Z', { displays: 100 });
    const last = await report({ range: '24h' });
    expect(last.series.slice(-2)).toMatchObject([
      { at: '2026-03-10T11:00:00.000Z', displays: 11 },
      { at: '2026-03-10T12:00:00.000Z', displays: 0 },
    ]);
    expect(last.sites.map(({ displays }) => displays)).toEqual([1, 110]);
    const day = await report({ range: 'custom', from: '2026-03-10', to: '2026-03-10' });
    expect([day.unit, day.series.length, day.totals.displays]).toEqual(['hour', 24, 11]);
    // The day before until noon; India's evening counts came later.
    expect(day.previous.displays).toBe(0);
  });

  it('includes the caller’s own sites only', async () => {
    const shop = await shopIn('UTC', 'Shop');
    await shop.count('2026-03-10T11:00:00Z');
    const otherUser = await makeActor(app.deps, 'free', 'other@x.example');
    for (const range of ['24h', '7d'] as const) {
      expect(await accountStats(app.deps, otherUser, { range })).toMatchObject({ sites: [], totals: { displays: 0 } });
    }
  });
});
