// Reads of the counts by hour and by day, added up in the database. A read covers one site, or sites of one owner.
import { type RawBuilder, sql } from 'kysely';
import { OTHER_PAGE } from './counting-rows.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { SiteRow } from './sites.ts';

/** From `since` until before `until`, ISO instants. */
export type Span = { since: string; until: string };
/** From `from` to `to`, both included, calendar dates. */
export type Dates = { from: string; to: string };

export type CountRow = { displays: number; clicks: number; dismissals: number };

/** One site, or all of an owner's, or those of them in one time zone. */
export type Scope = Owned<SiteRow> | { ownerId: string; timezone?: string };

const sitesIn = (scope: Scope): RawBuilder<boolean> =>
  'id' in scope
    ? sql`site_id = ${scope.id}`
    : sql`site_id in (select id from sites where owner_id = ${scope.ownerId}
        ${scope.timezone === undefined ? sql`` : sql`and timezone = ${scope.timezone}`})`;

const inSpan = ({ since, until }: Span) => sql<boolean>`hour >= ${since} and hour < ${until}`;
const inDates = ({ from, to }: Dates) => sql<boolean>`day >= ${from} and day <= ${to}`;
const SUMS = sql<CountRow>`sum(displays) as displays, sum(clicks) as clicks, sum(dismissals) as dismissals`;

/** Adds up a table's rows. @returns one row each of `keys`, in no order. */
async function sumBy<Row>(db: Db, table: string, keys: readonly string[], where: RawBuilder<boolean>): Promise<Row[]> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const { rows } = await sql<Row>`
    select ${columns}, ${SUMS} from ${sql.table(table)} where ${where} group by ${columns}`.execute(db);
  return rows;
}

export type HourRow = CountRow & { site_id: string; hour: string };
/** @returns counts by site and hour (its start, ISO in UTC); here and below, what has none is absent. */
export const sumHours = (db: Db, scope: Scope, span: Span): Promise<HourRow[]> =>
  sumBy(db, 'stats_hourly', ['site_id', 'hour'], sql`${sitesIn(scope)} and ${inSpan(span)}`);

export type DayRow = CountRow & { site_id: string; day: string };
/** @returns counts by site and day. Each event is in one device's row, so these rows add up to the day. */
export const sumDays = (db: Db, scope: Scope, dates: Dates): Promise<DayRow[]> =>
  sumBy(db, 'stats_daily_device', ['site_id', 'day'], sql`${sitesIn(scope)} and ${inDates(dates)}`);

export type DeviceRow = CountRow & { device: string };
export const sumDevices = (db: Db, site: Owned<SiteRow>, dates: Dates): Promise<DeviceRow[]> =>
  sumBy(db, 'stats_daily_device', ['device'], sql`${sitesIn(site)} and ${inDates(dates)}`);

export type NotificationRow = CountRow & { notification_id: string };
export const sumNotificationHours = (db: Db, site: Owned<SiteRow>, span: Span): Promise<NotificationRow[]> =>
  sumBy(db, 'stats_hourly', ['notification_id'], sql`${sitesIn(site)} and ${inSpan(span)}`);
export const sumNotificationDays = (db: Db, site: Owned<SiteRow>, dates: Dates): Promise<NotificationRow[]> =>
  sumBy(db, 'stats_daily_notification', ['notification_id'], sql`${sitesIn(site)} and ${inDates(dates)}`);

export type PageRow = CountRow & { page: string };
/** @returns the `limit` pages that displayed most, paths only: what was counted without one stands under OTHER_PAGE. */
export async function listTopPages(db: Db, site: Owned<SiteRow>, dates: Dates, limit: number): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select page, ${SUMS} from stats_daily_page where ${sitesIn(site)} and ${inDates(dates)} and page <> ${OTHER_PAGE}
    group by page order by sum(displays) desc, page limit ${limit}`.execute(db);
  return rows;
}

export type NamedRow = { id: string; type: string; name: string };
/** @returns the site's notices under the owner's label, else the title, else the first `length` characters of the message. */
export const listNames = (db: Db, site: Owned<SiteRow>, length: number): Promise<NamedRow[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'type'])
    .select(sql<string>`coalesce(nullif(name, ''), nullif(title, ''), substr(message, 1, ${length}))`.as('name'))
    .where('site_id', '=', site.id)
    .execute();

export type CostRow = {
  day: string;
  up_to: number;
  loads: number;
  bytes: number;
  requests: number;
  microseconds: number;
};
/** @returns what measured page loads cost, by day and class of main-thread time, in order. */
export const listCosts = (db: Db, site: Owned<SiteRow>, dates: Dates): Promise<CostRow[]> =>
  db
    .selectFrom('stats_daily_cost')
    .select(['day', 'up_to', 'loads', 'bytes', 'requests', 'microseconds'])
    .where('site_id', '=', site.id)
    .where(inDates(dates))
    .orderBy('day')
    .orderBy('up_to')
    .execute();

export type SummaryRow = { site_id: string; is_active: number; notifications: number; active_notifications: number };
/** @returns one row a site of the owner, in the order of the site list: its widget's switch and its notices. */
export async function listSummaries(db: Db, ownerId: string): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select s.id as site_id, w.is_active,
      (select count(*) from notifications n where n.site_id = s.id) as notifications,
      (select count(*) from notifications n where n.site_id = s.id and n.status = 'active') as active_notifications
    from sites s join widgets w on w.site_id = s.id
    where s.owner_id = ${ownerId} order by s.created_at, s.id`.execute(db);
  return rows;
}
