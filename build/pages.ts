// Prerenders the public pages, after the client is built: HTML with a small script of its own, which loads the client when
// somebody touches the page. dist/client/pages has one file for each page and variant, the texts around them (sitemap, feed
// and robots.txt), and index.json, by which the server finds them (src/server/http/pages.ts).
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PrerenderedPage, RenderedPage } from '#client/prerender.tsx';
import type { PageIndex } from '#server/http/pages.ts';
import { policySourceOf } from '#server/http/security-headers.ts';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { combinationsOf, DATA_PLACEHOLDER, PUBLIC_URL_PLACEHOLDER, variantOf } from '#shared/page-data.ts';
import { PAGE_FILES } from './client.ts';
import { type FirstPaint, makeFirstPaint } from './first-paint.ts';

const CLIENT = 'dist/client';
const PAGES = join(CLIENT, 'pages');

type Prerender = typeof import('#client/prerender.tsx');
type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean; imports?: string[] }>;

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

function write(name: string, text: string): void {
  const path = join(PAGES, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Radix's style attributes in groups of choices, which the content policy refuses in HTML. app.css says the same. */
const RADIX_STYLES =
  / style="(?:outline:none|position:absolute;pointer-events:none;opacity:0;margin:0;transform:translateX\(-100%\))"/g;

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** @returns the names of the files that a page needs, from what was built. */
function readAssets() {
  const manifest = readJson<Manifest>(join(CLIENT, '.vite/manifest.json'));
  const [start, ...others] = globSync('assets/start-*.js', { cwd: CLIENT });
  // By the order of hashes it would be any of them.
  if (others.length > 0) throw new Error(`More than one file starts pages: ${[start, ...others].join(', ')}`);
  const app = manifest['index.html'];
  const [css] = app?.css ?? [];
  if (!app || !start || !css)
    throw new Error('The client has no entry or style sheet, or its pages have no first script');
  const prose = Object.values(manifest).flatMap(({ css = [] }) => css.filter((file) => file !== app.css?.[0]));
  return { app: app.file, start, css, prose: [...new Set(prose)] };
}

type Assets = ReturnType<typeof readAssets>;

/** @returns what the server has to know of each screen, by its path. */
function readScreens(listed: ReturnType<Prerender['listScreens']>): PageIndex['screens'] {
  const scripts = readJson<Record<string, string[]>>(join(CLIENT, PAGE_FILES));
  const source = readFileSync('src/client/pages.ts', 'utf8');
  const sources = new Map(
    [...source.matchAll(/^ {2}(\w+): \(\) => import\('\.\/(.+)'\)/gm)].map(([, name, file]) => [name, file]),
  );
  const screens = listed.map(({ name, path, ...screen }) => {
    const needed = scripts[sources.get(name) ?? ''];
    if (!needed) throw new Error(`The page of the screen ${name} was not found in the build`);
    return [path, { scripts: needed, ...screen }] as const;
  });
  return Object.fromEntries(screens);
}

const FEED = '/blog/feed.xml';

/** What public/social-card.png shows, and its size. */
const CARD = {
  alt: 'Proofbell: What really happened, said quietly. Honest social proof for your shop.',
  width: '1200',
  height: '630',
};

/** @returns what is in the head for search engines and previews of links. */
function metaOf({ path, description, date }: PrerenderedPage, title: string): string {
  const url = `${PUBLIC_URL_PLACEHOLDER}${path}`;
  const properties = {
    'og:site_name': 'Proofbell',
    'og:type': date ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': `${PUBLIC_URL_PLACEHOLDER}/social-card.png`,
    'og:image:alt': CARD.alt,
    'og:image:width': CARD.width,
    'og:image:height': CARD.height,
    ...(date && { 'article:published_time': date }),
  };
  return [
    `<meta name="description" content="${escapeText(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeText(value)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(path.startsWith('/blog')
      ? [`<link rel="alternate" type="application/rss+xml" title="Proofbell blog" href="${FEED}" />`]
      : []),
    ...structuredDataOf(path, url, description, title, date),
  ].join('\n    ');
}

const PROOFBELL = { '@type': 'Organization', name: 'Proofbell', url: `${PUBLIC_URL_PLACEHOLDER}/` };

/** @returns what search engines read as data: what the product is, and what a post is. */
function structuredDataOf(path: string, url: string, description: string, title: string, date?: string): string[] {
  const common = { '@context': 'https://schema.org', url, description };
  const product = { '@type': 'SoftwareApplication', name: 'Proofbell', applicationCategory: 'BusinessApplication' };
  const data =
    path === '/'
      ? { ...common, ...product, operatingSystem: 'Any with Node.js', isAccessibleForFree: true }
      : date && {
          ...common,
          '@type': 'BlogPosting',
          headline: title.replace(/ · Proofbell$/, ''),
          datePublished: date,
          // The posts come with the product, whoever runs it.
          author: PROOFBELL,
          publisher: PROOFBELL,
        };
  return data ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`] : [];
}

/** @param template the client's own page, as built. */
function composePage(
  template: string,
  page: PrerenderedPage | null,
  { html, title, documents }: RenderedPage,
  assets: Assets,
  first: FirstPaint,
) {
  const styles = [first.rest, ...(documents.length > 0 ? assets.prose : [])];
  return template
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeText(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () =>
      page ? metaOf(page, title) : '<meta name="robots" content="noindex" />',
    )
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<!-- Before the styles[^>]*-->\s*<script src="\/theme.js"><\/script>\s*/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${first.style}</style><script>${first.script}</script></head>`)
    .replace(/\s*<noscript>.*?<\/noscript>/, '')
    .replace(
      '<div id="root"></div>',
      () => `<div id="root"${page ? ` data-hydrate data-documents="${documents.join(' ')}"` : ''}>${html}</div>
    <noscript>${styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')}</noscript>
    <script type="application/json" id="page-data">${DATA_PLACEHOLDER}</script>
    <script type="module" src="/${assets.start}" data-app="/${assets.app}" data-styles="${styles.map((file) => `/${file}`).join(' ')}"></script>`,
    );
}

const sitemapOf = (pages: readonly PrerenderedPage[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path, date }) => `  <url><loc>${PUBLIC_URL_PLACEHOLDER}${path}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>`).join('\n')}
</urlset>
`;

/** @param posts the newest first. */
const feedOf = (posts: ReturnType<Prerender['listPosts']>): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>Proofbell blog</title>
  <link>${PUBLIC_URL_PLACEHOLDER}/blog</link>
  <description>Social proof that is true: how to install it, word it, measure it and keep it fast.</description>
  <language>en-US</language>
  <atom:link href="${PUBLIC_URL_PLACEHOLDER}${FEED}" rel="self" type="application/rss+xml" />
${posts
  .map(
    ({ path, title, summary, date }) => `  <item>
    <title>${escapeText(title)}</title>
    <link>${PUBLIC_URL_PLACEHOLDER}${path}</link>
    <guid>${PUBLIC_URL_PLACEHOLDER}${path}</guid>
    <pubDate>${new Date(date).toUTCString()}</pubDate>
    <description>${escapeText(summary)}</description>
  </item>`,
  )
  .join('\n')}
</channel>
</rss>
`;

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /sandbox/

Sitemap: ${PUBLIC_URL_PLACEHOLDER}/sitemap.xml
`;

/** Renders and writes all pages. @throws when one can't be rendered, or would break the content policy. */
export async function buildPages(): Promise<void> {
  const { listPages, listPosts, listScreens, renderPage, UNKNOWN_PATH } = (await import(
    pathToFileURL('dist/prerender/prerender.js').href
  )) as Prerender;
  const template = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const assets = readAssets();
  const known = {
    version: readJson<{ version: string }>('package.json').version,
    widget: readJson<WidgetBuild>('dist/widget/widget.json'),
  };
  const rendered: { file: string; page: PrerenderedPage | null; content: RenderedPage }[] = [];
  const render = async (path: string, page: PrerenderedPage | null, file: string) => {
    const varies = page?.varies ?? [];
    for (const values of combinationsOf(varies)) {
      const content = await renderPage(path, values, known);
      content.html = content.html.replace(RADIX_STYLES, '');
      const styled = /<[^>]+ style="[^>]*>/.exec(content.html);
      if (styled) throw new Error(`${path}: the content policy refuses the style attribute of ${styled[0]}`);
      const variant = variantOf(varies, values);
      rendered.push({ file: `${file}${variant && `~${variant}`}.html`, page, content });
    }
  };
  const pages: PageIndex['pages'] = {};
  const listed = listPages();
  for (const page of listed) {
    const file = page.path === '/' ? 'home' : page.path.slice(1);
    await render(page.path, page, file);
    pages[page.path] = { file, varies: page.varies };
  }
  await render(UNKNOWN_PATH, null, '404');
  const bodies = rendered.map(({ content }) => content.html);
  const first = await makeFirstPaint(CLIENT, assets, bodies);
  for (const { file, page, content } of rendered) write(file, composePage(template, page, content, assets, first));
  write('sitemap.xml', sitemapOf(listed));
  write('blog/feed.xml', feedOf(listPosts()));
  write('robots.txt', ROBOTS);
  const inline = { style: policySourceOf(first.style), script: policySourceOf(first.script) };
  write('index.json', JSON.stringify({ pages, screens: readScreens(listScreens()), inline } satisfies PageIndex));
}
