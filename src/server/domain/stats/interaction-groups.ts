// The page that an interaction is counted under.
import { PAGE_MAX } from '#shared/embed/protocol.ts';
import { OTHER_PAGE } from '../../db/counting/rows.ts';

const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/**
 * Percent-encoding stays as the browser sent it: decoding would merge `/a%2Fb` with `/a/b`, could produce characters
 * that databases cannot store, and fails on a path truncated within an escape. Reports may decode it for display.
 * @param page as reported; storable (contract/text.ts).
 * @returns a path of 1 to PAGE_MAX characters, starting with '/', without query, fragment or trailing slashes;
 * OTHER_PAGE for anything else.
 */
export function pageGroup(page: string | undefined): string {
  if (page === undefined || !page.startsWith('/')) return OTHER_PAGE;
  const end = page.search(/[?#]/);
  let path = end < 0 ? page : page.slice(0, end);
  // PostgreSQL stores no lone surrogate.
  if (path.length > PAGE_MAX) path = path.slice(0, PAGE_MAX).replace(HIGH_SURROGATE, '');
  let length = path.length;
  while (length > 1 && path[length - 1] === '/') length--;
  return path.slice(0, length);
}
