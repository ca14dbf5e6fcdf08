// From how many addresses a page's displays of a day came, as far as this process saw them: what decides which pages
// get a row of their own. In memory only and bounded, with addresses and pages as hashes.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PAGES_PER_ADDRESS } from '#shared/limits.ts';
import { keyOf, type Reach } from '../db/counting/rows.ts';

/** Each about 20 MB at most; what was unused for longest goes first, and its addresses then count once more. */
const BOUNDS = { addresses: 50_000, pages: 100_000 };

/**
 * Notes a display.
 * @param address a hash that no sender can choose. @param day the calendar date on the site's clocks.
 * @returns the page's reach. An address adds to that of its first PAGES_PER_ADDRESS pages of a site and day, so that
 * made-up paths share one address's weight.
 */
export type NoteReach = (siteId: string, day: string, address: string, page: string) => Reach;

export function makeReach(bounds = BOUNDS): NoteReach {
  const pagesOfAddress = new LRUCache<string, string[]>({ max: bounds.addresses });
  const reachOfPage = new LRUCache<string, number>({ max: bounds.pages });
  return (siteId, day, address, page) => {
    const pageKey = createHash('sha256')
      .update(keyOf(siteId, day, page))
      .digest('base64url')
      .slice(0, 22);
    const addressKey = keyOf(siteId, day, address);
    const all = reachOfPage.get(pageKey) ?? 0;
    const pages = pagesOfAddress.get(addressKey) ?? [];
    if (pages.length >= PAGES_PER_ADDRESS || pages.includes(pageKey)) return { more: 0, all };
    pagesOfAddress.set(addressKey, [...pages, pageKey]);
    reachOfPage.set(pageKey, all + 1);
    return { more: 1, all: all + 1 };
  };
}
