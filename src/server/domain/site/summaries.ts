// An owner's sites as a list tells of them: the figures of each, when it was seen, and what is most urgent there. A few
// statements for all of them, however many there are.
import { type SiteSummary, SUMMARY_ATTENTION, type SummaryAttention } from '#shared/contract/stats.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { UNSEEN_FOR } from '#shared/limits.ts';
import { DAY, isoOf } from '#shared/time.ts';
import { listTroubledConnections } from '../../db/connections.ts';
import { listPausedByGuard } from '../../db/epochs.ts';
import type { Db } from '../../db/open.ts';
import { type LastSeen, lastSeenOf, listRefusedSince } from '../../db/sightings.ts';
import { domainsOf, listSites, type StoredSite } from '../../db/sites.ts';
import { listSourcesOf } from '../../db/sources.ts';
import { listSilentSites, listSiteTotals, sumCounts } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import type { VerifiedActor } from '../access.ts';
import { plainIssue } from '../events/source-health.ts';
import { planAccount } from '../stats/account.ts';
import { seriesOf, sumOf } from '../stats/metrics.ts';
import { REFUSED_FOR, SILENT_FOR } from './attention.ts';

/**
 * @returns a summary of each of the caller's sites: its notifications, its counts of 30 days as in `accountStats`, with
 * the displays of each day, when it was last seen, and what needs attention.
 */
export async function summarizeSites(deps: Deps, actor: VerifiedActor): Promise<SiteSummary[]> {
  const { userId } = actor;
  const now = deps.clock.now();
  return deps.readers.read(userId, async (db) => {
    const sites = await listSites(db, userId);
    const { from, to, points } = planAccount(sites, { range: '30d' }, now).period;
    const rows = Map.groupBy(await sumCounts(db, { ownerId: userId }, { from, to }), ({ siteId }) => siteId);
    const seen = await lastSeenOf(db, userId);
    const attention = await firstAttentionOf(db, userId, sites, seen, now);
    return (await listSiteTotals(db, userId, isoOf(now))).map((site) => {
      const series = seriesOf(points, rows.get(site.siteId) ?? []);
      return {
        ...site,
        ...sumOf(series),
        trend: series.map(({ displays }) => displays),
        lastSeenAt: seen.get(site.siteId)?.at ?? null,
        lastSeenHost: seen.get(site.siteId)?.host ?? null,
        attention: attention.get(site.siteId) ?? null,
      };
    });
  });
}

/**
 * Names nothing that the site's own list (attention.ts) doesn't name: days begin at different times in its sites' zones,
 * so that the latest of them counts.
 * @returns by site id, the most urgent of what that list would name.
 */
async function firstAttentionOf(
  db: Db,
  ownerId: string,
  sites: readonly StoredSite[],
  seen: ReadonlyMap<string, LastSeen>,
  now: number,
): Promise<Map<string, SummaryAttention>> {
  const refused = Map.groupBy(await listRefusedSince(db, ownerId, isoOf(now - REFUSED_FOR)), ({ siteId }) => siteId);
  const sources = Map.groupBy(await listSourcesOf(db, ownerId), ({ siteId }) => siteId);
  const connections = await listTroubledConnections(db, ownerId);
  const paused = new Set(await listPausedByGuard(db, ownerId));
  const silent = await listSilentSites(db, ownerId, {
    now: isoOf(now),
    before: isoOf(now - SILENT_FOR),
    day: isoOf(now - SILENT_FOR - DAY).slice(0, 10),
  });
  const firstOf = (site: StoredSite): SummaryAttention | null => {
    if (paused.has(site.id)) return 'paused-by-guard';
    const { at } = seen.get(site.id) ?? {};
    if (at !== undefined && now - Date.parse(at) >= UNSEEN_FOR) return 'not-seen';
    if (refused.get(site.id)?.some(({ host }) => !isAllowedHost(host, domainsOf(site)))) return 'refused-domain';
    const issues = (sources.get(site.id) ?? []).map((source) => plainIssue(source, connections, now)?.kind);
    return (
      SUMMARY_ATTENTION.find((kind) => issues.includes(kind)) ?? (silent.has(site.id) ? 'silent-notification' : null)
    );
  };
  return new Map(
    sites.flatMap((site) => {
      const first = firstOf(site);
      return first === null ? [] : [[site.id, first]];
    }),
  );
}
