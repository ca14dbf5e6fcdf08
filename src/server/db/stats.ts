// Reads of the hourly and daily counts, summed by the database. A read covers one site, or sites of one owner.
import { type RawBuilder, sql } from 'kysely';
import { fromFlag } from './codecs.ts';
import { OTHER_PAGE } from './counting/rows.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

/** ISO instants; `since` is included, `until` is not. */
export type Span = { since: string; until: string };
/** Calendar dates, both included. */
export type Dates = { from: string; to: string };

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
const SUMS = sql<CountSums>`sum(displays) as displays, sum(clicks) as clicks, sum(dismissals) as dismissals`;

/** Sums a table's rows. @param keys the columns to group by, under the names to return. @returns rows in no order. */
async function sumBy<Sums>(
  db: Db,
  table: string,
  keys: Record<string, string>,
  where: RawBuilder<boolean>,
): Promise<Sums[]> {
  const names = sql.join(Object.entries(keys).map(([name, column]) => sql`${sql.ref(column)} as ${sql.id(name)}`));
  const columns = sql.join(Object.values(keys).map((column) => sql.ref(column)));
  const { rows } = await sql<Sums>`
    select ${names}, ${SUMS} from ${sql.table(table)} where ${where} group by ${columns}`.execute(db);
  return rows;
}

export type HourSums = CountSums & { siteId: string; hour: string };
/** @returns counts by site and hour (its start, ISO in UTC); as in all of these, groups without counts are absent. */
export const sumHours = (db: Db, scope: Scope, span: Span): Promise<HourSums[]> =>
  sumBy(db, 'stats_hourly', { siteId: 'site_id', hour: 'hour' }, sql`${sitesIn(scope)} and ${inSpan(span)}`);

export type DaySums = CountSums & { siteId: string; day: string };
/** @returns counts by site and day. Each event is in one device's row, so these rows add up to the day. */
export const sumDays = (db: Db, scope: Scope, dates: Dates): Promise<DaySums[]> =>
  sumBy(db, 'stats_daily_device', { siteId: 'site_id', day: 'day' }, sql`${sitesIn(scope)} and ${inDates(dates)}`);

export type DeviceSums = CountSums & { device: string };
export const sumDevices = (db: Db, site: Owned<StoredSite>, dates: Dates): Promise<DeviceSums[]> =>
  sumBy(db, 'stats_daily_device', { device: 'device' }, sql`${sitesIn(site)} and ${inDates(dates)}`);

export type NotificationSums = CountSums & { notificationId: string };
export const sumNotificationHours = (db: Db, site: Owned<StoredSite>, span: Span): Promise<NotificationSums[]> =>
  sumBy(db, 'stats_hourly', { notificationId: 'notification_id' }, sql`${sitesIn(site)} and ${inSpan(span)}`);
export const sumNotificationDays = (db: Db, site: Owned<StoredSite>, dates: Dates): Promise<NotificationSums[]> =>
  sumBy(
    db,
    'stats_daily_notification',
    { notificationId: 'notification_id' },
    sql`${sitesIn(site)} and ${inDates(dates)}`,
  );

/** @returns how many displays were of notifications whose event came signed, those that are gone included. */
export async function sumProven(db: Db, site: Owned<StoredSite>, when: Span | Dates): Promise<number> {
  const [table, inRange] =
    'since' in when ? ['stats_hourly', inSpan(when)] : ['stats_daily_notification', inDates(when)];
  const { rows } = await sql<{ displays: number | null }>`
    select sum(s.displays) as displays from ${sql.table(table)} s
    join proven_notifications p on p.site_id = s.site_id and p.notification_id = s.notification_id
    where s.site_id = ${site.id} and ${inRange}`.execute(db);
  return Number(rows[0]?.displays ?? 0);
}

