// Where guides are, and where the links of documents lead: to other documents and to the app's screens.
import { publicScreens, screens } from '../screens.ts';

/**
 * @param slug of the site in whose documentation it is read; without one, its public page.
 * @param section the id of one of its headings.
 */
export const guideHref = (guide: string, slug?: string, section?: string): string =>
  slug === undefined ? screens.supportGuide.href(guide, section) : screens.siteDocumentation.href(slug, guide, section);

/** @returns the address of a page of content/, such as 'faq'; null if there is none. */
function pageHref(page: string, section?: string): string | null {
  const screen = publicScreens.find(({ path }) => path === `/${page}`);
  return screen ? `${screen.href()}${section ? `#${section}` : ''}` : null;
}

/** @returns the address of a screen; null for one of a site where there is none. */
function screenHref(name: string, slug?: string): string | null {
  const screen = Object.entries(screens).find(([each]) => each === name)?.[1];
  if (screen?.guard !== 'site') return screen?.href() ?? null;
  return slug === undefined ? null : screen.href(slug);
}

/**
 * @param link as the build writes it: `guide:rules#trial`, `page:faq`, `post:…`, `screen:siteRules`, or an address.
 * @param slug of the site in whose documentation it stands; without one it stands on a public page.
 * @returns the address; null for what only an owner's site has, which public pages name without a link.
 */
export function documentHref(link: string, slug?: string): string | null {
  const [, kind, name = '', section] = /^(guide|page|post|screen):([^#]+)(?:#(.*))?$/.exec(link) ?? [];
  if (kind === 'guide') return guideHref(name, slug, section);
  if (kind === 'page') return pageHref(name, section);
  if (kind === 'post') return screens.blogPost.href(name, section);
  return kind === 'screen' ? screenHref(name, slug) : link;
}

/** What pages are made with, by the names of the guides: `install-…`. */
export const PLATFORMS = [
  { value: 'html', label: 'Plain HTML' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'webflow', label: 'Webflow' },
  { value: 'wix', label: 'Wix' },
  { value: 'squarespace', label: 'Squarespace' },
  { value: 'google-tag-manager', label: 'Google Tag Manager' },
  { value: 'react', label: 'React or Next.js' },
];
