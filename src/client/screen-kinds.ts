// The three kinds of screens: for everybody, for owners, and for one site of an owner. What each says of itself.
import type { LucideIcon } from 'lucide-react';
import type { FirstData } from '#client/data/prefetch.ts';
import type { Condition } from '#shared/page-data.ts';
import type { SiteNavGroup } from './screens.ts';

type Load = () => Promise<unknown>;

type PublicScreen<L> = {
  guard: 'public';
  path: string;
  href(): string;
  /** 'bare' has neither header nor footer. */
  layout: 'public' | 'bare';
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
  load: L;
};

type OwnerScreen<L> = {
  guard: 'verified';
  path: string;
  href(): string;
  /** What it asks for first, fetched as somebody is about to follow a link to it. */
  data?: readonly FirstData[];
  /** In the header or the account menu; `key` leads there after `g`. */
  nav?: { in: 'header' | 'account'; label: string; icon: LucideIcon; key?: string };
  load: L;
};

type SiteScreen<L> = {
  guard: 'site';
  path: string;
  /** The path after the site's slug. */
  subPage: string;
  href(slug: string): string;
  /** What it asks for first, fetched as somebody is about to follow a link to it. */
  data?: readonly FirstData[];
  /** In the sidebar; `key` leads there after `g`. */
  nav?: { group: SiteNavGroup; label: string; icon: LucideIcon; key?: string };
  /** Its tab on the screen that Performance, Reports and Documentation share (spec 2). */
  tab?: string;
  load: L;
};

type GivenPublic<L> = Pick<PublicScreen<L>, 'path' | 'load'> & Partial<PublicScreen<L>>;

/** A screen for everyone. */
export const forAll = <L extends Load>(screen: GivenPublic<L>): PublicScreen<L> => ({
  guard: 'public',
  layout: 'public',
  isAuthPage: false,
  href: () => screen.path,
  ...screen,
});

/** A screen for logged-in users with a verified email. */
export const forOwner = <L extends Load>(screen: Omit<OwnerScreen<L>, 'guard' | 'href'>): OwnerScreen<L> => ({
  guard: 'verified',
  href: () => screen.path,
  ...screen,
});

/** A screen of one site, under the site's slug. */
export const forSite = <L extends Load>(screen: Omit<SiteScreen<L>, 'guard' | 'href' | 'path'>): SiteScreen<L> => ({
  guard: 'site',
  path: `/:siteSlug/${screen.subPage}`,
  href: (slug) => `/${slug}/${screen.subPage}`,
  ...screen,
});
