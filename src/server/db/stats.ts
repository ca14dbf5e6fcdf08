// Reads of the hourly counts.
import { sql } from 'kysely';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { SiteRow } from './sites.ts';

export type HourRow = { hour: string; displays: number; clicks: number; dismissals: number };

/** @returns a site's counts by hour (start in UTC, ISO) from `since` on, in order; hours without any are absent. */
export const listHours = (db: Db, site: Owned<SiteRow>, since: string): Promise<HourRow[]> =>
  db
    .selectFrom('stats_hourly')
    .select((eb) => [
      'hour',
      eb.fn.sum<number>('displays').as('displays'),
      eb.fn.sum<number>('clicks').as('clicks'),
      eb.fn.sum<number>('dismissals').as('dismissals'),
    ])
    .where('site_id', '=', site.id)
    .where('hour', '>=', since)
    .groupBy('hour')
    .orderBy('hour')
    .execute();

export type SummaryRow = {
  site_id: string;
  is_active: number;
  notifications: number;
  active_notifications: number;
  displays: number;
  clicks: number;
  dismissals: number;
};

/** @returns one row a site of the owner: its notices, and its counts from `since` (ISO) on. */
export async function listSummaries(db: Db, ownerId: string, since: string): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select s.id as site_id, w.is_active,
      (select count(*) from notifications n where n.site_id = s.id) as notifications,
      (select count(*) from notifications n where n.site_id = s.id and n.status = 'active') as active_notifications,
      coalesce((select sum(h.displays) from stats_hourly h where h.site_id = s.id and h.hour >= ${since}), 0) as displays,
      coalesce((select sum(h.clicks) from stats_hourly h where h.site_id = s.id and h.hour >= ${since}), 0) as clicks,
      coalesce((select sum(h.dismissals) from stats_hourly h where h.site_id = s.id and h.hour >= ${since}), 0)
        as dismissals
    from sites s join widgets w on w.site_id = s.id
    where s.owner_id = ${ownerId} order by s.created_at, s.id`.execute(db);
  return rows;
}
