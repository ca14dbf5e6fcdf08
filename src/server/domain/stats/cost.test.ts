import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteCostSchema } from '#shared/contract/stats.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeCountedShop } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { siteCost } from './cost.ts';

onBothDatabases('the cost on a site’s pages', (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 9);
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
      bytes: null,
      requests: null,
      time: null,
    });
    expect(cost.days).toHaveLength(30);
    expect(cost.days[0]).toEqual({ date: '2026-02-09', loads: 0, bytes: null, time: null });
    expect(cost.times).toEqual([1, 2, 5, 10, 20, 50, null].map((upTo) => ({ upTo, loads: 0 })));
  });

  it('is the average over thirty days of loads, with their distribution over times', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const load = (day: string, upTo: number, loads: number, bytes: number, microseconds: number) =>
      app.deps.writeTallies([], [{ siteId, day, upTo, loads, bytes, requests: 2 * loads, microseconds }]);
    await load('2026-03-10', 2, 3, 18_000, 4_500);
    await load('2026-03-10', 0, 1, 2_000, 75_500);
    await load('2026-02-09', 2, 4, 28_000, 8_000);
    await load('2026-02-08', 2, 100, 1_000_000, 1_000_000);
    const cost = await costOf(siteId);
    expect(cost).toMatchObject({ loads: 8, bytes: 6_000, requests: 2, time: 11 });
    expect(cost.times).toEqual([
      { upTo: 1, loads: 0 },
      { upTo: 2, loads: 7 },
      { upTo: 5, loads: 0 },
      { upTo: 10, loads: 0 },
      { upTo: 20, loads: 0 },
      { upTo: 50, loads: 0 },
      { upTo: null, loads: 1 },
    ]);
    expect(cost.days[0]).toEqual({ date: '2026-02-09', loads: 4, bytes: 7_000, time: 2 });
    expect(cost.days.at(-1)).toEqual({ date: '2026-03-10', loads: 4, bytes: 5_000, time: 20 });
  });

  it('adds up sums beyond 32 bits', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const one = { siteId, upTo: 1, loads: 1, bytes: 10_000_000_000, requests: 1, microseconds: 6_000_000_000 };
    await app.deps.writeTallies(
      [],
      [
        { ...one, day: '2026-03-10' },
        { ...one, day: '2026-03-09' },
      ],
    );
    expect(await costOf(siteId)).toMatchObject({ loads: 2, bytes: 10_000_000_000, time: 6_000_000 });
  });

  it('comes with the published cost and the size of the script that is served', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const { budget } = await costOf(siteId);
    const { bytes, cost } = app.deps.config.widget;
    expect(budget).toEqual({
      script: bytes.brotli,
      meter: cost.bytes.brotli,
      bytes: 6_000,
      requests: 2,
      time: 10,
    });
  });

  it('is for the owner only', async () => {
    const { siteId } = await makeCountedShop(app, owner);
    const otherUser = await makeActor(app.deps, 1, 'other@x.example');
    await expect(siteCost(app.deps, otherUser, siteId)).rejects.toMatchObject({ code: 'not-found' });
  });
});
