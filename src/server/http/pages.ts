// The prerendered public pages: which address has one, and which is a screen of the app, a site's page or nothing. They are
// read once, at start, and what depends on this installation is filled in (shared/page-data.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Condition, conditionsOf, fillPage, type PageData, variantOf } from '#shared/page-data.ts';
import { DEEP_SITE_PAGES, RESERVED_SLUGS } from '#shared/slug.ts';
import type { InlineSources } from './security-headers.ts';

/** All addresses that have a page or a screen, as build/pages.ts writes it. */
export type PageIndex = {
  /** By path: what the file depends on, and its name without variant. */
  pages: Record<string, { file: string; varies: readonly Condition[] }>;
  /** Fixed addresses that React shows by itself. */
  screens: string[];
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
  /** @returns the page at a path; 'app' if React shows something there, null if nothing is. */
  find(path: string): string | 'app' | null;
};

/** Where the mark of a notification leads (client/everybodys-screens.ts); whether there is a proof, the page says. */
const PROOF = /^\/proof\/[^/]+\/[^/]+$/;

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
  const screens = new Set(index.screens);
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
      if (screens.has(path) || PROOF.test(path)) return 'app';
      // Whether there are such a site and page, the app tells its owner.
      const [, first = '', second, ...rest] = path.split('/');
      const isPage = second && rest.length <= (DEEP_SITE_PAGES.has(second) ? 1 : 0);
      return isPage && isFree(first) ? 'app' : null;
    },
  };
}
