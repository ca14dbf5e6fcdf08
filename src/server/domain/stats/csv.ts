// Statistics as CSV downloads (RFC 4180), for spreadsheets and scripts.

import { clickRate } from '#shared/click-rate.ts';
import type { ReportFilter } from '#shared/contract/report.ts';
import type { AccountStats, Metrics, SiteStats, StatsFile, StatsRange, StatsTable } from '#shared/contract/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { invalid } from '../errors.ts';
import { accountStats } from './account.ts';
import { siteStats } from './site.ts';

const FIGURES = ['displays', 'clicks', 'dismissals', 'click_rate', 'click_rate_low', 'click_rate_high'];
/** Decimals of a click rate, enough for one click in a million displays to show. */
const DIGITS = 6;

function metricCells({ displays, clicks, dismissals, clickRate: rate }: Metrics): Cell[] {
  const shares = [rate?.value, rate?.low, rate?.high].map((share) =>
    share === undefined ? null : Number(share.toFixed(DIGITS)),
  );
  return [displays, clicks, dismissals, ...shares];
}

type Table = { keys: string[]; rows: Cell[][] };

const byTime = ({ unit, series }: SiteStats | AccountStats): Table => ({
  keys: [unit === 'hour' ? 'hour' : 'date'],
  rows: series.map(({ at, ...counts }) => [at, ...metricCells({ ...counts, clickRate: clickRate(counts) })]),
});

const TABLES: Record<StatsTable, (stats: SiteStats) => Table> = {
  time: byTime,
  notification: ({ notifications }) => ({
    keys: ['notification_id', 'name', 'type'],
    rows: notifications.map((one) => [one.notificationId, one.name, one.type, ...metricCells(one)]),
  }),
  device: ({ devices }) => ({ keys: ['device'], rows: devices.map((one) => [one.device, ...metricCells(one)]) }),
  page: ({ pages }) => ({ keys: ['page'], rows: pages.map((one) => [one.page, ...metricCells(one)]) }),
};

const bySite = ({ sites }: AccountStats): Table => ({
  keys: ['site_id', 'name', 'slug'],
  rows: sites.map((one) => [one.siteId, one.name, one.slug, ...metricCells(one)]),
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

/** The table that each kind of report has beside the one by time. */
const TABLE_OF: Record<ReportFilter['by'], StatsTable> = {
  type: 'notification',
  notification: 'notification',
  device: 'device',
  page: 'page',
};

/** @returns one table of a report. @throws validation naming `by` when nobody can tell it for what it is narrowed to */
export function narrowedCsv(slug: string, by: StatsTable, filter: ReportFilter | null, stats: SiteStats): StatsFile {
  if (filter && by !== 'time' && by !== TABLE_OF[filter.by]) {
    throw invalid('by', `This report has the tables time and ${TABLE_OF[filter.by]}`);
  }
  return toFile(`${slug}-report`, by, stats, TABLES[by](stats));
}

/** @returns all sites' counts by time, or one line per site. */
export async function accountStatsCsv(
  deps: Deps,
  actor: VerifiedActor,
  { by, ...range }: StatsRange & { by: 'time' | 'site' },
): Promise<StatsFile> {
  const stats = await accountStats(deps, actor, range);
  return toFile('all-sites', by, stats, by === 'site' ? bySite(stats) : byTime(stats));
}

export type Cell = string | number | null;

/**
 * Spreadsheets take text that starts like this for a formula (OWASP, CSV Injection), some after skipping blanks and
 * what can't be seen.
 */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@\u2212]|[\t\r])/u;

/** Full-width and other forms of a sign count as the sign, as they do where East Asian text is typed. */
const isFormula = (text: string) => FORMULA.test(text) || FORMULA.test(text.normalize('NFKC'));

/**
 * @param rows with the column names first. Text that could be a formula is prefixed with `'`, the spreadsheet marker
 * for text; numbers stay as they are, and null is an empty cell.
 * @returns lines that end in CRLF, including the last.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');

function toField(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const harmless = isFormula(cell) ? `'${cell}` : cell;
  // Semicolons and tabs too: some spreadsheets split fields there, and the next one could be a formula again.
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
