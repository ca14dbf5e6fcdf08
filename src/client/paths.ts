// Every address of the client: the pattern the router matches, and beside it the function that builds the address.
import type { AuthErrorType } from '#shared/messages.ts';

type LoginQuery = { error?: AuthErrorType | undefined; from?: string | undefined };

export const paths = {
  home: { pattern: '/', href: () => '/' },
  register: { pattern: '/register', href: () => '/register' },
  login: {
    pattern: '/login',
    /** @param query why the user is sent here, and where to go afterwards. */
    href({ error, from }: LoginQuery = {}) {
      const query = new URLSearchParams({ ...(error && { error }), ...(from && { from }) });
      return query.size > 0 ? `/login?${query}` : '/login';
    },
  },
  forgotPassword: { pattern: '/forgot-password', href: () => '/forgot-password' },
  /** Where mailed links lead, with a code in the fragment. */
  resetPassword: { pattern: '/reset-password' },
  /** Where the operator's own system may send its users, with a token and perhaps a path to go on to. */
  ssoLogin: { pattern: '/sso-login' },
  unauthorized: { pattern: '/unauthorized', href: () => '/unauthorized' },
  dashboard: { pattern: '/dashboard', href: () => '/dashboard' },
  analytics: { pattern: '/analytics', href: () => '/analytics' },
  createSite: { pattern: '/create-site', href: () => '/create-site' },
  settings: { pattern: '/settings', href: () => '/settings' },
  site: { pattern: '/:siteSlug' },
  siteDashboard: { pattern: 'dashboard', href: (slug: string) => `/${slug}/dashboard` },
  siteAnalytics: { pattern: 'analytics', href: (slug: string) => `/${slug}/analytics` },
  siteNotifications: { pattern: 'notifications', href: (slug: string) => `/${slug}/notifications` },
  siteSetup: { pattern: 'site-setup', href: (slug: string) => `/${slug}/site-setup` },
  siteDeveloperTools: { pattern: 'developer-tools', href: (slug: string) => `/${slug}/developer-tools` },
  sitePerformance: { pattern: 'performance', href: (slug: string) => `/${slug}/performance` },
  gallery: { pattern: '/__ui', href: () => '/__ui' },
} as const;

/** Sub-pages of a site that exist; switching sites keeps the one that is open. */
const SITE_PAGES: readonly string[] = [
  paths.siteDashboard.pattern,
  paths.siteAnalytics.pattern,
  paths.siteNotifications.pattern,
  paths.siteSetup.pattern,
  paths.siteDeveloperTools.pattern,
  paths.sitePerformance.pattern,
];

/** @returns the same sub-page of site `slug` that `pathname` shows of another site; its dashboard when it shows none. */
export function sameSitePage(pathname: string, slug: string): string {
  const [, , page = ''] = pathname.split('/');
  return `/${slug}/${SITE_PAGES.includes(page) ? page : paths.siteDashboard.pattern}`;
}

/** Pages one signs in at: nobody is led back there after signing in. */
const DOORS: readonly string[] = [paths.login.pattern, paths.register.pattern, paths.ssoLogin.pattern];

/** @returns whether `pathname` is one segment only: a site's address without a sub-page, or nothing at all. */
export const isBareSitePath = (pathname: string): boolean => /^\/[^/]+\/?$/.test(pathname);

/**
 * @param from an address taken from the query: anybody may have written it.
 * @returns it when it is a path of this origin and no page to sign in at, else null.
 */
export function safeReturnPath(from: string | null, origin: string): string | null {
  if (!from?.startsWith('/') || !URL.canParse(from, origin)) return null;
  const url = new URL(from, origin);
  if (url.origin !== origin) return null;
  if (DOORS.includes(url.pathname)) return null;
  // A token signs in, and stands in no address that is kept.
  if (url.searchParams.has('token')) url.searchParams.delete('token');
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots may leave two slashes in front ('/.//other.example'), and then it names another host again.
  return path.startsWith('//') ? null : path;
}
