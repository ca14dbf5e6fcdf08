// From how many addresses a page's displays of a day came, as far as this process saw them: what decides which pages
// get a row of their own. In memory only and bounded, with addresses and pages as hashes.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PAGES_PER_ADDRESS } from '#shared/limits.ts';
import { keyOf, type Reach } from '../db/counting/rows.ts';

/** Characters of a page's key: 96 bits of a hash, since paths are long and many. */
const KEY_LENGTH = 16;

/** Together about 40 MB at most; what was unused for longest goes first, and its addresses then count once more. */
const BOUNDS = { addresses: 50_000, pages: 100_000 };

/**
 * Notes a display.
 * @param address a hash that no sender can choose. @param day the calendar date on the site's clocks.
 * @returns the page's reach. An address adds to that of its first pages of a site and day, so that
 * made-up paths share one address's weight.
 */
export type NoteReach = (siteId: string, day: string, address: string, page: string) => Reach;

/** @param pagesMax of one address, site and day. */
export function makeReach(bounds = BOUNDS, pagesMax = PAGES_PER_ADDRESS): NoteReach {
  // Bounded by size: by `max`, a cache allocates all of its room at once.
  /** The keys of each address's pages, one after another: a string costs this path far less than a list. */
  const pagesOfAddress = new LRUCache<string, string>({ maxSize: bounds.addresses, sizeCalculation: () => 1 });
  const reachOfPage = new LRUCache<string, number>({ maxSize: bounds.pages, sizeCalculation: () => 1 });
  return (siteId, day, address, page) => {
    const pageKey = hash('sha256', keyOf(siteId, day, page), 'base64url').slice(0, KEY_LENGTH);
    const addressKey = keyOf(siteId, day, address);
    const all = reachOfPage.get(pageKey) ?? 0;
    const pages = pagesOfAddress.get(addressKey) ?? '';
    if (pages.length >= pagesMax * KEY_LENGTH || pages.includes(pageKey)) return { more: 0, all };
    pagesOfAddress.set(addressKey, pages + pageKey);
    reachOfPage.set(pageKey, all + 1);
    return { more: 1, all: all + 1 };
  };
}
