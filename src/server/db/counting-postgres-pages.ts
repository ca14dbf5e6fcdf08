// Which pages are new to their day, with several instances adding some at once. Usually none is: one read says so. Else
// the site's row is locked, and what is decided then stays true until the commit.
import { sql } from 'kysely';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { admitPages } from './counting-pages.ts';
import { keyOf, OTHER_PAGE, type PageCounts, pageKey, sumUp } from './counting-rows.ts';
import { type Tx, unnest } from './counting-unnest.ts';

/** A page without a row of its day; `paths` is how many others the day has. */
export type Stranger = { site_id: string; day: string; page: string; paths: number };

/** @returns those pages that their days have no row of. */
export async function readStrangers(tx: Tx, pages: readonly PageCounts[]): Promise<Stranger[]> {
  const named = pages.filter(({ page }) => page !== OTHER_PAGE);
  if (named.length === 0) return [];
  const { rows } = await sql<Stranger>`
    with stranger as materialized (
      select t.site_id, t.day, t.page from ${unnest(named, ['siteId', 'day', 'page'])}
      where not exists (select 1 from stats_daily_page p
        where p.site_id = t.site_id and p.day = t.day and p.page = t.page)
    ), busy_day as materialized (
      select d.site_id, d.day, p.paths from (select distinct site_id, day from stranger) d
      cross join lateral (select count(*) as paths from stats_daily_page p
        where p.site_id = d.site_id and p.day = d.day and p.page <> ${OTHER_PAGE}) p
    )
    select s.site_id, s.day, s.page, f.paths from stranger s
    join busy_day f on f.site_id = s.site_id and f.day = s.day`.execute(tx);
  return rows;
}

/** @returns the sites with a new page that may still get a row. A full day stays full, and needs no lock. */
export const sitesWithRoom = (strangers: readonly Stranger[]): string[] => [
  ...new Set(strangers.filter(({ paths }) => paths < PAGES_PER_DAY).map(({ site_id }) => site_id)),
];

/**
 * @param before what readStrangers() said of these pages before the locks.
 * @returns the pages, those that find no more room under OTHER_PAGE.
 */
export async function groupPages(tx: Tx, pages: PageCounts[], before: readonly Stranger[]): Promise<PageCounts[]> {
  if (before.length === 0) return pages;
  const strangers = sitesWithRoom(before).length > 0 ? await readStrangers(tx, pages) : before;
  const paths = new Map(strangers.map((row) => [keyOf(row.site_id, row.day), row.paths]));
  const keys = new Set(strangers.map((row) => keyOf(row.site_id, row.day, row.page)));
  const fresh = pages.filter((row) => keys.has(pageKey(row)));
  const known = pages.filter((row) => !keys.has(pageKey(row)));
  const admitted = admitPages(fresh, (siteId, day) => paths.get(keyOf(siteId, day)) ?? 0);
  return sumUp([...known, ...admitted], pageKey);
}
