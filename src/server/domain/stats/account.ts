// Reports over all of an owner's sites.
import type { AccountStats, StatsRange } from '#shared/contract/stats.ts';
import { listSites, type StoredSite } from '../../db/sites.ts';
import { sumCounts, type TimeSums } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import type { VerifiedActor } from '../access.ts';
import { add, noCounts, readPeriod, reportHead, seriesOf, sumsBy, toMetrics } from './metrics.ts';
import { planPeriod } from './period.ts';
import { makeZone, type Zone } from './zone.ts';

/** For an account without sites. */
const DEFAULT_ZONE = 'UTC';

/**
 * @returns the counts of all of the caller's sites. By day, each site counts in its own time zone, and a range that
 * ends today ends on the latest date of any site. By hour, all sites count in the hours of the first site's time zone.
 */
export async function accountStats(deps: Deps, actor: VerifiedActor, range: StatsRange): Promise<AccountStats> {
  return deps.readers.read(actor.userId, async (db) => {
    const sites = await listSites(db, actor.userId);
    const now = deps.clock.now();
    const { zones, zone, period } = planAccount(sites, range, now);
    const ofZones = [...zones].map(([timezone, zone]) => ({ scope: { ownerId: actor.userId, timezone }, zone }));
    const parts = period.unit === 'hour' ? [{ scope: { ownerId: actor.userId }, zone }] : ofZones;
    const rows: TimeSums[] = [];
    const before = noCounts();
    for (const { scope, zone } of parts) {
      const read = await readPeriod(period, zone, now, (when) => sumCounts(db, scope, when));
      rows.push(...read.rows);
      add(before, read.before);
    }
    const bySite = sumsBy(rows, ({ siteId }) => siteId);
    return {
      ...reportHead(zone.name, range, period, seriesOf(period.points, rows), before),
      sites: sites.map(({ id, name, slug }) => ({
        siteId: id,
        name,
        slug,
        ...toMetrics(bySite.get(id) ?? noCounts()),
      })),
    };
  });
}

/** @returns the time zones of the sites, the first site's among them, and the period that all of them share. */
export function planAccount(sites: readonly StoredSite[], range: StatsRange, now: number) {
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
