// A site's statistics narrowed to some notifications, devices or pages. Counts are stored by each of these, but not
// crossed, so a report on phones cannot say which pages they were on: what can't be told is left empty.
import type { ReportDefinition, ReportFilter } from '#shared/contract/report.ts';
import type { Counts, SiteStats } from '#shared/contract/stats.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import {
  type ChosenBy,
  type NotificationChoice,
  sumChosenDays,
  sumChosenHours,
  sumDeviceDays,
  sumPageDays,
} from '../../db/stats.ts';
import { add, mostDisplayedFirst, noCounts, seriesOf, sumOf, toMetrics } from './metrics.ts';
import { comparableOf, type DayPeriod, planPeriod, planWholeDays } from './period.ts';
import { knownDevice, nameNotifications, readSiteStats } from './site.ts';
import { makeZone, type Zone } from './zone.ts';

type Narrowed = Pick<SiteStats, 'notifications' | 'devices' | 'pages' | 'provenDisplays'>;
const NOTHING: Narrowed = { notifications: [], devices: [], pages: [], provenDisplays: null };

/** @returns the counts of a definition in the site's time zone. @param now milliseconds. */
export async function readNarrowedStats(
  db: Db,
  site: Owned<StoredSite>,
  { filter, ...range }: ReportDefinition,
  now: number,
): Promise<SiteStats> {
  if (!filter) return readSiteStats(db, site, range, now);
  const zone = makeZone(site.timezone);
  if (filter.by === 'device' || filter.by === 'page') {
    const period = planWholeDays(range, zone, now);
    return { ...(await readByDay(db, site, filter, period, zone, now)), range: range.range ?? '30d' };
  }
  const choice = filter.by === 'type' ? { types: filter.types } : { ids: filter.notificationIds };
  const period = planPeriod(range, zone, now);
  const { from, to, unit, points } = period;
  const sum = <By extends ChosenBy>(by: By) =>
    period.unit === 'hour'
      ? sumChosenHours(db, site, choice, period.span, by)
      : sumChosenDays(db, site, choice, { from, to }, by);
  const series = seriesOf(points, await sum('at'), ({ at }) => at);
  const before =
    period.unit === 'hour'
      ? period.previous.span && (await sumChosenHours(db, site, choice, period.previous.span, 'at'))
      : await readDaysBefore(db, site, choice, period, zone, now);
  return {
    timezone: site.timezone,
    range: range.range ?? '30d',
    from,
    to,
    unit,
    series,
    totals: toMetrics(sumOf(series)),
    previous: { from: period.previous.from, to: period.previous.to, ...toMetrics(sumOf(before ?? [])) },
    ...NOTHING,
    notifications: await nameNotifications(db, site, await sum('notificationId')),
  };
}

async function readDaysBefore(
  db: Db,
  site: Owned<StoredSite>,
  choice: NotificationChoice,
  period: DayPeriod,
  zone: Zone,
  now: number,
): Promise<Counts[]> {
  const { wholeUntil, part } = comparableOf(period, zone, now);
  const days = await sumChosenDays(db, site, choice, { from: period.previous.from, to: wholeUntil }, 'at');
  return [...days, ...(part ? await sumChosenHours(db, site, choice, part, 'at') : [])];
}

/** Today has no counterpart in `previous`: of devices and pages only whole days are known. */
async function readByDay(
  db: Db,
  site: Owned<StoredSite>,
  filter: Extract<ReportFilter, { by: 'device' | 'page' }>,
  period: DayPeriod,
  zone: Zone,
  now: number,
): Promise<Omit<SiteStats, 'range'>> {
  const { from, to, unit, points, previous } = period;
  const { wholeUntil } = comparableOf(period, zone, now);
  const read = (dates: { from: string; to: string }) =>
    filter.by === 'device'
      ? sumDeviceDays(db, site, filter.devices, dates)
      : sumPageDays(db, site, filter.pages, dates);
  const rows = await read({ from, to });
  const series = seriesOf(points, rows, ({ at }) => at);
  const sorted = mostDisplayedFirst(sumByName(rows), ({ name }) => name);
  const table: Partial<Narrowed> =
    filter.by === 'device'
      ? { devices: sorted.map(({ name, ...counts }) => ({ device: knownDevice(name), ...toMetrics(counts) })) }
      : { pages: sorted.map(({ name, ...counts }) => ({ page: name, ...toMetrics(counts) })) };
  return {
    timezone: site.timezone,
    from,
    to,
    unit,
    series,
    totals: toMetrics(sumOf(series)),
    previous: { ...previous, ...toMetrics(sumOf(await read({ from: previous.from, to: wholeUntil }))) },
    ...NOTHING,
    ...table,
  };
}

/** @returns the rows added up by device or page. */
function sumByName(rows: readonly (Counts & { name: string })[]) {
  const sums = new Map<string, Counts>();
  for (const row of rows) {
    const sum = sums.get(row.name) ?? noCounts();
    add(sum, row);
    sums.set(row.name, sum);
  }
  return [...sums].map(([name, counts]) => ({ name, ...counts }));
}
