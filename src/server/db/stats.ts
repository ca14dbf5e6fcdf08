// Reads of the hourly and daily counts, summed by the database. A read covers one site, or sites of one owner. They are for
// readers (readers.ts): a year of a full site takes SQLite longer than a visitor should wait for the server's thread.
import { type RawBuilder, sql } from 'kysely';
import { fromFlag } from './codecs.ts';
import { OTHER_PAGE } from './counting/rows.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

/** ISO instants; `since` is included, `until` is not. */
export type Span = { since: string; until: string };
/** Calendar dates, both included; nothing that is a span, too. */
export type Dates = { from: string; to: string; since?: undefined };

export type CountSums = { displays: number; clicks: number; dismissals: number };

/** One site, all of an owner's sites, or only those in one time zone. */
export type Scope = Owned<StoredSite> | { ownerId: string; timezone?: string };

const sitesIn = (scope: Scope): RawBuilder<boolean> =>
  'id' in scope
    ? sql`site_id = ${scope.id}`
    : sql`site_id in (select id from sites where owner_id = ${scope.ownerId}
        ${scope.timezone === undefined ? sql`` : sql`and timezone = ${scope.timezone}`})`;

const inSpan = ({ since, until }: Span) => sql<boolean>`hour >= ${since} and hour < ${until}`;
const inDates = ({ from, to }: Dates) => sql<boolean>`day >= ${from} and day <= ${to}`;

const COUNTS = ['displays', 'clicks', 'dismissals'] as const;

/**
 * Sums a table's rows. @param keys the columns to group by, under the names to return. @param counts the columns to sum.
 * @returns rows in no order.
 */
async function sumBy<Sums>(
  db: Db,
  table: string,
  keys: Record<string, string>,
  where: RawBuilder<boolean>,
  counts: readonly string[] = COUNTS,
): Promise<Sums[]> {
  const names = sql.join(Object.entries(keys).map(([name, column]) => sql`${sql.ref(column)} as ${sql.id(name)}`));
  const columns = sql.join(Object.values(keys).map((column) => sql.ref(column)));
  const sums = sql.join(counts.map((count) => sql`sum(${sql.ref(count)}) as ${sql.id(count)}`));
  const { rows } = await sql<Sums>`
    select ${names}, ${sums} from ${sql.table(table)} where ${where} group by ${columns}`.execute(db);
  return rows;
}

/** The same over days. */
const sumDaysBy = <Sums>(
  db: Db,
  table: string,
  keys: Record<string, string>,
  where: RawBuilder<boolean>,
  dates: Dates,
  counts: readonly string[] = COUNTS,
): Promise<Sums[]> => sumBy(db, table, keys, sql<boolean>`${where} and ${inDates(dates)}`, counts);

/** Counts of a site by hour or by day: `at` is the hour's start (ISO in UTC), or the date. */
export type TimeSums = CountSums & { siteId: string; at: string };
/**
 * @returns counts by site, and by hour or by day; as in all of these, groups without counts are absent. Each event is in one
 * device's row of its day, so these rows add up to the day.
 */
export const sumCounts = (db: Db, scope: Scope, when: Span | Dates): Promise<TimeSums[]> =>
  when.since !== undefined
    ? sumBy(db, 'stats_hourly', { siteId: 'site_id', at: 'hour' }, sql`${sitesIn(scope)} and ${inSpan(when)}`)
    : sumDaysBy(db, 'stats_daily_device', { siteId: 'site_id', at: 'day' }, sitesIn(scope), when);

export type DeviceSums = CountSums & { device: string };
export const sumDevices = (db: Db, site: Owned<StoredSite>, dates: Dates): Promise<DeviceSums[]> =>
  sumDaysBy(db, 'stats_daily_device', { device: 'device' }, sitesIn(site), dates);

