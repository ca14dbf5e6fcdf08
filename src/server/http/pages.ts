// The prerendered public pages: which address has one, and which is a screen of the app, a site's page or nothing. They are
// read once, at start, and what depends on this installation is filled in (shared/page-data.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstDataName } from '#shared/first-data.ts';
import { type Condition, conditionsOf, fillPage, type PageData, variantOf } from '#shared/page-data.ts';
import { DEEP_SITE_PAGES, RESERVED_SLUGS } from '#shared/slug.ts';
import type { InlineSources } from './security-headers.ts';

/** What React shows by itself. */
export type Screen = {
  /** The client's files that it needs beyond the shell. */
  scripts: readonly string[];
  /** Whether one has to be logged in. */
  isForOwners: boolean;
  /** What it asks for first. */
  data?: readonly FirstDataName[];
};

/** All addresses that have a page or a screen, as build/pages.ts writes it. */
export type PageIndex = {
  /** By path: what the file depends on, and its name without variant. */
  pages: Record<string, { file: string; varies: readonly Condition[] }>;
  /** By path, with parameters as the app's router writes them. */
  screens: Record<string, Screen>;
  inline: InlineSources;
};

export const HTML = 'text/html; charset=utf-8';

/** Texts around the pages, by their addresses, and their types. */
const TEXTS = {
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/blog/feed.xml': 'application/rss+xml; charset=utf-8',
};

type PageFile = { text: string; type: string };

export type Pages = {
  /** By path, filled in. */
  files: ReadonlyMap<string, PageFile>;
  notFound: string;
  /** For their content policy. */
  inline: InlineSources;
  /** @returns the path of the page at an address, or the screen; null if nothing is there. */
  find(path: string): string | Screen | null;
};

/** Where the mark of a notification leads (client/everybodys-screens.ts); whether there is a proof, the page says. */
const PROOF = /^\/proof\/[^/]+\/[^/]+$/;
const PROOF_SCREEN = '/proof/:siteId/:notificationId';

/** What the app says of an address below a site's slug that is none of its screens. */
const NO_SCREEN: Screen = { scripts: [], isForOwners: true };

const isFree = (segment: string): boolean => !segment.includes('.') && !RESERVED_SLUGS.has(segment.toLowerCase());

/**
 * @param folder the built client, with the pages in it.
 * @throws when they weren't built, or the build is of another version.
 */
export function readPages(folder: string, data: PageData): Pages {
  const read = (name: string) => readFileSync(join(folder, 'pages', name), 'utf8');
  const fill = (name: string) => fillPage(read(name), data);
  const index = JSON.parse(read('index.json')) as PageIndex;
  const values = conditionsOf(data);
  const pages = Object.entries(index.pages).map(([path, { file, varies }]) => {
    const variant = variantOf(varies, values);
    return [path, { text: fill(`${file}${variant && `~${variant}`}.html`), type: HTML }] as const;
  });
  const texts = Object.entries(TEXTS).map(([path, type]) => [path, { text: fill(path.slice(1)), type }] as const);
  const files = new Map([...pages, ...texts]);
  const screens = new Map(Object.entries(index.screens));
  /** By what follows the slug, without the names of parameters. */
  const siteScreens = new Map(
    [...screens].map(([path, screen]) => [path.replace(/^\/:siteSlug\//, '').replace(/:\w+/, ':'), screen]),
  );
  return {
    files,
    notFound: fill('404.html'),
    inline: index.inline,
    find(given) {
      // The router of the app ignores case and a last slash, too.
      let end = given.length;
      while (end > 0 && given[end - 1] === '/') end--;
      const path = given === '/' ? given : given.slice(0, end).toLowerCase();
      if (files.has(path)) return path;
      const screen = PROOF.test(path) ? screens.get(PROOF_SCREEN) : path.includes(':') ? undefined : screens.get(path);
      if (screen) return screen;
      // Whether there are such a site and page, the app tells its owner.
      const [, first = '', second, ...rest] = path.split('/');
      const isPage = second && rest.length <= (DEEP_SITE_PAGES.has(second) ? 1 : 0);
      if (!(isPage && isFree(first))) return null;
      return siteScreens.get(rest.length > 0 ? `${second}/:` : second) ?? NO_SCREEN;
    },
  };
}
