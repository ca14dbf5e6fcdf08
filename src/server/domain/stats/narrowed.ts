// A site's statistics narrowed to some notifications, devices or pages. Counts are stored by each of these, but not
// crossed, so a report on phones cannot say which pages they were on: what can't be told is left empty.
import type { ReportDefinition, ReportFilter } from '#shared/contract/report.ts';
import type { SiteStats, StatsRange } from '#shared/contract/stats.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { sumChosen, sumDeviceDays, sumPageDays } from '../../db/stats.ts';
import { mostDisplayedFirst, readPeriod, reportHead, seriesOf, sumsBy, toMetrics } from './metrics.ts';
import { type DayPeriod, planPeriod, planWholeDays, spanOrDates } from './period.ts';
import { knownDevice, nameNotifications, readSiteStats } from './site.ts';
import { makeZone, type Zone } from './zone.ts';

type Narrowed = Pick<SiteStats, 'notifications' | 'devices' | 'pages' | 'provenDisplays' | 'readDisplays'>;
const NOTHING: Narrowed = { notifications: [], devices: [], pages: [], provenDisplays: null, readDisplays: null };

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
    return readByDay(db, site, filter, range, period, zone, now);
  }
  const choice = filter.by === 'type' ? { types: filter.types } : { ids: filter.notificationIds };
  const period = planPeriod(range, zone, now);
  const { rows, before } = await readPeriod(period, zone, now, (when) => sumChosen(db, site, choice, when, 'at'));
  const notifications = await sumChosen(db, site, choice, spanOrDates(period), 'notificationId');
  return {
    ...reportHead(site.timezone, range, period, seriesOf(period.points, rows), before),
    ...NOTHING,
    notifications: await nameNotifications(db, site, notifications),
  };
}

/** Today has no counterpart in `previous`: of devices and pages only whole days are known. */
async function readByDay(
  db: Db,
  site: Owned<StoredSite>,
  filter: Extract<ReportFilter, { by: 'device' | 'page' }>,
  range: StatsRange,
  period: DayPeriod,
  zone: Zone,
  now: number,
): Promise<SiteStats> {
  const { rows, before } = await readPeriod(period, zone, now, async (when) => {
    if (when.since !== undefined) return [];
    return filter.by === 'device'
      ? sumDeviceDays(db, site, filter.devices, when)
      : sumPageDays(db, site, filter.pages, when);
  });
  const sums = [...sumsBy(rows, ({ name }) => name)].map(([name, counts]) => ({ name, ...counts }));
  const sorted = mostDisplayedFirst(sums, ({ name }) => name);
  const table: Partial<Narrowed> =
    filter.by === 'device'
      ? { devices: sorted.map(({ name, ...counts }) => ({ device: knownDevice(name), ...toMetrics(counts) })) }
      : { pages: sorted.map(({ name, ...counts }) => ({ page: name, ...toMetrics(counts) })) };
  return { ...reportHead(site.timezone, range, period, seriesOf(period.points, rows), before), ...NOTHING, ...table };
}