export type NotificationSums = CountSums & { notificationId: string };
export const sumNotifications = (db: Db, site: Owned<StoredSite>, when: Span | Dates): Promise<NotificationSums[]> => {
  const keys = { notificationId: 'notification_id' };
  return when.since !== undefined
    ? sumBy(db, 'stats_hourly', keys, sql`${sitesIn(site)} and ${inSpan(when)}`)
    : sumDaysBy(db, 'stats_daily_notification', keys, sitesIn(site), when);
};

/** @returns how many displays were of notifications whose event came signed, or was read from its shop; those that are gone included. */
export async function sumProven(
  db: Db,
  site: Owned<StoredSite>,
  when: Span | Dates,
): Promise<{ provenDisplays: number; readDisplays: number }> {
  const sum = async (table: string, inRange: RawBuilder<boolean>) => {
    const { rows } = await sql<{ displays: number | null; read: number | null }>`
      select sum(s.displays) as displays, sum(s.displays * p.is_read) as read from ${sql.table(table)} s
      join proven_notifications p on p.site_id = s.site_id and p.notification_id = s.notification_id
      where s.site_id = ${site.id} and ${inRange}`.execute(db);
    const readDisplays = Number(rows[0]?.read ?? 0);
    return { provenDisplays: Number(rows[0]?.displays ?? 0) - readDisplays, readDisplays };
  };
  return when.since !== undefined ? sum('stats_hourly', inSpan(when)) : sum('stats_daily_notification', inDates(when));
}

/**
 * @param ids of which notifications; all unless given.
 * @returns the last of these days on which each was displayed, by id.
 */
