// Attack: a made-up cost report moves what the owner's Performance screen says about the widget.
import { beforeEach, expect, it } from 'vitest';
import { siteCost } from '#server/domain/stats/cost.ts';
import { siteCostSchema } from '#shared/contract/stats.ts';
import type { CostReport } from '#shared/embed/payload.ts';
import { makeActor } from '#tests/support/actor.ts';
import { BROWSER } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { runs } from '#tests/support/runs.ts';
import { eachTest } from '#tests/support/stages.ts';
import { makeCountedShop } from '#tests/support/stats.ts';

const FIGURES = ['bytes', 'requests', 'time'] as const;
/** The most that can be reported, and the least. */
const EXTREMES = [
  { bytes: 10_000_000, requests: 1_000, time: 604_800_000 },
  { bytes: 0, requests: 0, time: 0 },
  { bytes: 0, requests: 1_000, time: 59_999.999 },
];

describeApp('made-up costs', { postgres: 'long' }, ({ app }) => {
  let siteId: string;
  const owner = eachTest(() => makeActor(app.deps));
  beforeEach(async () => {
    siteId = (await makeCountedShop(app, owner)).siteId;
  });

  const post = async (body: string) =>
    app.fetch(`/api/embed/${siteId}/events`, { method: 'POST', headers: { 'user-agent': BROWSER }, body });
  const token = () => app.deps.tokens.signEmbed(siteId, app.clock.now());
  const report = async (cost: Omit<CostReport, 'type'>) => {
    const body = JSON.stringify({ token: token(), events: [{ type: 'cost', ...cost }] });
    expect((await post(body)).status).toBe(204);
  };
  const read = async () => siteCostSchema.parse(await siteCost(app.deps, owner, siteId));
  /** Loads as honest browsers report them: first visits and cached ones, on quick and slow devices. */
  const honest = (n: number) => ({
    bytes: [8_200, 2_300, 0][n % 3] ?? 0,
    requests: [2, 1, 0][n % 3] ?? 0,
    time: 0.8 + (n % 7) * 0.6,
  });
  const measure = async (loads: number) => {
    for (let n = 0; n < loads; n++) await report(honest(n));
  };
  /** A value stands for its bucket, so it may be an eighth off. */
  const expectWithinHonest = (value: number | null, figure: (typeof FIGURES)[number], loads: number) => {
    const values = Array.from({ length: loads }, (_, n) => honest(n)[figure]);
    expect(value).toBeGreaterThanOrEqual(Math.min(...values) / 1.13);
    expect(value).toBeLessThanOrEqual(Math.max(...values) * 1.13);
  };

  it.each([3, 4, 5, 19, 20, 40])('one among %i reports makes no figure that no honest load had', async (loads) => {
    await measure(loads - 1);
    for (const forged of EXTREMES) {
      await report(forged);
      const cost = await read();
      for (const figure of FIGURES) {
        expectWithinHonest(cost[figure].median, figure, loads - 1);
        if (loads >= 20) expectWithinHonest(cost[figure].p95, figure, loads - 1);
      }
      const today = cost.days.at(-1);
      for (const figure of ['bytes', 'time'] as const) expectWithinHonest(today?.[figure] ?? null, figure, loads - 1);
      await app.deps.db.deleteFrom('stats_daily_cost').execute();
      await measure(loads - 1);
    }
  });

  it('one among few reports makes no figure at all', async () => {
    for (let loads = 1; loads < 20; loads++) {
      await report(EXTREMES[loads % EXTREMES.length] ?? honest(0));
      const cost = await read();
      expect(cost.loads).toBe(loads);
      for (const figure of FIGURES) {
        expect(cost[figure].loads).toBe(loads);
        expect(cost[figure].median === null).toBe(loads < 3);
        expect(cost[figure].p95).toBeNull();
      }
      expect(cost.days.at(-1)?.time === null).toBe(loads < 3);
    }
  });

  it('one moves the median no further than to the next honest load', async () => {
    for (const time of [1, 2, 5, 5, 20]) await report({ ...honest(0), time });
    expect((await read()).time.median).toBeCloseTo(5, 0);
    await report({ ...honest(0), time: 0 });
    expect((await read()).time.median).toBeCloseTo(2, 0);
    for (let n = 0; n < 2; n++) await report({ ...honest(0), time: 604_800_000 });
    expect((await read()).time.median).toBeCloseTo(5, 0);
  });

  it.each([
    ['-1', '2', '1.5'],
    ['0.5', '2', '1.5'],
    ['10000001', '2', '1.5'],
    ['1e999', '2', '1.5'],
    ['9000', '-1', '1.5'],
    ['9000', '1.5', '1.5'],
    ['9000', '1001', '1.5'],
    ['9000', '2', '-0.001'],
    ['9000', '2', '604800001'],
    ['9000', '2', '1e999'],
    ['9000', '2', 'NaN'],
    ['9000', '2', 'null'],
    ['9000', '2', '"1.5"'],
    ['9000', '2', '[1]'],
  ])('refuses bytes %s, requests %s, time %s', async (bytes, requests, time) => {
    const events = `[{"type":"cost","bytes":${bytes},"requests":${requests},"time":${time}}]`;
    const answer = await post(`{"token":${JSON.stringify(token())},"events":${events}}`);
    expect(answer.status).toBe(400);
    expect((await read()).loads).toBe(0);
  });

  it('any number of reports takes a bounded number of rows, and every load is in each', async () => {
    const reports = runs(120, 500);
    for (let at = 0; at < reports; at++) {
      const size = 10 ** ((at / reports) * 7);
      await report({ bytes: Math.round(size), requests: Math.min(1_000, Math.round(size / 10)), time: size / 1_000 });
    }
    const rows = await app.deps.db.selectFrom('stats_daily_cost').selectAll().execute();
    expect(rows.length).toBeLessThan(300);
    for (const figure of FIGURES) {
      const loads = rows.filter(({ measure }) => measure === figure).reduce((sum, row) => sum + row.loads, 0);
      expect([figure, loads]).toEqual([figure, reports]);
    }
  });
});
