// A realistic mix of interactions at the specification's rate: how long responses take, and whether the database holds
// exactly what was acknowledged.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { median, type Options, type Row, startChild } from './measure.ts';
import type { Offered, Order } from './offer.ts';
import { fill, startProgram } from './program.ts';

const INTERACTIONS_PER_SECOND = 5_000;
const P99_MS = 50;

/**
 * Rounds alternate between the reference and Proofbell, so that noise from the load generator and the machine affects
 * both. @throws when an interaction was lost or counted twice, in any table.
 */
export async function measureInteractionRate({ rounds, seconds }: Options): Promise<Row> {
  const program = await startProgram();
  const bare = await startChild(['bench/bare.ts', 'parse']);
  try {
    const { siteId, notificationIds } = await fill(program);
    const path = `/api/embed/${siteId}/events`;
    const payload = await fetch(`${program.url}/api/embed/${siteId}`);
    const { token } = (await payload.json()) as { token: string };
    const offer = (base: string) =>
      offerTo({ url: base + path, token, notificationIds, interactionsPerSecond: INTERACTIONS_PER_SECOND, seconds });
    const references: Offered[] = [];
    const offered: Offered[] = [];
    for (let round = 0; round < rounds; round++) {
      references.push(await offer(`http://127.0.0.1:${bare.port}`));
      offered.push(await offer(program.url));
    }
    const total = expectExact(program.file, offered);
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const figures = (pick: (one: Offered) => number) => offered.map(pick);
    const p99 = median(figures((one) => one.p99));
    const ratios = offered.map((one, i) => one.p99 / (references[i]?.p99 ?? Number.NaN));
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const rate = Math.round(median(figures((one) => one.perSecond))).toLocaleString('en');
    return {
      what: `p99 of answers to ${INTERACTIONS_PER_SECOND.toLocaleString('en')} interactions a second, of many browsers, pages and notifications, against the bare Hono route`,
      reference: ms(median(references.map((one) => one.p99))),
      proofbell: ms(p99),
      ratio: `**${median(ratios).toFixed(2)}** (${spread})`,
      aim: `≤ ${P99_MS} ms`,
      note: `${rate}/s, ${rounds} rounds of ${seconds} s; median answer ${ms(median(figures((one) => one.p50)))} (the reference's ${ms(median(references.map((one) => one.p50)))}), slowest ${ms(Math.max(...figures((one) => one.slowest)))}; ${total.toLocaleString('en')} interactions, none lost, none doubled`,
    };
  } finally {
    await bare.stop();
    await program.stop();
  }
}

async function offerTo(order: Order): Promise<Offered> {
  const args = ['bench/offer.ts', JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Offered;
}

/** @returns the number of interactions. */
function expectExact(file: string, offered: readonly Offered[]): number {
  const sum = (pick: (one: Offered) => number) => offered.reduce((total, one) => total + pick(one), 0);
  const displays = sum((one) => one.displays);
  const clicks = sum((one) => one.clicks);
  const dismissals = sum((one) => one.dismissals);
  const costs = sum((one) => one.costs);
  const reported = [displays, clicks, dismissals];
  const database = new BetterSqlite3(file, { readonly: true });
  const read = (sql: string) => database.prepare(sql).raw().get() as number[];
  const sums = 'select sum(displays), sum(clicks), sum(dismissals) from';
  const expected: [string, number[]][] = [
    ['select sum(display_count), sum(click_count) from notifications', [displays, clicks]],
    [`${sums} stats_hourly`, reported],
    [`${sums} stats_daily_device`, reported],
    [`${sums} stats_daily_page`, reported],
    ["select sum(loads) from stats_daily_cost where measure = 'time'", [costs]],
  ];
  for (const [sql, answered] of expected) {
    const stored = read(sql);
    if (String(stored) !== String(answered)) throw new Error(`${sql}: ${stored} stored, ${answered} answered`);
  }
  database.close();
  return displays + clicks + dismissals + costs;
}