export async function lastDisplaysOf(db: Db, site: Owned<StoredSite>, { from, to }: Dates, ids?: readonly string[]) {
  if (ids?.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('stats_daily_notification')
    .select(['notification_id as id', (eb) => eb.fn.max('day').as('day')])
    .where('site_id', '=', site.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('displays', '>', 0)
    .$if(ids !== undefined, (query) => query.where('notification_id', 'in', ids ?? []))
    .groupBy('notification_id')
    .execute();
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** Some of a site's notifications: by their ids, or those that have one of these types now. */
export type NotificationChoice = { ids: string[] } | { types: string[] };

const chosen = (site: Owned<StoredSite>, choice: NotificationChoice): RawBuilder<boolean> =>
  'ids' in choice
    ? sql`notification_id in (${sql.join(choice.ids)})`
    : sql`notification_id in (select id from notifications
        where site_id = ${site.id} and deleted_at is null and type in (${sql.join(choice.types)}))`;

/** @param by what counts are grouped by; `at` is an hour or a day. */
export const sumChosen = <By extends 'notificationId' | 'at'>(
  db: Db,
  site: Owned<StoredSite>,
  choice: NotificationChoice,
  when: Span | Dates,
  by: By,
): Promise<(CountSums & Record<By, string>)[]> => {
  const where = sql<boolean>`${sitesIn(site)} and ${chosen(site, choice)}`;
  const keysOf = (at: 'hour' | 'day') => ({ [by]: by === 'at' ? at : 'notification_id' });
  return when.since !== undefined
    ? sumBy(db, 'stats_hourly', keysOf('hour'), sql`${where} and ${inSpan(when)}`)
    : sumDaysBy(db, 'stats_daily_notification', keysOf('day'), where, when);
};

/** Counts of a device or page by day. */
export type NamedDaySums = CountSums & { name: string; at: string };
export const sumDeviceDays = (db: Db, site: Owned<StoredSite>, devices: string[], dates: Dates) =>
  sumDaysBy<NamedDaySums>(
    db,
    'stats_daily_device',
    { name: 'device', at: 'day' },
    sql`${sitesIn(site)} and device in (${sql.join(devices)})`,
    dates,
  );
/** A page has counts of the days on which it was one of the site's listed ones. */
export const sumPageDays = (db: Db, site: Owned<StoredSite>, pages: string[], dates: Dates) =>
  sumDaysBy<NamedDaySums>(
    db,
    'stats_daily_page',
    { name: 'page', at: 'day' },
    sql`${sitesIn(site)} and page in (${sql.join(pages)})`,
    dates,
  );

export type PageSums = CountSums & { page: string };
/** @returns the `limit` pages of the most reach, then the most displays, without OTHER_PAGE; in that order. */
export async function listTopPages(db: Db, site: Owned<StoredSite>, dates: Dates, limit: number): Promise<PageSums[]> {
  const where = sql<boolean>`${sitesIn(site)} and page <> ${OTHER_PAGE}`;
  const pages = await sumDaysBy<PageSums & { reach: number }>(db, 'stats_daily_page', { page: 'page' }, where, dates, [
    ...COUNTS,
    'reach',
  ]);
  return pages
    .sort((a, b) => b.reach - a.reach || b.displays - a.displays || (a.page < b.page ? -1 : 1))
    .slice(0, limit)
    .map(({ reach: _, ...page }) => page);
}

export type NamedNotification = { id: string; type: string; name: string };
/** @returns the site's notifications, named by label, or title, or the first `length` characters of the message. */
export const listNames = (db: Db, site: Owned<StoredSite>, length: number): Promise<NamedNotification[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'type'])
    .select(sql<string>`coalesce(nullif(name, ''), nullif(title, ''), substr(message, 1, ${length}))`.as('name'))
    .where('site_id', '=', site.id)
    .where('deleted_at', 'is', null)
    .execute();

export type CostCounts = { day: string; measure: string; upTo: number; loads: number };
/** @returns how many measured page loads of each day had which cost, by measure and upper bound. */
export const listCosts = (db: Db, site: Owned<StoredSite>, dates: Dates): Promise<CostCounts[]> =>
  db
    .selectFrom('stats_daily_cost')
    .select(['day', 'measure', 'up_to as upTo', 'loads'])
    .where('site_id', '=', site.id)
    .where(inDates(dates))
    .execute();

/**
 * @param now ISO. @param before ISO: since then they are as they are. @param day since when they had no display.
 * @returns the owner's sites with an active notification that should have been displayed.
 */
export async function listSilentSites(
  db: Db,
  ownerId: string,
  { now, before, day }: { now: string; before: string; day: string },
): Promise<Set<string>> {
  // Looked up once for all of them: by notification there is no index.
  const { rows } = await sql<{ siteId: string }>`
    select distinct n.site_id as "siteId" from notifications n join sites s on s.id = n.site_id
    where s.owner_id = ${ownerId} and n.deleted_at is null and n.status = 'active'
      and n.created_at <= ${before} and n.updated_at <= ${before}
      and (n.starts_at is null or n.starts_at <= ${before}) and (n.ends_at is null or n.ends_at > ${now})
      and n.id not in (select d.notification_id from stats_daily_notification d join sites o on o.id = d.site_id
        where o.owner_id = ${ownerId} and d.day >= ${day} and d.displays > 0)`.execute(db);
  return new Set(rows.map(({ siteId }) => siteId));
}

export type SiteTotals = {
  siteId: string;
  isWidgetActive: boolean;
  notifications: number;
  activeNotifications: number;
};
/**
 * @param now ISO. @returns one row for each of the owner's sites, in the order of the site list. A notification that hasn't
 * started, has ended or is held back isn't active in any list of notifications either.
 */
export async function listSiteTotals(db: Db, ownerId: string, now: string): Promise<SiteTotals[]> {
  const { rows } = await sql<Omit<SiteTotals, 'isWidgetActive'> & { isWidgetActive: number }>`
    select s.id as "siteId", w.is_active as "isWidgetActive",
      (select count(*) from notifications n where n.site_id = s.id and n.deleted_at is null) as notifications,
      (select count(*) from notifications n where n.site_id = s.id and n.deleted_at is null and n.status = 'active'
        and n.is_held_back = 0 and (n.starts_at is null or n.starts_at <= ${now})
        and (n.ends_at is null or n.ends_at > ${now})) as "activeNotifications"
    from sites s join widgets w on w.site_id = s.id
    where s.owner_id = ${ownerId} order by s.created_at, s.id`.execute(db);
  return rows.map((row) => ({ ...row, isWidgetActive: fromFlag(row.isWidgetActive) }));
}
