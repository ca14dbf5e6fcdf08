// What the widget costs visitors' pages, measured on a sample of them, next to the costs we publish.

import type { SiteCost } from '#shared/contract/stats.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { type CostSums, listCosts } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { COST_BEYOND, COST_BOUNDS } from '../interaction-groups.ts';
import { addDays, datesBetween, makeZone } from './zone.ts';

const DAYS = 30;

/**
 * @returns today and the 29 days before, in the site's time zone.
 * @throws not-found
 */
export async function siteCost(deps: Deps, actor: VerifiedActor, siteId: string): Promise<SiteCost> {
  const site = await ownSite(deps.db, actor, siteId);
  const to = makeZone(site.timezone).dateAt(deps.clock.now());
  const from = addDays(to, 1 - DAYS);
  const rows = await listCosts(deps.db, site, { from, to });
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const loadsWithin = (bound: number) =>
    rows.filter(({ upTo }) => upTo === bound).reduce((sum, { loads }) => sum + loads, 0);
  return {
    from,
    to,
    ...averagesOf(rows),
    times: [
      ...COST_BOUNDS.map((upTo) => ({ upTo, loads: loadsWithin(upTo) })),
      { upTo: null, loads: loadsWithin(COST_BEYOND) },
    ],
    budget: {
      script: deps.config.widget.bytes.brotli,
      meter: deps.config.widget.cost.bytes.brotli,
      ...WIDGET_BUDGET,
    },
    days: datesBetween(from, to).map((date) => {
      const { loads, bytes, time } = averagesOf(byDay.get(date) ?? []);
      return { date, loads, bytes, time };
    }),
  };
}

function averagesOf(rows: readonly CostSums[]) {
  const sum = { loads: 0, bytes: 0, requests: 0, microseconds: 0 };
  for (const row of rows) {
    sum.loads += row.loads;
    sum.bytes += row.bytes;
    sum.requests += row.requests;
    sum.microseconds += row.microseconds;
  }
  const { loads } = sum;
  const each = (total: number) => (loads > 0 ? total / loads : null);
  return { loads, bytes: each(sum.bytes), requests: each(sum.requests), time: each(sum.microseconds / 1_000) };
}
