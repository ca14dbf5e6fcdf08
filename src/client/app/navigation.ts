// The links in header, menus and sidebar, derived from the table of screens.
import { ownerScreens, publicScreens, SITE_NAV_GROUPS, siteScreens } from '../screens.ts';

const ownerNav = ownerScreens.flatMap(({ nav, href }) => (nav ? [{ ...nav, href: href() }] : []));

/** In the header for visitors. */
export const visitorLinks = publicScreens.flatMap(({ nav, href }) => (nav ? [{ href: href(), ...nav }] : []));

/** In the header for owners: everything that spans all their sites. */
export const ownerLinks = ownerNav.filter((link) => link.in === 'header');

/** In the account menu. */
export const accountLinks = ownerNav.filter((link) => link.in === 'account');

const siteLinks = siteScreens.flatMap(({ nav, href }) => (nav ? [{ ...nav, href }] : []));

export type SiteLink = (typeof siteLinks)[number];

/** In the sidebar; groups without a screen are left out. */
export const siteLinkGroups = SITE_NAV_GROUPS.map((label) => ({
  label,
  links: siteLinks.filter(({ group }) => group === label),
})).filter(({ links }) => links.length > 0);
