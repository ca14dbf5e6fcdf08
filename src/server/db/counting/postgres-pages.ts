// Page rows on PostgreSQL. Only an instance that holds a site's lock adds or removes paths of its days; counts for paths
// that have a row need no such lock.
import { sql } from 'kysely';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { admitPages, type StoredPage, sumPages, toOtherPage } from './pages.ts';
import { addRows, COUNTS, compare, type Tx, unnest } from './postgres-rows.ts';
import { type Counts, keyOf, OTHER_PAGE, type PageCounts, type PageKey, type PageTally, pageKeyOf } from './rows.ts';

const KEY = ['siteId', 'day', 'page'] as const;

/** A page without a row on its day, and how many paths that day has, of which `least` is the least reach. */
type NewPage = PageTally & { paths: number; least: number };

/** @returns the pages that have no row on their day. Usually there are none, and this one read is all it takes. */
export async function readNewPages(tx: Tx, pages: readonly PageTally[]): Promise<NewPage[]> {
  const named = pages.filter(({ page }) => page !== OTHER_PAGE);
  if (named.length === 0) return [];
  type Found = { site_id: string; day: string; page: string; paths: number; least: number | null };
  const { rows } = await sql<Found>`
    with new_page as materialized (
      select t.site_id, t.day, t.page from ${unnest(named, KEY)}
      where not exists (select 1 from stats_daily_page p
        where p.site_id = t.site_id and p.day = t.day and p.page = t.page)
    ), busy_day as materialized (
      select d.site_id, d.day, p.paths, p.least from (select distinct site_id, day from new_page) d
      cross join lateral (select count(*) as paths, min(reach) as least from stats_daily_page p
        where p.site_id = d.site_id and p.day = d.day and p.page <> ${OTHER_PAGE}) p
    )
    select s.site_id, s.day, s.page, f.paths, f.least from new_page s
    join busy_day f on f.site_id = s.site_id and f.day = s.day`.execute(tx);
  const found = new Map(rows.map((row) => [keyOf(row.site_id, row.day, row.page), row]));
  return named.flatMap((row) => {
    const { paths, least } = found.get(pageKeyOf(row)) ?? {};
    return paths === undefined ? [] : [{ ...row, paths, least: least ?? 0 }];
  });
}

/** @returns the sites with a new page that may get a row. Elsewhere the days stay as they are, and need no lock. */
export const sitesToGrow = (newPages: readonly NewPage[]): string[] => [
  ...new Set(
    newPages
      .filter(({ paths, least, wholeReach }) => paths < PAGES_PER_DAY || wholeReach > least)
      .map(({ siteId }) => siteId),
  ),
];

/**
 * Adds the counts of pages to their days, choosing which new ones get rows.
 * @param hasNew whether readNewPages() found any before the sites were locked. Another instance may have added or
 * removed some since, so they are read again.
 * @param locked the sites that sitesToGrow() named, whose days cannot change until the commit.
 * @throws a serialization failure, to be tried again, when another instance removed the row of a page meanwhile.
 */
export async function addPages(tx: Tx, pages: PageTally[], hasNew: boolean, locked: string[]): Promise<void> {
  const newPages = hasNew ? await readNewPages(tx, pages) : [];
  const newKeys = new Set(newPages.map(pageKeyOf));
  const known = pages.filter((row) => !newKeys.has(pageKeyOf(row)));
  const isLocked = ({ siteId }: PageKey) => locked.includes(siteId);
  const candidates = newPages.filter(isLocked);
  const stored = await readDays(tx, candidates, known);
  const { added, removed } = admitPages(candidates, (siteId, day) => stored.get(keyOf(siteId, day)) ?? []);
  const others = newPages.filter((row) => !isLocked(row)).map(toOtherPage);
  const moved = await removePages(tx, [...known, ...added], removed);
  const removedKeys = new Set(removed.map(pageKeyOf));
  const kept = known.map((row) => (removedKeys.has(pageKeyOf(row)) ? toOtherPage(row) : row));
  const rows = sumPages([...kept, ...added, ...others, ...moved]);
  type Total = { site_id: string; day: string; page: string; total: number };
  const total = sql<Total>`returning s.site_id, s.day, s.page, s.displays::bigint + s.clicks + s.dismissals as total`;
  const after = await addRows(tx, 'stats_daily_page', KEY, [...COUNTS, 'reach'], rows, total);
  const totals = new Map(after.map((row) => [keyOf(row.site_id, row.day, row.page), row.total]));
  for (const row of known) {
    if (row.page === OTHER_PAGE || removedKeys.has(pageKeyOf(row))) continue;
    // Its row was there before, with counts of its own. Had the new counts made a row, a day could have too many.
    if (totals.get(pageKeyOf(row)) === row.displays + row.clicks + row.dismissals) {
      throw Object.assign(new Error(`page ${row.page} lost its row`), { code: '40001' });
    }
  }
}

/** @returns the paths of the candidates' days by site and day, with what `known` is about to add. */
async function readDays(
  tx: Tx,
  candidates: readonly PageTally[],
  known: readonly PageCounts[],
): Promise<Map<string, StoredPage[]>> {
  const days = new Map<string, StoredPage[]>(candidates.map(({ siteId, day }) => [keyOf(siteId, day), []]));
  if (days.size === 0) return days;
  const { rows } = await sql<StoredPage & { site_id: string; day: string }>`
    select site_id, day, page, reach, displays from stats_daily_page
    where (site_id, day) in (select site_id, day from ${unnest(candidates, ['siteId', 'day'])})
      and page <> ${OTHER_PAGE}`.execute(tx);
  const more = new Map(known.map((row) => [pageKeyOf(row), row]));
  for (const { site_id, day, page, reach, displays } of rows) {
    const extra = more.get(keyOf(site_id, day, page)) ?? { reach: 0, displays: 0 };
    days.get(keyOf(site_id, day))?.push({ page, reach: reach + extra.reach, displays: displays + extra.displays });
  }
  return days;
}

/**
 * Removes rows, after locking them and those in `touched` in the order in which addRows() does.
 * @returns their counts, under OTHER_PAGE.
 */
async function removePages(tx: Tx, touched: readonly PageKey[], removed: PageKey[]): Promise<PageCounts[]> {
  if (removed.length === 0) return [];
  const keys = [...touched, ...removed].toSorted((a, b) => compare(KEY, a, b));
  await sql`select 1 from ${unnest(keys, KEY, 'n')}
    join stats_daily_page p on p.site_id = t.site_id and p.day = t.day and p.page = t.page
    order by t.n for no key update of p`.execute(tx);
  const { rows } = await sql<Counts & { site_id: string; day: string }>`
    delete from stats_daily_page where (site_id, day, page) in (select site_id, day, page from ${unnest(removed, KEY)})
    returning site_id, day, displays, clicks, dismissals`.execute(tx);
  return rows.map(({ site_id, ...row }) => toOtherPage({ siteId: site_id, ...row }));
}
