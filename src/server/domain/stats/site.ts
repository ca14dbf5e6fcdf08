// Reports on one site for its owner: by hour or day, notification, device and page, compared with the period before.
import type { Counts, SiteStats, StatsRange } from '#shared/contract/stats.ts';
import { DEVICES, NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { OTHER_PAGE, UNKNOWN_DEVICE } from '../../db/counting/rows.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import {
  listNames,
  listTopPages,
  type NotificationSums,
  sumCounts,
  sumDevices,
  sumNotifications,
  sumProven,
} from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { mostDisplayedFirst, noCounts, readPeriod, reportHead, seriesOf, sumOf, toMetrics } from './metrics.ts';
import { planPeriod, spanOrDates } from './period.ts';
import { makeZone } from './zone.ts';

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
  return deps.readers.read(actor.userId, async (db) =>
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
  const { from, to } = period;
  const { rows, before } = await readPeriod(period, zone, now, (when) => sumCounts(db, site, when));
  const devices = await sumDevices(db, site, { from, to });
  return {
    ...reportHead(site.timezone, range, period, seriesOf(period.points, rows), before),
    notifications: await nameNotifications(db, site, await sumNotifications(db, site, spanOrDates(period))),
    devices: mostDisplayedFirst(devices, ({ device }) => device).map(({ device, ...counts }) => ({
      device: knownDevice(device),
      ...toMetrics(counts),
    })),
    ...(await sumProven(db, site, spanOrDates(period))),
    pages: await readPages(db, site, { from, to }, sumOf(devices)),
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
