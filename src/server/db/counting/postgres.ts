// The tally writer for PostgreSQL, where several instances write at once. To avoid deadlocks, every instance locks
// tables in the order of the statements below, and rows within a table in one order. Sites come first because deleting
// a site locks it first, too.
import { sql } from 'kysely';
import { COUNT_MAX } from '#shared/limits.ts';
import { addToDays } from '../experiment-counts.ts';
import type { Database } from '../open.ts';
import { addPages, readNewPages, sitesToGrow } from './postgres-pages.ts';
import { addRows, COUNTS, compare, type Tx, unnest } from './postgres-rows.ts';
import { keyOf, type NotificationCounts, notificationRows, statsRows } from './rows.ts';
import type { TallyWriter } from './tally-writer.ts';

type Postgres = Extract<Database, { dialect: 'postgres' }>;

const DAY_KEY = ['siteId', 'epochId', 'goalId', 'arm', 'day'] as const;

/** @returns what makeTallyWriter() retries on a conflict. */
export function postgresWriter({ db }: Postgres): TallyWriter {
  return (tallies, costs = [], experimentDays = []) =>
    db.transaction().execute(async (tx) => {
      const reported = notificationRows(tallies);
      const newPages = await readNewPages(tx, statsRows(tallies, reported).pages);
      const toGrow = sitesToGrow(newPages);
      const siteIds = await lockSites(tx, [...reported, ...costs, ...experimentDays], toGrow);
      const known = await countNotifications(tx, reported);
      const { hours, days, devices, pages } = statsRows(tallies, known);
      await addRows(tx, 'stats_hourly', ['siteId', 'hour', 'notificationId'], ['widgetId', ...COUNTS], hours);
      await addRows(tx, 'stats_daily_notification', ['siteId', 'day', 'notificationId'], COUNTS, days);
      await addRows(tx, 'stats_daily_device', ['siteId', 'day', 'device'], COUNTS, devices);
      await addPages(tx, pages, newPages.length > 0, toGrow);
      const due = costs.filter(({ siteId }) => siteIds.has(siteId));
      await addRows(tx, 'stats_daily_cost', ['siteId', 'day', 'measure', 'upTo'], ['loads'], due);
      const inOrder = experimentDays.filter(({ siteId }) => siteIds.has(siteId)).sort((a, b) => compare(DAY_KEY, a, b));
      await addToDays(tx, inOrder);
    });
}

/**
 * Locks sites against deletion, and those in `toGrow` also against other instances adding pages to the same day.
 * Takes the stronger lock first: waiting for it while holding the weaker one could deadlock with a deletion.
 * @returns the ids of the sites that exist.
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

/**
 * Adds to the notifications' counters.
 * @returns what it added: the counts whose notification belongs to their site and widget, with as many clicks as
 * displays allow.
 */
async function countNotifications(tx: Tx, reported: NotificationCounts[]): Promise<NotificationCounts[]> {
  if (reported.length === 0) return [];
  type Found = { site_id: string; id: string; widget_id: string; click_count: number };
  const { rows: before } = await sql<Found>`
    select site_id, id, widget_id, click_count from notifications
    where (site_id, id) in (select site_id, notification_id from ${unnest(reported, ['siteId', 'notificationId'])})
    order by site_id, id for no key update`.execute(tx);
  const clicks = new Map(before.map((row) => [keyOf(row.site_id, row.widget_id, row.id), row.click_count]));
  const toKey = (row: NotificationCounts) => keyOf(row.siteId, row.widgetId, row.notificationId);
  const known = reported.filter((row) => clicks.has(toKey(row)));
  if (known.length === 0) return [];
  const displays = sql`least(n.display_count + t.displays, ${sql.lit(COUNT_MAX)})`;
  const { rows: after } = await sql<Found>`update notifications n set
      display_count = ${displays},
      click_count = greatest(n.click_count, least(n.click_count + t.clicks, ${displays}))
    from ${unnest(known, ['siteId', 'notificationId', 'displays', 'clicks'])}
    where n.site_id = t.site_id and n.id = t.notification_id
    returning n.site_id, n.id, n.widget_id, n.click_count`.execute(tx);
  const counted = new Map(after.map((row) => [keyOf(row.site_id, row.widget_id, row.id), row.click_count]));
  return known.map((row) => ({ ...row, clicks: (counted.get(toKey(row)) ?? 0) - (clicks.get(toKey(row)) ?? 0) }));
}
