// Events at the rate that the specification names, as real traffic mixes them: how long answers take, and whether the
// database holds exactly what was answered.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import type { Options, Row } from './measure.ts';
import type { Offered, Order } from './offer.ts';
import { fill, startProgram } from './program.ts';

const EVENTS_PER_SECOND = 5_000;
const P99_MS = 50;

/** @throws when an event was lost or counted twice, anywhere it is counted. */
export async function measureEventRate({ rounds, seconds }: Options): Promise<Row> {
  const program = await startProgram();
  try {
    const { siteId, notificationIds } = await fill(program);
    const payload = await fetch(`${program.url}/api/embed/${siteId}`);
    const { token } = (await payload.json()) as { token: string };
    const url = `${program.url}/api/embed/${siteId}/events`;
    const order: Order = { url, token, notificationIds, eventsPerSecond: EVENTS_PER_SECOND, seconds: rounds * seconds };
    const args = ['bench/offer.ts', JSON.stringify(order)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 });
    const offered = JSON.parse(stdout) as Offered;
    const total = expectExact(program.file, offered);
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    return {
      what: `p99 of answers to ${EVENTS_PER_SECOND.toLocaleString('en')} events a second, of many browsers, pages and notices`,
      reference: ms(P99_MS),
      proofbell: ms(offered.p99),
      ratio: `**${(offered.p99 / P99_MS).toFixed(2)}**`,
      aim: '≤ 1.0',
      note: `${Math.round(offered.perSecond).toLocaleString('en')}/s over ${order.seconds} s, median ${ms(offered.p50)}, slowest ${ms(offered.slowest)}; ${total.toLocaleString('en')} events, none lost, none doubled`,
    };
  } finally {
    await program.stop();
  }
}

/** @returns how many events there are. */
function expectExact(file: string, { displays, clicks, dismissals, costs }: Offered): number {
  const told = [displays, clicks, dismissals];
  const database = new BetterSqlite3(file, { readonly: true });
  const read = (sql: string) => database.prepare(sql).raw().get() as number[];
  const sums = 'select sum(displays), sum(clicks), sum(dismissals) from';
  const expected: [string, number[]][] = [
    ['select sum(display_count), sum(click_count) from notifications', [displays, clicks]],
    [`${sums} stats_hourly`, told],
    [`${sums} stats_daily_device`, told],
    [`${sums} stats_daily_page`, told],
    ['select sum(loads) from stats_daily_cost', [costs]],
  ];
  for (const [sql, answered] of expected) {
    const stored = read(sql);
    if (String(stored) !== String(answered)) throw new Error(`${sql}: ${stored} stored, ${answered} answered`);
  }
  database.close();
  return displays + clicks + dismissals + costs;
}
