// Reports on one site for its owner: by hour or day, notification, device and page, compared with the period before.
import type { Counts, SiteStats, StatsRange } from '#shared/contract/stats.ts';
import { DEVICES, NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { OTHER_PAGE, UNKNOWN_DEVICE } from '../../db/counting/rows.ts';
import { type Db, readSnapshot } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import {
  listNames,
  listTopPages,
  type NotificationSums,
  sumDays,
  sumDevices,
  sumHours,
  sumNotificationDays,
  sumNotificationHours,
  sumProven,
} from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { mostDisplayedFirst, noCounts, type Point, seriesOf, sumOf, toMetrics } from './metrics.ts';
import { comparableOf, type DayPeriod, type HourPeriod, planPeriod } from './period.ts';
import { makeZone, type Zone } from './zone.ts';

/** Rows of the report's page table, 'other' included. */
const PAGES_MAX = 200;
/** Rows of the report's table of notifications: a shop of many orders displays others every day. */
const LISTED_MAX = 1_000;
/** How many characters of its message name a notification that has neither label nor title. */
const NAME_LENGTH = 80;

/**
 * @returns the counts of a range in the site's time zone, 30d by default. All parts come from one snapshot;
 * notifications add up to the totals (unless there are more than are listed), and pages to the same sums as devices.
 * @throws not-found
 */
export async function siteStats(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, ...range }: StatsRange & { siteId: string },
): Promise<SiteStats> {
  return readSnapshot(deps.db, async (db) =>
    readSiteStats(db, await ownSite(db, actor, siteId), range, deps.clock.now()),
  );
}

/** The same for a site of the caller's own, in a snapshot. @param now milliseconds. */
export async function readSiteStats(
  db: Db,
  site: Owned<StoredSite>,
  range: StatsRange,
  now: number,
): Promise<SiteStats> {
  const zone = makeZone(site.timezone);
  const period = planPeriod(range, zone, now);
  const { from, to, unit } = period;
  const sums = period.unit === 'hour' ? await readHours(db, site, period) : await readDays(db, site, period, zone, now);
  const devices = await sumDevices(db, site, { from, to });
  return {
    timezone: site.timezone,
    range: range.range ?? '30d',
    from,
    to,
    unit,
    series: sums.series,
    totals: toMetrics(sumOf(sums.series)),
    previous: { from: period.previous.from, to: period.previous.to, ...toMetrics(sums.previous) },
    notifications: await nameNotifications(db, site, sums.notifications),
    devices: mostDisplayedFirst(devices, ({ device }) => device).map(({ device, ...counts }) => ({
      device: knownDevice(device),
      ...toMetrics(counts),
    })),
    provenDisplays: await sumProven(db, site, period.unit === 'hour' ? period.span : { from, to }),
    pages: await readPages(db, site, { from, to }, sumOf(devices)),
  };
}

type Sums = { series: Point[]; previous: Counts; notifications: NotificationSums[] };

async function readHours(db: Db, site: Owned<StoredSite>, { points, span, previous }: HourPeriod): Promise<Sums> {
  const before = previous.span ? await sumHours(db, site, previous.span) : [];
  return {
    series: seriesOf(points, await sumHours(db, site, span), ({ hour }) => hour),
    previous: sumOf(before),
    notifications: await sumNotificationHours(db, site, span),
  };
}

async function readDays(db: Db, site: Owned<StoredSite>, period: DayPeriod, zone: Zone, now: number): Promise<Sums> {
  const { from, to, points, previous } = period;
  const { wholeUntil, part } = comparableOf(period, zone, now);
  const days = await sumDays(db, site, { from: previous.from, to });
  const before = days.filter(({ day }) => day <= wholeUntil);
  const rest = part ? await sumHours(db, site, part) : [];
  const current = days.filter(({ day }) => day >= from);
  return {
    series: seriesOf(points, current, ({ day }) => day),
    previous: sumOf([...before, ...rest]),
    notifications: await sumNotificationDays(db, site, { from, to }),
  };
}

/** @returns the rows with names and types, most displays first; beyond LISTED_MAX the others are left out. */
export async function nameNotifications(db: Db, site: Owned<StoredSite>, rows: NotificationSums[]) {
  const named = new Map((await listNames(db, site, NAME_LENGTH + 1)).map((row) => [row.id, row]));
  const listed = mostDisplayedFirst(rows, ({ notificationId }) => notificationId).slice(0, LISTED_MAX);
  return listed.map(({ notificationId, ...counts }) => {
    const found = named.get(notificationId);
    return {
      notificationId,
      name: found ? cut(found.name) : null,
      type: NOTIFICATION_TYPES.find((type) => type === found?.type) ?? null,
      isDeleted: !found,
      ...toMetrics(counts),
    };
  });
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH - 1).join('')}…` : name;
}

export const knownDevice = (name: string) => DEVICES.find((device) => device === name) ?? UNKNOWN_DEVICE;

/** @param all everything counted in these days: what no listed page accounts for goes under OTHER_PAGE. */
async function readPages(db: Db, site: Owned<StoredSite>, dates: { from: string; to: string }, all: Counts) {
  const top = await listTopPages(db, site, dates, PAGES_MAX);
  const restOf = () => {
    const listed = sumOf(top);
    const rest = noCounts();
    for (const key of ['displays', 'clicks', 'dismissals'] as const) rest[key] = Math.max(0, all[key] - listed[key]);
    return rest;
  };
  const isAny = ({ displays, clicks, dismissals }: Counts) => displays + clicks + dismissals > 0;
  if (top.length === PAGES_MAX && isAny(restOf())) top.pop();
  const rest = restOf();
  const rows = isAny(rest) ? [...top, { page: OTHER_PAGE, ...rest }] : top;
  return mostDisplayedFirst(rows, ({ page }) => page).map(({ page, ...counts }) => ({ page, ...toMetrics(counts) }));
}
