// What the widget costs visitors' pages, measured on a sample of them, next to the costs we publish.

import { COST_DAYS, type CostFigure, type SiteCost } from '#shared/contract/stats.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { COST_LOADS_FOR_MEDIAN, COST_LOADS_FOR_P95 } from '#shared/limits.ts';
import { type CostCounts, listCosts } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { type CostBucket, type CostMeasure, quantileOf, sumOfLoads, TIME_CLASSES } from './cost-buckets.ts';
import { addDays, datesBetween, makeZone } from './zone.ts';

/**
 * @returns today and the days before, in the site's time zone.
 * @throws not-found
 */
export async function siteCost(deps: Deps, actor: VerifiedActor, siteId: string): Promise<SiteCost> {
  const { from, to, rows } = await deps.readers.read(actor.userId, async (db) => {
    const site = await ownSite(db, actor, siteId);
    const to = makeZone(site.timezone).dateAt(deps.clock.now());
    const from = addDays(to, 1 - COST_DAYS);
    return { from, to, rows: await listCosts(db, site, { from, to }) };
  });
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const times = rows.filter(({ measure }) => measure === 'time');
  return {
    from,
    to,
    loads: sumOfLoads(times),
    bytes: figureOf(rows, 'bytes'),
    requests: figureOf(rows, 'requests'),
    time: inMilliseconds(figureOf(rows, 'time')),
    times: [...TIME_CLASSES, null].map((upTo, at) => ({
      upTo,
      loads: loadsBetween(times, TIME_CLASSES[at - 1], upTo),
    })),
    budget: {
      script: deps.config.widget.script.bytes.brotli,
      meter: deps.config.widget.cost.bytes.brotli,
      ...WIDGET_BUDGET,
    },
    days: datesBetween(from, to).map((date) => {
      const day = byDay.get(date) ?? [];
      const { loads, median } = inMilliseconds(figureOf(day, 'time'));
      return { date, loads, bytes: figureOf(day, 'bytes').median, time: median };
    }),
  };
}

/** @returns null where one made-up report could be the figure itself. */
function figureOf(rows: readonly CostCounts[], of: CostMeasure): CostFigure {
  const buckets = sumBuckets(rows.filter(({ measure }) => measure === of));
  const loads = sumOfLoads(buckets);
  return {
    loads,
    median: loads < COST_LOADS_FOR_MEDIAN ? null : quantileOf(buckets, 0.5),
    p95: loads < COST_LOADS_FOR_P95 ? null : quantileOf(buckets, 0.95),
  };
}

const sumBuckets = (rows: readonly CostCounts[]): CostBucket[] =>
  [...Map.groupBy(rows, ({ upTo }) => upTo)].map(([upTo, same]) => ({ upTo, loads: sumOfLoads(same) }));

const inMilliseconds = ({ loads, median, p95 }: CostFigure): CostFigure => ({
  loads,
  median: median === null ? null : median / 1_000,
  p95: p95 === null ? null : p95 / 1_000,
});

/** @param above and `upTo` milliseconds; null is without end. */
const loadsBetween = (times: readonly CostCounts[], above = 0, upTo: number | null): number =>
  sumOfLoads(times.filter((row) => row.upTo > above * 1_000 && (upTo === null || row.upTo <= upTo * 1_000)));
