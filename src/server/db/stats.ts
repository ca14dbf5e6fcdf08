// Reads of the hourly counts.
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
