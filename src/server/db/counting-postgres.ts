// The tally writer over PostgreSQL, where several instances write at once. Rows of one kind are locked in one order, and
// the kinds in the order of the statements here, so that instances never wait for each other in a ring; sites come
// first, which is what deleting one begins with too.
import { sql } from 'kysely';
import { COUNT_MAX } from '#shared/limits.ts';
import { groupPages, readStrangers, sitesWithRoom } from './counting-postgres-pages.ts';
import { type CostTally, keyOf, type NoticeCounts, noticeRows, statsRows, type Tally } from './counting-rows.ts';
import { addRows, COUNTS, type Tx, unnest } from './counting-unnest.ts';
import type { Database } from './open.ts';

type Postgres = Extract<Database, { dialect: 'postgres' }>;

/** @returns what makeTallyWriter() tries again on a conflict. */
export function postgresWriter({ db }: Postgres): (tallies: Tally[], costs: CostTally[]) => Promise<void> {
  return (tallies, costs) =>
    db.transaction().execute(async (tx) => {
      const told = noticeRows(tallies);
      const strangers = await readStrangers(tx, statsRows(tallies, told).pages);
      const siteIds = await lockSites(tx, [...told, ...costs], sitesWithRoom(strangers));
      const known = await lockNotices(tx, told);
      const { hours, days, devices, pages } = statsRows(tallies, known);
      await countNotices(tx, known);
      await addRows(tx, 'stats_hourly', ['siteId', 'hour', 'notificationId'], ['widgetId', ...COUNTS], hours);
      await addRows(tx, 'stats_daily_notification', ['siteId', 'day', 'notificationId'], COUNTS, days);
      await addRows(tx, 'stats_daily_device', ['siteId', 'day', 'device'], COUNTS, devices);
      const grouped = await groupPages(tx, pages, strangers);
      await addRows(tx, 'stats_daily_page', ['siteId', 'day', 'page'], COUNTS, grouped);
      const sums = ['loads', 'bytes', 'requests', 'microseconds'] as const;
      const due = costs.filter(({ siteId }) => siteIds.has(siteId));
      await addRows(tx, 'stats_daily_cost', ['siteId', 'day', 'upTo'], sums, due);
    });
}

/**
 * Locks sites against being deleted, and those of `toGrow` against other instances that would add pages to their days.
 * The stronger lock first: whoever holds the weaker one while waiting for it would stand in the way of a deletion that
 * stands in its own.
 * @returns which of them are there.
 */
async function lockSites(tx: Tx, rows: { siteId: string }[], toGrow: string[]): Promise<Set<string>> {
  if (toGrow.length > 0) {
    await sql`select id from sites where id = any(${toGrow}) order by id for no key update`.execute(tx);
  }
  const siteIds = [...new Set(rows.map(({ siteId }) => siteId))];
  const locked = await sql<{ id: string }>`
    select id from sites where id = any(${siteIds}) order by id for key share`.execute(tx);
  return new Set(locked.rows.map(({ id }) => id));
}

/** @returns those whose notice is its site's and widget's. */
async function lockNotices(tx: Tx, told: NoticeCounts[]): Promise<NoticeCounts[]> {
  if (told.length === 0) return [];
  const { rows } = await sql<{ site_id: string; id: string; widget_id: string }>`
    select site_id, id, widget_id from notifications
    where (site_id, id) in (select site_id, notification_id from ${unnest(told, ['siteId', 'notificationId'])})
    order by site_id, id for no key update`.execute(tx);
  const found = new Set(rows.map((row) => keyOf(row.site_id, row.widget_id, row.id)));
  return told.filter((row) => found.has(keyOf(row.siteId, row.widgetId, row.notificationId)));
}

async function countNotices(tx: Tx, known: NoticeCounts[]): Promise<void> {
  if (known.length === 0) return;
  await sql`update notifications n set
      display_count = least(n.display_count + t.displays, ${sql.lit(COUNT_MAX)}),
      click_count = least(n.click_count + t.clicks, ${sql.lit(COUNT_MAX)})
    from ${unnest(known, ['siteId', 'notificationId', 'displays', 'clicks'])}
    where n.site_id = t.site_id and n.id = t.notification_id`.execute(tx);
}