/** @returns ids of the site's notifications that were displayed in an hour that started at `since` or later. */
export async function listDisplayed(db: Db, site: Owned<StoredSite>, since: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stats_hourly')
    .select('notification_id as id')
    .distinct()
    .where('site_id', '=', site.id)
    .where('hour', '>=', since)
    .where('displays', '>', 0)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** @returns the start of the last hour in which each of the notifications was displayed, by id; ISO text. */
export async function lastDisplaysOf(db: Db, site: Owned<StoredSite>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('stats_hourly')
    .select(['notification_id as id', (eb) => eb.fn.max('hour').as('hour')])
    .where('site_id', '=', site.id)
    .where('notification_id', 'in', ids)
    .where('displays', '>', 0)
    .groupBy('notification_id')
    .execute();
  return new Map(rows.map(({ id, hour }) => [id, hour]));
}
/** Some of a site's notifications: by their ids, or those that have one of these types now. */
export type NotificationChoice = { ids: string[] } | { types: string[] };

const chosen = (site: Owned<StoredSite>, choice: NotificationChoice): RawBuilder<boolean> =>
  'ids' in choice
    ? sql`notification_id in (${sql.join(choice.ids)})`
    : sql`notification_id in (select id from notifications
        where site_id = ${site.id} and deleted_at is null and type in (${sql.join(choice.types)}))`;

/** `at` is an hour or a day. */
export type ChosenSums = CountSums & { notificationId: string; at: string };
export const sumChosenHours = (db: Db, site: Owned<StoredSite>, choice: NotificationChoice, span: Span) =>
  sumBy<ChosenSums>(
    db,
    'stats_hourly',
    { notificationId: 'notification_id', at: 'hour' },
    sql`${sitesIn(site)} and ${inSpan(span)} and ${chosen(site, choice)}`,
  );
export const sumChosenDays = (db: Db, site: Owned<StoredSite>, choice: NotificationChoice, dates: Dates) =>
  sumBy<ChosenSums>(
    db,
    'stats_daily_notification',
    { notificationId: 'notification_id', at: 'day' },
    sql`${sitesIn(site)} and ${inDates(dates)} and ${chosen(site, choice)}`,
  );

/** Counts of a device or page by day. */
export type NamedDaySums = CountSums & { name: string; at: string };
export const sumDeviceDays = (db: Db, site: Owned<StoredSite>, devices: string[], dates: Dates) =>
  sumBy<NamedDaySums>(
    db,
    'stats_daily_device',
    { name: 'device', at: 'day' },
    sql`${sitesIn(site)} and ${inDates(dates)} and device in (${sql.join(devices)})`,
  );
/** A page has counts of the days on which it was one of the site's listed ones. */
export const sumPageDays = (db: Db, site: Owned<StoredSite>, pages: string[], dates: Dates) =>
  sumBy<NamedDaySums>(
    db,
    'stats_daily_page',
    { name: 'page', at: 'day' },
    sql`${sitesIn(site)} and ${inDates(dates)} and page in (${sql.join(pages)})`,
  );

export type PageSums = CountSums & { page: string };
/** @returns the `limit` pages of the most reach, then the most displays, without OTHER_PAGE; in that order. */
export async function listTopPages(db: Db, site: Owned<StoredSite>, dates: Dates, limit: number): Promise<PageSums[]> {
  const { rows } = await sql<PageSums>`
    select page, ${SUMS} from stats_daily_page where ${sitesIn(site)} and ${inDates(dates)} and page <> ${OTHER_PAGE}
    group by page order by sum(reach) desc, sum(displays) desc, page limit ${limit}`.execute(db);
  return rows;
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

export type SiteTotals = {
  siteId: string;
  isWidgetActive: boolean;
  notifications: number;
  activeNotifications: number;
};
/** @returns one row for each of the owner's sites, in the order of the site list. */
export async function listSiteTotals(db: Db, ownerId: string): Promise<SiteTotals[]> {
  const { rows } = await sql<Omit<SiteTotals, 'isWidgetActive'> & { isWidgetActive: number }>`
    select s.id as "siteId", w.is_active as "isWidgetActive",
      (select count(*) from notifications n where n.site_id = s.id and n.deleted_at is null) as notifications,
      (select count(*) from notifications n where n.site_id = s.id and n.deleted_at is null and n.status = 'active')
        as "activeNotifications"
    from sites s join widgets w on w.site_id = s.id
    where s.owner_id = ${ownerId} order by s.created_at, s.id`.execute(db);
  return rows.map((row) => ({ ...row, isWidgetActive: fromFlag(row.isWidgetActive) }));
}
