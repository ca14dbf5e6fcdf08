// Keeps what pages cost in rows bounded: a site and day counts its first PAGES_PER_DAY paths apart, the rest together.
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { keyOf, OTHER_PAGE, type PageCounts, pageKey, sumUp } from './counting-rows.ts';

/**
 * @param strangers pages that their days have no row of yet, those reported first before the others.
 * @param countPaths how many paths a site's day has already, OTHER_PAGE not among them; asked once a site and day.
 * @returns the same counts, those beyond PAGES_PER_DAY under OTHER_PAGE.
 */
export function admitPages(
  strangers: readonly PageCounts[],
  countPaths: (siteId: string, day: string) => number,
): PageCounts[] {
  const paths = new Map<string, number>();
  const admitted = strangers.map((row): PageCounts => {
    if (row.page === OTHER_PAGE) return row;
    const key = keyOf(row.siteId, row.day);
    const count = paths.get(key) ?? countPaths(row.siteId, row.day);
    paths.set(key, count + 1);
    return count < PAGES_PER_DAY ? row : { ...row, page: OTHER_PAGE };
  });
  return sumUp(admitted, pageKey);
}
