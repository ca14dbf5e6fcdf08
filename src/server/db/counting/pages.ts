// Chooses which pages of a day have rows of their own: at most PAGES_PER_DAY, those that most addresses displayed.
import { PAGES_PER_DAY } from '#shared/limits.ts';
import {
  type Counts,
  keyOf,
  OTHER_PAGE,
  type PageCounts,
  type PageKey,
  type PageTally,
  pageKeyOf,
  sumBy,
} from './rows.ts';

/** A path's row as it is stored, with what is about to be added. */
export type StoredPage = { page: string; reach: number; displays: number };

/** @returns the counts under OTHER_PAGE. */
export const toOtherPage = ({ siteId, day, displays, clicks, dismissals }: Counts & Omit<PageKey, 'page'>) => ({
  siteId,
  day,
  page: OTHER_PAGE,
  displays,
  clicks,
  dismissals,
  reach: 0,
});

/** @returns one row for each page, in order of first appearance. */
export function sumPages(rows: readonly PageCounts[]): PageCounts[] {
  const reaches = new Map<string, number>();
  for (const row of rows) reaches.set(pageKeyOf(row), row.reach + (reaches.get(pageKeyOf(row)) ?? 0));
  return sumBy(rows, ['siteId', 'day', 'page']).map((row) => ({ ...row, reach: reaches.get(pageKeyOf(row)) ?? 0 }));
}

/**
 * Chooses which new pages get rows of their own. While a site's day has fewer than PAGES_PER_DAY paths, all do; then
 * only a page with more reach than the one with the least, which gives up its row.
 * @param newPages pages without a row on their day.
 * @param listPages the paths that a site's day has already; called once for each site and day that has a new one.
 * @returns rows to add, in which pages without one of their own count under OTHER_PAGE, and rows to remove after adding
 * their counts to OTHER_PAGE.
 */
export function admitPages(
  newPages: readonly PageTally[],
  listPages: (siteId: string, day: string) => readonly StoredPage[],
): { added: PageCounts[]; removed: PageKey[] } {
  const added: PageCounts[] = [];
  const removed: PageKey[] = [];
  for (const rows of Map.groupBy(newPages, ({ siteId, day }) => keyOf(siteId, day)).values()) {
    const paths = rows.filter(({ page }) => page !== OTHER_PAGE);
    const [one] = paths;
    const { siteId, day } = one ?? { siteId: '', day: '' };
    const stored = one ? listPages(siteId, day) : [];
    let room = PAGES_PER_DAY - stored.length;
    const leastFirst = stored.toSorted(
      (a, b) => a.reach - b.reach || a.displays - b.displays || (a.page < b.page ? -1 : 1),
    );
    let next = 0;
    for (const row of paths.toSorted((a, b) => b.wholeReach - a.wholeReach)) {
      const least = leastFirst[next];
      if (room > 0) room--;
      else if (least && least.reach < row.wholeReach) {
        removed.push({ siteId, day, page: least.page });
        next++;
      } else {
        added.push(toOtherPage(row));
        continue;
      }
      added.push({ ...row, reach: row.wholeReach });
    }
    added.push(...rows.filter(({ page }) => page === OTHER_PAGE).map(toOtherPage));
  }
  return { added: sumPages(added), removed };
}
