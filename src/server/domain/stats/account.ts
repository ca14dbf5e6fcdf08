// Reports over all of an owner's sites, and the summary of each in lists.
import type { AccountStats, Counts, SiteSummary, StatsRange } from '#shared/contract/stats.ts';
import type { Db } from '../../db/open.ts';
import { readSnapshot } from '../../db/open.ts';
import { lastSeenOf } from '../../db/sightings.ts';
import { listSites, type StoredSite } from '../../db/sites.ts';
import { type CountSums, listSiteTotals, sumDays, sumHours } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import type { VerifiedActor } from '../access.ts';
import { add, noCounts, type Point, seriesOf, sumOf, toMetrics } from './metrics.ts';
import { comparableOf, type DayPeriod, type HourPeriod, planPeriod } from './period.ts';
import { makeZone, type Zone } from './zone.ts';

/** For an account without sites. */
const DEFAULT_ZONE = 'UTC';

/**
 * @returns the counts of all of the caller's sites. By day, each site counts in its own time zone, and a range that
 * ends today ends on the latest date of any site. By hour, all sites count in the hours of the first site's time zone.
 */
export async function accountStats(deps: Deps, actor: VerifiedActor, range: StatsRange): Promise<AccountStats> {
  return readSnapshot(deps.db, async (db) => {
    const sites = await listSites(db, actor.userId);
    const now = deps.clock.now();
    const { zones, zone, period } = planAccount(sites, range, now);
    const { from, to, unit } = period;
    const owner = actor.userId;
    const sums =
      period.unit === 'hour' ? await readHours(db, owner, period) : await readDays(db, owner, period, zones, now);
    return {
      timezone: zone.name,
      range: range.range ?? '30d',
      from,
      to,
      unit,
      series: sums.series,
      totals: toMetrics(sumOf(sums.series)),
      previous: { from: period.previous.from, to: period.previous.to, ...toMetrics(sums.previous) },
      sites: sites.map(({ id, name, slug }) => ({
        siteId: id,
        name,
        slug,
        ...toMetrics(sums.bySite.get(id) ?? noCounts()),
      })),
    };
  });
}

/** @returns the time zones of the sites, the first site's among them, and the period that all of them share. */
function planAccount(sites: readonly StoredSite[], range: StatsRange, now: number) {
  const zones = zonesOf(sites);
  const zone = zones.get(sites[0]?.timezone ?? '') ?? makeZone(DEFAULT_ZONE);
  const today = [...zones.values()]
    .map(({ dateAt }) => dateAt(now))
    .sort()
    .at(-1);
  return { zones, zone, period: planPeriod(range, zone, now, today) };
}

/** @returns each time zone that a site is in. */
const zonesOf = (sites: readonly StoredSite[]): Map<string, Zone> =>
  new Map([...new Set(sites.map(({ timezone }) => timezone))].map((name) => [name, makeZone(name)]));

type Sums = { series: Point[]; previous: Counts; bySite: Map<string, Counts> };

async function readHours(db: Db, ownerId: string, { points, span, previous }: HourPeriod): Promise<Sums> {
  const rows = await sumHours(db, { ownerId }, span);
  return {
    series: seriesOf(points, rows, ({ hour }) => hour),
    previous: sumOf(previous.span ? await sumHours(db, { ownerId }, previous.span) : []),
    bySite: sumBySite(rows),
  };
}

async function readDays(
  db: Db,
  ownerId: string,
  period: DayPeriod,
  zones: Map<string, Zone>,
  now: number,
): Promise<Sums> {
  const { from, to, points } = period;
  const previous = noCounts();
  const current = [];
  for (const [timezone, zone] of zones) {
    const scope = { ownerId, timezone };
    const { wholeUntil, part } = comparableOf(period, zone, now);
    for (const row of await sumDays(db, scope, { from: period.previous.from, to })) {
      if (row.day >= from) current.push(row);
      else if (row.day <= wholeUntil) add(previous, row);
    }
    add(previous, sumOf(part ? await sumHours(db, scope, part) : []));
  }
  return { series: seriesOf(points, current, ({ day }) => day), previous, bySite: sumBySite(current) };
}

function sumBySite(rows: readonly (CountSums & { siteId: string })[]): Map<string, Counts> {
  const bySite = new Map<string, Counts>();
  for (const row of rows) {
    const sum = bySite.get(row.siteId) ?? noCounts();
    add(sum, row);
    bySite.set(row.siteId, sum);
  }
  return bySite;
}

/**
 * @returns a summary of each of the caller's sites: its notifications, its counts of 30 days as in `accountStats`, with
 * the displays of each day, and when it was last seen.
 */
export async function summarizeSites(deps: Deps, actor: VerifiedActor): Promise<SiteSummary[]> {
  return readSnapshot(deps.db, async (db) => {
    const { period } = planAccount(await listSites(db, actor.userId), { range: '30d' }, deps.clock.now());
    const { from, to, points } = period;
    const rows = Map.groupBy(await sumDays(db, { ownerId: actor.userId }, { from, to }), ({ siteId }) => siteId);
    const seen = await lastSeenOf(db, actor.userId);
    return (await listSiteTotals(db, actor.userId)).map((site) => {
      const series = seriesOf(points, rows.get(site.siteId) ?? [], ({ day }) => day);
      return {
        ...site,
        ...sumOf(series),
        trend: series.map(({ displays }) => displays),
        lastSeenAt: seen.get(site.siteId)?.at ?? null,
        lastSeenHost: seen.get(site.siteId)?.host ?? null,
      };
    });
  });
}
