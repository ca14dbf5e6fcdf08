// Extra fields for some types of notification, and daily counts by notification, device and page and for the widget's
// cost. Days are calendar days in the site's time zone. As before, no raw interactions, addresses or visitor ids.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

const ofSite = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull());

const counts = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn('displays', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('clicks', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('dismissals', 'integer', (c) => c.notNull().defaultTo(0));

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('rating', 'integer').execute();
  await db.schema.alterTable('notifications').addColumn('code', 'text').execute();
  await db.schema.alterTable('notifications').addColumn('count', 'integer').execute();

  // Written in the same transaction as the hour's row, so that a report over months reads one row per day instead of
  // 24.
  await counts(
    ofSite(db.schema.createTable('stats_daily_notification')).addColumn('notification_id', 'text', (c) => c.notNull()),
  )
    .addPrimaryKeyConstraint('stats_daily_notification_pk', ['site_id', 'day', 'notification_id'])
    .execute();

  await counts(ofSite(db.schema.createTable('stats_daily_device')).addColumn('device', 'text', (c) => c.notNull()))
    .addPrimaryKeyConstraint('stats_daily_device_pk', ['site_id', 'day', 'device'])
    .execute();

  await counts(ofSite(db.schema.createTable('stats_daily_page')).addColumn('page', 'text', (c) => c.notNull()))
    .addPrimaryKeyConstraint('stats_daily_page_pk', ['site_id', 'day', 'page'])
    .execute();

  // One row per day and bound of main-thread time: the sums of the loads that stayed within it.
  await ofSite(db.schema.createTable('stats_daily_cost'))
    .addColumn('up_to', 'integer', (c) => c.notNull())
    .addColumn('loads', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('microseconds', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('stats_daily_cost_pk', ['site_id', 'day', 'up_to'])
    .execute();

  await sumUpDays(db);
}

/** Fills the daily counts from earlier hours, whose devices are unknown. */
export async function sumUpDays(db: Kysely<never>): Promise<void> {
  const { rows: sites } = await sql<{ id: string; timezone: string }>`select id, timezone from sites`.execute(db);
  for (const { id, timezone } of sites) {
    const dayOf = dayIn(timezone);
    const { rows } = await sql<{ hour: string }>`
      select distinct hour from stats_hourly where site_id = ${id} order by hour`.execute(db);
    for (const [day, hours] of Map.groupBy(rows, ({ hour }) => dayOf(hour))) {
      const isOfDay = sql`site_id = ${id} and hour between ${hours[0]?.hour} and ${hours.at(-1)?.hour}`;
      await sql`insert into stats_daily_notification (site_id, day, notification_id, displays, clicks, dismissals)
        select site_id, ${sql.lit(day)}, notification_id, sum(displays), sum(clicks), sum(dismissals)
        from stats_hourly where ${isOfDay} group by site_id, notification_id`.execute(db);
      await sql`insert into stats_daily_device (site_id, day, device, displays, clicks, dismissals)
        select site_id, ${sql.lit(day)}, 'unknown', sum(displays), sum(clicks), sum(dismissals)
        from stats_hourly where ${isOfDay} group by site_id`.execute(db);
    }
  }
}

/**
 * @returns a function from an instant (ISO) to its day, `YYYY-MM-DD`; in UTC for a zone that this Node does not know.
 */
function dayIn(timezone: string): (iso: string) => string {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-CA', { ...digits, timeZone: timezone });
    return (iso) => format.format(Date.parse(iso));
  } catch {
    return (iso) => iso.slice(0, 10);
  }
}
