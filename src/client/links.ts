// Paths derived from others: the same page of another site, and where to go after logging in. The screens' own paths are
// in screens.ts.
import { publicScreens, screens, siteScreens } from './screens.ts';

/** @returns the same sub-page of site `slug` that `pathname` shows of another site; its dashboard when it shows none. */
export function sameSitePage(pathname: string, slug: string): string {
  const [, , page = ''] = pathname.split('/');
  const screen = siteScreens.find(({ subPage }) => subPage === page) ?? screens.siteDashboard;
  return screen.href(slug);
}

/** @returns whether `pathname` is one segment only: a site's address without a sub-page, or nothing at all. */
export const isBareSitePath = (pathname: string): boolean => /^\/[^/]+\/?$/.test(pathname);

/**
 * @param from a path from the query: untrusted.
 * @returns the path when it is on this origin and isn't an auth page, else null.
 */
export function safeReturnPath(from: string | null, origin: string): string | null {
  if (!from?.startsWith('/') || !URL.canParse(from, origin)) return null;
  const url = new URL(from, origin);
  if (url.origin !== origin) return null;
  if (publicScreens.some(({ isAuthPage, path }) => isAuthPage && path === url.pathname)) return null;
  // A token logs in, so it must not stay in a stored path.
  url.searchParams.delete('token');
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots may leave two slashes in front ('/.//other.example'), which would name another host again.
  return path.startsWith('//') ? null : path;
}
