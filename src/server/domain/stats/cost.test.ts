import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteCostSchema } from '#shared/contract/stats.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeCountedShop } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { siteCost } from './cost.ts';
import { COST_MEASURES } from './cost-buckets.ts';

onBothDatabases('the cost on a site’s pages', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
  });
  afterEach(() => app.stop());

  const costOf = async (siteId: string) => siteCostSchema.parse(await siteCost(app.deps, owner, siteId));

  it('is unknown, rather than zero, until a load has been measured', async () => {
    const { siteId } = await makeCountedShop(app, owner, 'Asia/Tokyo');
    const cost = await costOf(siteId);
    expect(cost).toMatchObject({
      from: '2026-02-09',
      to: '2026-03-10',
      loads: 0,
      bytes: { loads: 0, median: null, p95: null },
      requests: { loads: 0, median: null, p95: null },
      time: { loads: 0, median: null, p95: null },
    });
    expect(cost.days).toHaveLength(30);
    expect(cost.days[0]).toEqual({ date: '2026-02-09', loads: 0, bytes: null, time: null });
    expect(cost.times).toEqual([1, 2, 5, 10, 20, 50, null].map((upTo) => ({ upTo, loads: 0 })));
  });

  it('is the median and 95th percentile over thirty days of loads, with their distribution over times', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const load = (day: string, loads: number, upTo: { bytes: number; requests: number; time: number }) =>
      app.deps.writeTallies(
        [],
        COST_MEASURES.map((measure) => ({ siteId, day, measure, upTo: upTo[measure], loads })),
      );
    await load('2026-03-10', 13, { bytes: 0, requests: 0, time: 1_800 });
    await load('2026-03-10', 1, { bytes: 90_000, requests: 9, time: 71_000 });
    await load('2026-02-09', 4, { bytes: 6_300, requests: 2, time: 5_000 });
    await load('2026-02-09', 2, { bytes: 9_000, requests: 3, time: 5_600 });
    await load('2026-02-08', 100, { bytes: 1_000_000, requests: 100, time: 1_000_000 });
    const cost = await costOf(siteId);
    const middle = (low: number, high: number) => expect.closeTo(Math.sqrt(low * high), 6);
    expect(cost).toMatchObject({
      loads: 20,
      bytes: { loads: 20, median: 0, p95: middle(8_001, 9_000) },
      requests: { loads: 20, median: 0, p95: 3 },
      time: { loads: 20, median: middle(1.601, 1.8), p95: middle(5.001, 5.6) },
    });
    expect(cost.times.map(({ upTo, loads }) => [upTo, loads])).toEqual([
      [1, 0],
      [2, 13],
      [5, 4],
      [10, 2],
      [20, 0],
      [50, 0],
      [null, 1],
    ]);
    expect(cost.days[0]).toEqual({ date: '2026-02-09', loads: 6, bytes: middle(5_601, 6_300), time: middle(4.501, 5) });
    expect(cost.days.at(-1)).toEqual({ date: '2026-03-10', loads: 14, bytes: 0, time: middle(1.601, 1.8) });
  });

  it('has a figure only for what enough loads were measured, as after the update that dropped sums', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const day = '2026-03-10';
    await app.deps.writeTallies(
      [],
      [
        { siteId, day, measure: 'time', upTo: 1_400, loads: 30 },
        { siteId, day, measure: 'bytes', upTo: 9_000, loads: 2 },
      ],
    );
    const { loads, bytes, time, days } = await costOf(siteId);
    expect([loads, time.loads, bytes]).toEqual([30, 30, { loads: 2, median: null, p95: null }]);
    expect(days.at(-1)).toMatchObject({ loads: 30, bytes: null });
  });

  it('comes with the published cost and the size of the script that is served', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const { budget } = await costOf(siteId);
    const { script, cost } = app.deps.config.widget;
    expect(budget).toEqual({
      script: script.bytes.brotli,
      meter: cost.bytes.brotli,
      bytes: 7_750,
      payload: 1_400,
      requests: 2,
      time: 10,
    });
  });

  it('is for the owner only', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const otherUser = await makeActor(app.deps, 'free', 'other@x.example');
    await expect(siteCost(app.deps, otherUser, siteId)).rejects.toMatchObject({ code: 'not-found' });
  });
});
