// Statistics as files to download.

import { clickRate } from '#shared/click-rate.ts';
import type { AccountStats, Figures, SiteStats, StatsFile, StatsRange, StatsTable } from '#shared/contract/stats.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';
import { siteStats } from './stats.ts';
import { accountStats } from './stats-account.ts';
import { type Cell, toCsv } from './stats-csv-text.ts';

const FIGURES = ['displays', 'clicks', 'dismissals', 'click_rate', 'click_rate_low', 'click_rate_high'];
/** Digits after the point of a click rate: a click in a million displays still shows. */
const DIGITS = 6;

function figuresOf({ displays, clicks, dismissals, clickRate: rate }: Figures): Cell[] {
  const shares = [rate?.value, rate?.low, rate?.high].map((share) =>
    share === undefined ? null : Number(share.toFixed(DIGITS)),
  );
  return [displays, clicks, dismissals, ...shares];
}

type Table = { keys: string[]; rows: Cell[][] };

const byTime = ({ unit, series }: SiteStats | AccountStats): Table => ({
  keys: [unit === 'hour' ? 'hour' : 'date'],
  rows: series.map(({ at, ...counts }) => [at, ...figuresOf({ ...counts, clickRate: clickRate(counts) })]),
});

const TABLES: Record<StatsTable, (stats: SiteStats) => Table> = {
  time: byTime,
  notification: ({ notifications }) => ({
    keys: ['notification_id', 'name', 'type'],
    rows: notifications.map((one) => [one.notificationId, one.name, one.type, ...figuresOf(one)]),
  }),
  device: ({ devices }) => ({ keys: ['device'], rows: devices.map((one) => [one.device, ...figuresOf(one)]) }),
  page: ({ pages }) => ({ keys: ['page'], rows: pages.map((one) => [one.page, ...figuresOf(one)]) }),
};

const bySite = ({ sites }: AccountStats): Table => ({
  keys: ['site_id', 'name', 'slug'],
  rows: sites.map((one) => [one.siteId, one.name, one.slug, ...figuresOf(one)]),
});

const toFile = (subject: string, by: string, { from, to }: { from: string; to: string }, table: Table): StatsFile => ({
  fileName: `${subject}-by-${by}-${from}-to-${to}.csv`,
  csv: toCsv([[...table.keys, ...FIGURES], ...table.rows]),
});

/**
 * @returns one table of the site's report, named after the site's slug.
 * @throws not-found
 */
export async function siteStatsCsv(
  deps: Deps,
  actor: VerifiedActor,
  { by, ...input }: StatsRange & { siteId: string; by: StatsTable },
): Promise<StatsFile> {
  const { slug } = await ownSite(deps.db, actor, input.siteId);
  const stats = await siteStats(deps, actor, input);
  return toFile(slug, by, stats, TABLES[by](stats));
}

/** @returns all sites' counts by time, or a line a site. */
export async function accountStatsCsv(
  deps: Deps,
  actor: VerifiedActor,
  { by, ...range }: StatsRange & { by: 'time' | 'site' },
): Promise<StatsFile> {
  const stats = await accountStats(deps, actor, range);
  return toFile('all-sites', by, stats, by === 'site' ? bySite(stats) : byTime(stats));
}
