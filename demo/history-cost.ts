// Sixty days of made-up cost reports from the demo's visitors. Pure, and deterministic for a given moment.
import type { CostTally } from '#server/db/counting/tally-writer.ts';
import { COST_MEASURES, costBucket } from '#server/domain/stats/cost-buckets.ts';
import { addDays, makeZone } from '#server/domain/stats/zone.ts';
import { type Choice, choose, countAround, HISTORY_DAYS, makeRandom } from './history.ts';

/** Cost reports on an ordinary day: one page load in a hundred. */
const MEASURED_A_DAY = 6;
/** Payload of a shop with a dozen notifications after brotli, including response headers. */
const PAYLOAD_BYTES = 2_300;

/** What the browser had cached: nothing, the script, or everything. */
const BY_CACHE: readonly Choice<'first visit' | 'same day' | 'same minute'>[] = [
  ['first visit', 55],
  ['same day', 33],
  ['same minute', 12],
];
/** Main-thread milliseconds on desktops, phones, and old, busy phones. */
const BY_TIME: readonly Choice<readonly [from: number, to: number]>[] = [
  [[0.6, 1.8], 38],
  [[1.5, 4.2], 50],
  [[4, 9], 10],
  [[9, 24], 2],
];

/**
 * @param scriptBytes the script after brotli.
 * @returns the measured loads of the days up to now, counted like the widget's real reports.
 */
export function makeCosts(siteId: string, timezone: string, now: number, scriptBytes: number): CostTally[] {
  const random = makeRandom(19_700_101);
  const zone = makeZone(timezone);
  const today = zone.dateAt(now);
  const costs = new Map<string, CostTally>();
  for (let age = HISTORY_DAYS - 1; age >= 0; age--) {
    const day = addDays(today, -age);
    const part = age === 0 ? zone.minuteAt(now) / 1_440 : 1;
    for (let load = countAround(MEASURED_A_DAY * part, random); load > 0; load--) {
      const cache = choose(BY_CACHE, random);
      const [from, to] = choose(BY_TIME, random);
      const values = {
        bytes: (cache === 'first visit' ? scriptBytes : 0) + (cache === 'same minute' ? 0 : PAYLOAD_BYTES),
        requests: cache === 'first visit' ? 2 : cache === 'same day' ? 1 : 0,
        time: Math.round((from + random() * (to - from)) * 1_000),
      };
      for (const measure of COST_MEASURES) {
        const upTo = costBucket(measure, values[measure]);
        const key = `${day} ${measure} ${upTo}`;
        const cost = costs.get(key) ?? { siteId, day, measure, upTo, loads: 0 };
        cost.loads++;
        costs.set(key, cost);
      }
    }
  }
  return [...costs.values()];
}
