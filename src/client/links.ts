// Paths derived from other paths: the same page of another site, and where to go after login. Screens' own paths are in
// screens.ts.
import { DEEP_SITE_PAGES } from '#shared/slug.ts';
import { publicScreens, screens, siteScreens } from './screens.ts';

/** @returns the sub-page in `pathname`, but of site `slug`; the site's dashboard if there is no sub-page. */
export function sameSitePage(pathname: string, slug: string): string {
  const [, , page = ''] = pathname.split('/');
  const screen = siteScreens.find(({ subPage }) => subPage === page) ?? screens.siteDashboard;
  return screen.href(slug);
}

/** @returns whether `pathname` is a single segment: a site's address without a sub-page, or an unknown page. */
export const isBareSitePath = (pathname: string): boolean => /^\/[^/]+\/?$/.test(pathname);

/** @returns whether `pathname` is a site's sub-page, whether or not there are such a site and page. */
export function isSubPagePath(pathname: string): boolean {
  const [, , page = '', below] = /^\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  return page !== '' && (below === undefined || DEEP_SITE_PAGES.has(page));
}

/**
 * @param from a path from the query: untrusted.
 * @returns the path if it is on this origin and not an auth page, otherwise null.
 */
export function safeReturnPath(from: string | null, origin: string): string | null {
  if (!from?.startsWith('/') || !URL.canParse(from, origin)) return null;
  const url = new URL(from, origin);
  if (url.origin !== origin) return null;
  if (publicScreens.some(({ isAuthPage, path }) => isAuthPage && path === url.pathname)) return null;
  // A token logs its bearer in, so it must not stay in a stored path.
  url.searchParams.delete('token');
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots may leave two leading slashes ('/.//other.example'), which would again name another host.
  return path.startsWith('//') ? null : path;
}
