// The links in header, menus and sidebar, derived from the table of screens.
import { LayoutList, type LucideIcon } from 'lucide-react';
import { SITE_NAV_GROUPS, type SiteNavGroup } from '../screen-kinds.ts';
import { ownerScreens, publicScreens, screens, siteScreens } from '../screens.ts';

const ownerNav = ownerScreens.flatMap(({ nav, href }) => (nav ? [{ ...nav, href: href() }] : []));

/** In the header for visitors. */
export const visitorLinks = publicScreens.flatMap(({ nav, href }) => (nav ? [{ href: href(), ...nav }] : []));

const helpLinks = publicScreens.flatMap(({ helpNav, href }) => (helpNav ? [{ ...helpNav, href: href() }] : []));

/** In the header for owners: everything that spans all their sites. */
export const ownerLinks = [...ownerNav.filter((link) => link.in === 'header'), ...helpLinks];

/** In the account menu. */
export const accountLinks = ownerNav.filter((link) => link.in === 'account');

/** `href` makes an address of a site's slug, which Support doesn't need. */
export type SiteLink = {
  group: SiteNavGroup;
  label: string;
  icon: LucideIcon;
  href: (slug: string) => string;
  key?: string;
  also?: string;
};

const siteLinks: SiteLink[] = [
  ...siteScreens.flatMap(({ nav, href }) => (nav ? [{ ...nav, href }] : [])),
  ...helpLinks.map(({ href, ...link }) => ({ ...link, group: 'Help' as const, href: () => href })),
];

/** In the sidebar. */
export const siteLinkGroups = SITE_NAV_GROUPS.map((label) => ({
  label,
  links: siteLinks.filter(({ group }) => group === label),
}));

type Place = { label: string; href: string; icon: LucideIcon; key?: string; also?: string };

/** What spans all sites, as the command palette and the keys lead there. */
const accountPlaces: Place[] = [
  { label: 'All sites', href: screens.dashboard.href(), icon: LayoutList, key: 'w' },
  ...ownerLinks.map((link) => (link.label === 'Analytics' ? { ...link, label: 'Analytics of all sites' } : link)),
  ...accountLinks,
];

/** @returns each screen that can be gone to: those of the site with that slug, and those that span all sites. */
export function placesOf(slug: string | undefined): { site: Place[]; account: Place[] } {
  const site = slug === undefined ? [] : siteLinks.map((link) => ({ ...link, href: link.href(slug) }));
  return { site, account: accountPlaces };
}

/** The letters that lead to a screen after `g`. */
export const goLetters: ReadonlySet<string> = new Set(
  [...siteLinks, ...accountPlaces].flatMap(({ key }) => (key ? [key] : [])),
);
