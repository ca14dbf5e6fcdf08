// Texts and files sent from memory, with an ETag. The built client is read at start with its compressed copies
// (build/client.ts), its hashed assets are cached forever, and index.html is sent for every screen, since the client does
// the routing, with the names of the scripts that the screen needs and, for its owner, what it asks for first; public pages have files of their own (pages.ts). Texts
// made here are compressed on first use. Not Hono's serveStatic, which sends no ETag and no 304, ignores `br;q=0.5`, and
// reads the disk on every request.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Handler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { FIRST_DATA_ID } from '#shared/first-data.ts';
import { isNoneMatch, makeNegotiator } from './encoding.ts';
import type { FindFirstData } from './first-data.ts';
import { HTML, type Pages, type Screen } from './pages.ts';
import type { HttpEnv } from './request-context.ts';
import type { InlineSources } from './security-headers.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type StaticFile = {
  bytes: Bytes;
  type: string;
  etag: string;
  isHashed: boolean;
  packed?: { br: Bytes | Promise<Bytes>; gzip: Bytes | Promise<Bytes> };
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const negotiate = makeNegotiator();
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|xml|rss|manifest)|image\/svg)/;

/** What is smaller fits in one packet either way, and may grow as it is compressed. */
const COMPRESSIBLE_FROM = 256;
const isCompressible = ({ type, bytes }: StaticFile) => COMPRESSIBLE.test(type) && bytes.length >= COMPRESSIBLE_FROM;

const makeFile = (bytes: Bytes, type: string, isHashed: boolean): StaticFile => ({
  bytes,
  type,
  etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  isHashed,
});

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).replaceAll('\\', '/')}`;
    // For the server only: pages are sent filled in, and the manifest is the build's own.
    if (/^\/(?:pages|\.vite)\//.test(name)) continue;
    const type = getMimeType(name) ?? 'application/octet-stream';
    files.set(name, makeFile(new Uint8Array(readFileSync(path)), type, name.startsWith('/assets/')));
  }
  for (const [name, file] of files) {
    const [brotli, gzipped] = [files.get(`${name}.br`), files.get(`${name}.gz`)];
    if (!brotli || !gzipped) continue;
    file.packed = { br: brotli.bytes, gzip: gzipped.bytes };
    files.delete(`${name}.br`);
    files.delete(`${name}.gz`);
  }
  return files;
}

/** Compresses what has no copies, on first use and while somebody waits, so at quality 9 instead of the build's 11. */
function pack(file: StaticFile) {
  file.packed ??= {
    br: toBrotli(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: toGzip(file.bytes, { level: 9 }),
  };
  return file.packed;
}

/** Browsers get a page, programs a word. */
const NOT_FOUND_VARIES = 'Accept, Accept-Encoding';

/**
 * The small font, under a name that pages know which no build made: those of page.ts. One that a browser has kept serves as
 * well as today's.
 */
export const FONT_PATH = '/inter.woff2';

/** @returns the file in the client's best encoding, or 304 if the client has it. */
async function send(c: Context<HttpEnv>, file: StaticFile, status: 200 | 404 = 200): Promise<Response> {
  const encoding = isCompressible(file) ? negotiate(c.req.header('accept-encoding')) : 'identity';
  // One tag per encoding, or a cache could mix them up and serve unreadable bytes.
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: status === 404 ? NOT_FOUND_VARIES : 'Accept-Encoding',
  };
  if (status === 200 && isNoneMatch(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  if (encoding === 'identity') return c.body(file.bytes, status, headers);
  return c.body(await pack(file)[encoding], status, { ...headers, 'content-encoding': encoding });
}

/** @param make is called once, for the first request. @returns a handler for GET of a text that never changes. */
export function textFile(type: string, make: () => string): Handler<HttpEnv> {
  let file: StaticFile | undefined;
  return (c) => {
    file ??= makeText(make(), type);
    return send(c, file);
  };
}

/** @returns a handler for GET of bytes that never change while the server runs. */
export function bytesFile(type: string, bytes: Bytes): Handler<HttpEnv> {
  const file = makeFile(bytes, type, false);
  return (c) => send(c, file);
}

const encoder = new TextEncoder();
const makeText = (text: string, type: string) => makeFile(encoder.encode(text), type, false);

/** @returns index.html of a screen, so that its scripts are fetched together with the shell, which would ask for them later. */
const appPage = (html: string, { scripts }: Screen): string =>
  html.replace(
    '</head>',
    `${scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')}</head>`,
  );

/** Made anew for each of its readers, so quickly rather than as small as possible. */
const DATA_QUALITY = 5;

/** @returns a screen's HTML for whoever is logged in. No cache keeps it, nor does the browser, for whoever comes next. */
async function sendFilled(
  c: Context<HttpEnv>,
  html: string,
  { data, headers }: NonNullable<Awaited<ReturnType<FindFirstData>>>,
): Promise<Response> {
  // In a script element, which ends at the first `</`, whatever stands around it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="${FIRST_DATA_ID}">${json}</script>`;
  const bytes = encoder.encode(html.replace('</body>', () => `${script}</body>`));
  const encoding = negotiate(c.req.header('accept-encoding'));
  for (const [name, value] of headers) c.header(name, value, { append: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: DATA_QUALITY };
  const packed =
    encoding === 'br' ? await toBrotli(bytes, { params }) : encoding === 'gzip' ? await toGzip(bytes) : bytes;
  return c.body(packed, 200, {
    'content-type': HTML,
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Cookie',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
}

/** Serves the built client, and lists the inline content of its pages that their content policy must allow. */
export type Client = { makeHandler(findFirstData?: FindFirstData): Handler<HttpEnv>; inline: InlineSources };

/**
 * @param folder the built client, read immediately.
 * @param pages the public pages in it.
 * @returns what makes a handler that answers with the file or page, index.html for a screen, or 404.
 */
export function readClient(folder: string, pages: Pages): Client {
  const files = readFiles(folder);
  const font = [...files].find(([name]) => name.startsWith('/assets/inter-basic-'));
  if (font) files.set(FONT_PATH, font[1]);
  for (const [path, { text, type }] of pages.files) files.set(path, makeText(text, type));
  const html = new TextDecoder().decode(files.get('/index.html')?.bytes);
  // Sent for screens, it is no page of its own.
  files.delete('/index.html');
  const screens = new Map<Screen, { html: string; file: StaticFile }>();
  const appOf = (screen: Screen) => {
    const known = screens.get(screen);
    if (known) return known;
    const text = appPage(html, screen);
    const made = { html: text, file: makeText(text, HTML) };
    screens.set(screen, made);
    return made;
  };
  const notFound = makeText(pages.notFound, HTML);
  const makeHandler: Client['makeHandler'] = (findFirstData) => async (c) => {
    const { path } = c.req;
    const file = files.get(path);
    if (file) return send(c, file);
    const found = pages.find(path);
    const page = typeof found === 'string' && files.get(found);
    if (page) return send(c, page);
    if (found && typeof found !== 'string') {
      const app = appOf(found);
      const first = await findFirstData?.(c, found);
      return first ? sendFilled(c, app.html, first) : send(c, app.file);
    }
    // While servers of two versions run, an asset that is missing here may be there a moment later.
    if (!c.req.header('accept')?.includes('text/html'))
      return c.text('Not found', 404, { 'cache-control': 'no-store', vary: NOT_FOUND_VARIES });
    return send(c, notFound, 404);
  };
  return { makeHandler, inline: pages.inline };
}
