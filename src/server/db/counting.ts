// Writes what visitors' events add up to: the counters of each notice, and its row of the hour. One transaction a call,
// however many requests it answers.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** What happened to one notice in one hour since the last write. */
export type Tally = {
  siteId: string;
  widgetId: string;
  notificationId: string;
  /** The hour's start, ISO text in UTC. */
  hour: string;
  displays: number;
  clicks: number;
  dismissals: number;
};

/**
 * Adds every tally, or none. A tally whose notice is not this widget's and site's is passed over.
 * @throws the driver's error when nothing was written; after a connection lost in the commit it may have been.
 */
export type TallyWriter = (tallies: Tally[]) => Promise<void>;

/** Two instances met in each other's locks, or another process is writing: worth another try at once. */
const CONFLICT = /^(SQLITE_BUSY|40001|40P01)/;
const ATTEMPTS = 4;
const PAUSE_MS = 10;
/** PostgreSQL's `integer`: a counter that is full stays full, rather than failing everybody's transaction. */
const COUNT_MAX = 2_147_483_647;

export function makeTallyWriter(database: Database): TallyWriter {
  const write = database.dialect === 'sqlite' ? sqliteWriter(database) : postgresWriter(database);
  return async (tallies) => {
    // The same order in every instance, or two of them could each hold what the other waits for.
    const sorted = tallies.toSorted(
      (a, b) => compare(a.siteId, b.siteId) || compare(a.notificationId, b.notificationId),
    );
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(sorted);
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test(String((error as { code?: unknown }).code))) throw error;
        await pause(PAUSE_MS * attempt);
      }
    }
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function sqliteWriter({ db, writer }: Extract<Database, { dialect: 'sqlite' }>): TallyWriter {
  const count = writer.prepare(
    `update notifications set display_count = min(display_count + ?, ${COUNT_MAX}),
      click_count = min(click_count + ?, ${COUNT_MAX}) where site_id = ? and id = ? and widget_id = ?`,
  );
  const record = writer.prepare(
    `insert into stats_hourly (site_id, widget_id, notification_id, hour, displays, clicks, dismissals)
      values (?, ?, ?, ?, ?, ?, ?) on conflict (site_id, hour, notification_id) do update set
      displays = displays + excluded.displays, clicks = clicks + excluded.clicks,
      dismissals = dismissals + excluded.dismissals`,
  );
  const all = writer.transaction((tallies: Tally[]) => {
    for (const { siteId, widgetId, notificationId, hour, displays, clicks, dismissals } of tallies) {
      const { changes } = count.run(displays, clicks, siteId, notificationId, widgetId);
      if (changes > 0) record.run(siteId, widgetId, notificationId, hour, displays, clicks, dismissals);
    }
  });
  // Kysely's one connection is held meanwhile: inside somebody's open transaction these statements would share its
  // fate, and its rollback would lose events that were already answered.
  return (tallies) => db.connection().execute(async () => all.immediate(tallies));
}

function postgresWriter({ db }: Extract<Database, { dialect: 'postgres' }>): TallyWriter {
  return (tallies) =>
    db.transaction().execute(async (tx) => {
      const column = <K extends keyof Tally>(key: K) => tallies.map((tally) => tally[key]);
      const siteIds = [...new Set(column('siteId'))];
      // The site before its notices: that is the order in which deleting a site locks them too.
      await sql`select id from sites where id = any(${siteIds}) order by id for key share`.execute(tx);
      await sql`select 1 from notifications
        where (site_id, id) in (select * from unnest(${column('siteId')}::text[], ${column('notificationId')}::text[]))
        order by site_id, id for no key update`.execute(tx);
      await sql`with tally as (
          select * from unnest(${column('siteId')}::text[], ${column('widgetId')}::text[],
            ${column('notificationId')}::text[], ${column('hour')}::text[], ${column('displays')}::bigint[],
            ${column('clicks')}::bigint[], ${column('dismissals')}::bigint[])
            as t (site_id, widget_id, notification_id, hour, displays, clicks, dismissals)
        ), total as (
          select site_id, widget_id, notification_id, sum(displays) as displays, sum(clicks) as clicks
          from tally group by site_id, widget_id, notification_id
        ), counted as (
          update notifications n set
            display_count = least(n.display_count + t.displays, ${sql.lit(COUNT_MAX)}),
            click_count = least(n.click_count + t.clicks, ${sql.lit(COUNT_MAX)})
          from total t where n.site_id = t.site_id and n.id = t.notification_id and n.widget_id = t.widget_id
          returning n.site_id, n.id
        )
        insert into stats_hourly (site_id, widget_id, notification_id, hour, displays, clicks, dismissals)
        select t.site_id, t.widget_id, t.notification_id, t.hour, t.displays, t.clicks, t.dismissals
        from tally t join counted c on c.site_id = t.site_id and c.id = t.notification_id
        on conflict (site_id, hour, notification_id) do update set
          displays = stats_hourly.displays + excluded.displays, clicks = stats_hourly.clicks + excluded.clicks,
          dismissals = stats_hourly.dismissals + excluded.dismissals`.execute(tx);
    });
}
