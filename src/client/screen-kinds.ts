// The three kinds of screens: for everybody, for owners, and for one site of an owner. What each says of itself.
import type { LucideIcon } from 'lucide-react';
import type { FirstDataName } from '#shared/first-data.ts';
import type { Condition } from '#shared/page-data.ts';

/** The sidebar's groups, in this order: spec 2's, and where real events come from beside what they become. */
export const SITE_NAV_GROUPS = ['Main', 'Notifications', 'Events', 'Settings', 'Analytics', 'Help'] as const;

export type SiteNavGroup = (typeof SITE_NAV_GROUPS)[number];

type PublicScreen = {
  guard: 'public';
  path: string;
  href(): string;
  /** 'quiet' has no navigation and offers no account in its header; 'bare' has neither header nor footer. */
  layout: 'public' | 'quiet' | 'bare';
  /** Login never returns to an auth page. */
  isAuthPage: boolean;
  /** Its entry in the visitors' header; `href` if the link points to a section of the page. */
  nav?: { label: string; href?: string };
  /** Its entry in the owners' header and under Help in the sidebar. */
  helpNav?: { label: string; icon: LucideIcon };
  /** Prerendered at build (prerender.tsx). */
  page?: {
    /** What search engines and previews of links say about it; without one, the summary of its document. */
    description?: string;
    /** What of the installation it depends on, beyond texts. */
    varies?: readonly Condition[];
  };
};

type OwnerScreen = {
  guard: 'verified';
  path: string;
  href(): string;
  /** What it asks for first: it stands in its HTML, and is fetched as somebody is about to follow a link to it. */
  data?: readonly FirstDataName[];
  /** In the header or the account menu; `key` leads there after `g`. */
  nav?: { in: 'header' | 'account'; label: string; icon: LucideIcon; key?: string };
};

type SiteScreen = {
  guard: 'site';
  path: string;
  /** The path after the site's slug. */
  subPage: string;
  href(slug: string): string;
  /** What it asks for first: it stands in its HTML, and is fetched as somebody is about to follow a link to it. */
  data?: readonly FirstDataName[];
  /** In the sidebar; `key` leads there after `g`. */
  /** `also`: what people may call it in a search. */
  nav?: { group: SiteNavGroup; label: string; icon: LucideIcon; key?: string; also?: string };
  /** Its tab on the screen that Performance, Reports and Documentation share (spec 2). */
  tab?: string;
};

type GivenPublic = Pick<PublicScreen, 'path'> & Partial<PublicScreen>;

/** A screen for everyone. */
export const forAll = (screen: GivenPublic): PublicScreen => ({
  guard: 'public',
  layout: 'public',
  isAuthPage: false,
  href: () => screen.path,
  ...screen,
});

/** A screen for logged-in users with a verified email. */
export const forOwner = (screen: Omit<OwnerScreen, 'guard' | 'href'>): OwnerScreen => ({
  guard: 'verified',
  href: () => screen.path,
  ...screen,
});

/** A screen of one site, under the site's slug. */
export const forSite = (screen: Omit<SiteScreen, 'guard' | 'href' | 'path'>): SiteScreen => ({
  guard: 'site',
  path: `/:siteSlug/${screen.subPage}`,
  href: (slug) => `/${slug}/${screen.subPage}`,
  ...screen,
});
