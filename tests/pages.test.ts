// The public pages as a server sends them: each address with its status, complete without JavaScript, and no link that
// leads nowhere.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { readPageData } from '#server/domain/meta.ts';
import { readApiFiles } from '#server/http/api-files.ts';
import { readPages } from '#server/http/pages.ts';
import { readClient } from '#server/http/static.ts';
import { RESERVED_SLUGS } from '#shared/slug.ts';
import { startApp } from '#tests/support/apps.ts';
import { CONNECTION } from '#tests/support/embed.ts';

const FOLDER = 'dist/client';
const HOSTILE = `</script><b>"Oak" & Iron's</b>`;

/** @returns what asks a new server for a page as a person's browser does. */
async function openPages(environment: Record<string, string> = {}) {
  const { deps } = await startApp(environment);
  const client = readClient(FOLDER, readPages(FOLDER, readPageData(deps)));
  const server = createApp(deps, { api: readApiFiles('dist/api'), client });
  return async (path: string) => {
    const response = await server.request(path, { headers: { accept: 'text/html' } }, CONNECTION);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

const index = () =>
  JSON.parse(readFileSync(`${FOLDER}/pages/index.json`, 'utf8')) as {
    pages: Record<string, unknown>;
    screens: Record<string, { scripts: string[] }>;
    inline: { style: string; script: string };
  };
/** In the content policy's words. */
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const paths = () => Object.keys(index().pages);
const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text);
const titleOf = (html: string) => found(html, /<title>(.*?)<\/title>/g)[0];

/** What a page says of its card: whether it describes it, and its size. */
const cardIn = (html: string) => {
  const property = (name: string) =>
    found(html, new RegExp(`<meta property="og:image:${name}" content="([^"]+)"`, 'g'));
  expect(property('alt')).toHaveLength(1);
  return { width: Number(property('width')[0]), height: Number(property('height')[0]) };
};
/** @returns the size of a PNG, which stands in its first bytes. */
const sizeOf = (file: string) => {
  const bytes = readFileSync(file);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

const ADDRESSES: [path: string, status: number][] = [
  ['/', 200],
  ['/pricing', 200],
  ['/Pricing/', 200],
  ['/support/rules', 200],
  ['/login', 200],
  ['/dashboard', 200],
  ['/testing/rules', 200],
  ['/oak-and-iron/dashboard', 200],
  ['/oak-and-iron/anything', 200],
  ['/oak-and-iron/sources/one', 200],
  ['/oak-and-iron/sources/one/x', 404],
  ['/oak-and-iron', 404],
  ['/proof', 200],
  ['/proof/some-site/some-notification', 200],
  ['/proof/some-site', 404],
  ['/proof/a/b/c', 404],
  ['/about/x', 404],
  ['/blog/none', 404],
  ['/support/none', 404],
  ['/testing/none', 404],
  ['/dashboard/none', 404],
  ['/oak-and-iron/dashboard/x', 404],
  ['/a/b/c/d', 404],
  ['/missing.html', 404],
  ['/index.html', 404],
];

it('an address is a page, a screen, a site’s page, or a 404 with the not-found page', async () => {
  const open = await openPages();
  for (const [path, status] of ADDRESSES) {
    const answer = await open(path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(titleOf(answer.text) === 'Page not found · Proofbell').toBe(status === 404);
    expect(answer.text.includes('Page not found</h1>')).toBe(status === 404);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});

it('no reserved word is a site', async () => {
  const open = await openPages();
  const { pages, screens } = index();
  for (const first of RESERVED_SLUGS) {
    const path = `/${first}/none`;
    if (!pages[path] && !screens[path]) expect([path, (await open(path)).status]).toEqual([path, 404]);
  }
});

it('each page is complete without JavaScript: title, description, one heading, where it is, and no placeholder', async () => {
  const open = await openPages({
    OPERATOR_NAME: HOSTILE,
    OPERATOR_ADDRESS: HOSTILE,
    CONTACT_EMAIL: 'hello@oak.example',
  });
  const titles = new Set<string>();
  const { style, script } = index().inline;
  for (const path of [...paths(), '/not/a/page']) {
    const { text, headers } = await open(path);
    const isPage = path !== '/not/a/page';
    titles.add(titleOf(text) ?? '');
    expect([path, found(text, /<h1[^>]*>(.+?)<\/h1>/gs).length]).toEqual([path, 1]);
    expect([path, /\.invalid|[⟦⟧]/.exec(text)]).toEqual([path, null]);
    expect([path, /<[^>]+ style="/.exec(text)]).toEqual([path, null]);
    const inline = /<(script|style)(?! src="\/)(?! type="application\/)(?! type="module" src="\/)[^>]*>(.*?)<\/\1>/gs;
    const sources = [...text.matchAll(inline)].map(([, name, held = '']) => [name, sourceOf(held)]);
    expect([path, sources]).toEqual([
      path,
      [
        ['style', style],
        ['script', script],
      ],
    ]);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${script}; style-src 'self' 'sha256-`);
    expect(policy).toContain(`' ${style}; img-src`);
    const canonical = found(text, /<link rel="canonical" href="([^"]*)"/g);
    expect(canonical).toEqual(isPage ? [`http://proofbell.test${path}`] : []);
    const description = found(text, /<meta name="description" content="([^"]*)"/g)[0] ?? '';
    if (isPage) expect([path, description.length > 20 && description.length < 200]).toEqual([path, true]);
    for (const data of found(text, /<script type="application\/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(data)).toMatchObject({ url: `http://proofbell.test${path}` });
    const [card = ''] = found(text, /<meta property="og:image" content="([^"]*)"/g);
    if (isPage) expect(cardIn(text)).toEqual(sizeOf(`${FOLDER}${new URL(card).pathname}`));
    expect(found(text, /<meta property="og:title" content="([^"]*)"/g)).toEqual(isPage ? [titleOf(text)] : []);
  }
  expect(titles.size).toBe(paths().length + 1);
});

it('a post says who wrote it and who publishes it', async () => {
  const open = await openPages();
  const posts = paths().filter((path) => path.startsWith('/blog/'));
  expect(posts.length).toBeGreaterThan(0);
  const proofbell = { '@type': 'Organization', name: 'Proofbell', url: 'http://proofbell.test/' };
  for (const path of posts) {
    const [data = ''] = found((await open(path)).text, /<script type="application\/ld\+json">(.*?)<\/script>/g);
    expect(JSON.parse(data)).toMatchObject({ '@type': 'BlogPosting', author: proofbell, publisher: proofbell });
  }
});

it('what an operator says of themselves is text, in pages and in their data', async () => {
  const open = await openPages({ OPERATOR_NAME: HOSTILE, CONTACT_EMAIL: 'hello@oak.example' });
  for (const path of paths()) {
    const { text } = await open(path);
    expect([path, text.includes('<b>"Oak"')]).toEqual([path, false]);
    const [data = ''] = found(text, /<script type="application\/json" id="page-data">(.*?)<\/script>/gs);
    expect(JSON.parse(data)).toMatchObject({ meta: { operator: { name: HOSTILE } } });
  }
  expect((await open('/support')).text).toContain('&lt;b&gt;&quot;Oak&quot; &amp; Iron&#x27;s&lt;/b&gt;');
});

it('an operator whose name and address read like placeholders is called just that', async () => {
  const open = await openPages({
    OPERATOR_NAME: '⟦data⟧⟦address⟧',
    OPERATOR_ADDRESS: '⟦operator⟧',
    CONTACT_EMAIL: 'hello@oak.example',
  });
  for (const path of paths()) {
    const { text } = await open(path);
    // In their place alone: what they would stand for is in the page once, where it belongs.
    expect([path, found(text, /("widget":)/g).length]).toEqual([path, 1]);
    const [data = ''] = found(text, /<script type="application\/json" id="page-data">(.*?)<\/script>/gs);
    expect(JSON.parse(data)).toMatchObject({
      meta: { operator: { name: '⟦data⟧⟦address⟧', address: '⟦operator⟧' } },
    });
  }
  expect((await open('/terms-of-service')).text).toContain('⟦data⟧⟦address⟧<!-- -->, who runs');
});

it('no link on any page leads nowhere, and no heading that a link names is missing', async () => {
  const open = await openPages();
  const pages = new Map<string, string>();
  for (const path of paths()) pages.set(path, (await open(path)).text);
  const links = new Set<string>();
  for (const [path, text] of pages)
    for (const href of found(text, /<(?:a|link)\b[^>]* href="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://proofbell.test${path}`);
      if (origin === 'http://proofbell.test') links.add(pathname + hash);
    }
  expect(links.size).toBeGreaterThan(30);
  for (const link of links) {
    const [path = '', id] = link.split('#');
    const { status, text } = await open(path);
    expect([link, status]).toEqual([link, 200]);
    if (id) expect([link, text.includes(`id="${id}"`)]).toEqual([link, true]);
  }
  for (const text of pages.values())
    for (const src of found(text, /<(?:img|script)\b[^>]* src="(\/[^"]*)"/g))
      expect([src, existsSync(`${FOLDER}${src}`)]).toEqual([src, true]);
});

it('says of plans what holds on this server', async () => {
  const open = await openPages({ MAX_SITES: '12', ALLOW_SANDBOX_PAYMENTS: '1' });
  const { text } = await open('/pricing');
  expect(text).toContain('Free includes 12 sites on this server');
  expect(found(text, />(No more sites than Free)</g)).toHaveLength(2);
  expect(text).toContain('Test mode');
  const cells = found((await open('/')).text, /<td[^>]*>([^<]+ sites?)<\/td>/g);
  expect(cells).toEqual(['12 sites', '3 sites', '10 sites', '50 sites']);
});

it('links to Contact at the foot of every page where that has anything to say', async () => {
  for (const [env, reach] of [
    [{}, 'none'],
    [{ OPERATOR_NAME: 'Oak' }, 'none'],
    [{ OPERATOR_ADDRESS: '1 Mill Lane' }, 'open'],
    [{ CONTACT_EMAIL: 'hello@oak.example' }, 'open'],
  ] as const) {
    const open = await openPages(env);
    for (const path of ['/', '/faq', '/not/a/page'])
      expect([path, found((await open(path)).text, /data-reach="(\w+)"/g)]).toEqual([path, [reach]]);
  }
});

it('tells search engines of every page, and of nothing else', async () => {
  const open = await openPages();
  const sitemap = await open('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toContain('xml');
  expect(found(sitemap.text, /<loc>(.*?)<\/loc>/g)).toEqual(paths().map((path) => `http://proofbell.test${path}`));
  const robots = await open('/robots.txt');
  expect(robots.headers.get('content-type')).toContain('text/plain');
  expect(robots.text).toContain('Sitemap: http://proofbell.test/sitemap.xml');
  const feed = await open('/blog/feed.xml');
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect((await open('/blog')).text).toContain('type="application/rss+xml"');
  const posts = paths().filter((path) => path.startsWith('/blog/'));
  expect(found(feed.text, /<guid>(.*?)<\/guid>/g)).toEqual(posts.map((path) => `http://proofbell.test${path}`));
  expect(found(feed.text, /<pubDate>(.*?)<\/pubDate>/g).every((day) => !Number.isNaN(Date.parse(day)))).toBe(true);
  expect(feed.text).not.toMatch(/<(?:title|description)>[^<]*[<&](?!amp;|lt;|quot;|\/)/);
  for (const hidden of ['/pages/index.json', '/.vite/manifest.json']) {
    expect((await open(hidden)).text).not.toMatch(/"(?:varies|isEntry)"/);
  }
});
