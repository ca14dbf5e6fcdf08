// The built client as browsers get it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpEnv } from './request-context.ts';
import { readClient } from './static.ts';

const HEAD = '<!doctype html><title>Proofbell</title>';
const PAGE = `${HEAD}</head>${' '.repeat(300)}`;
const SCREEN_PAGE = PAGE.replace(HEAD, `${HEAD}<link rel="modulepreload" crossorigin href="/assets/main-abc.js">`);
const ABOUT = '<!doctype html><title>About</title>';
const NOT_FOUND = '<!doctype html><title>Not found</title>';
const SMALL = 'User-agent: *\nDisallow: /api/\n';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))});`;
const COPIES = { br: brotliCompressSync(`${SCRIPT}// br`), gzip: gzipSync(`${SCRIPT}// gzip`) };
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

let folder: string;
let app: Hono<HttpEnv>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-static-'));
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  writeFileSync(join(folder, 'client', 'index.html'), PAGE);
  writeFileSync(join(folder, 'client', 'assets', 'main-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'client', 'assets', 'shell-abc.js'), SCRIPT);
  // Not what the server itself would make of it, so that a test sees whose bytes are sent.
  writeFileSync(join(folder, 'client', 'assets', 'shell-abc.js.br'), COPIES.br);
  writeFileSync(join(folder, 'client', 'assets', 'shell-abc.js.gz'), COPIES.gzip);
  writeFileSync(join(folder, 'client', 'logo.png'), PICTURE);
  writeFileSync(join(folder, 'client', 'robots.txt'), SMALL);
  app = new Hono<HttpEnv>();
  const files = new Map([['/about', { text: ABOUT, type: 'text/html; charset=utf-8' }]]);
  const screen = { scripts: ['assets/main-abc.js'], isForOwners: true };
  const find = (path: string) => (files.has(path) ? path : /unknown|\./.test(path) ? null : screen);
  const inline = { style: '', script: '' };
  app.get('*', readClient(join(folder, 'client'), { files, notFound: NOT_FOUND, inline, find }).makeHandler());
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await app.request(path, { headers, method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

it('serves index.html for every screen, with the scripts that it needs, revalidated each time', async () => {
  for (const path of ['/', '/login', '/my-shop/notifications', '/blog/post-1', '/api-guide']) {
    const { status, headers, bytes } = await get(path);
    expect([path, status, bytes.toString()]).toEqual([path, 200, SCREEN_PAGE]);
    expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(headers.get('cache-control')).toBe('no-cache');
  }
});

it('responds 404 for a missing file, and never serves anything outside its folder', async () => {
  const paths = ['/missing.js', '/assets/old-abc.css', '/favicon.ico', '/a/b.map'];
  const outside = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/secret.txt',
  ];
  for (const path of [...paths, ...outside]) {
    const { status, headers, bytes } = await get(path);
    expect([path, status, bytes.toString()]).toEqual([path, 404, 'Not found']);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

it('serves a page of its own, and to browsers the not-found page with a 404, also where a file is missing', async () => {
  const page = await get('/about');
  expect([page.status, page.bytes.toString(), page.headers.get('cache-control')]).toEqual([200, ABOUT, 'no-cache']);
  for (const path of ['/unknown', '/unknown/x', '/unknown.html', '/index.html']) {
    const { status, bytes, headers } = await get(path, { accept: 'text/html,*/*' });
    expect([path, status, bytes.toString()]).toEqual([path, 404, NOT_FOUND]);
    // What is sent depends on both, and a cache in between must know.
    for (const accept of ['text/html', '*/*']) {
      expect((await get(path, { accept })).headers.get('vary')).toBe('Accept, Accept-Encoding');
    }
    // A page that is not there may be there later.
    expect((await get(path, { accept: 'text/html', 'if-none-match': headers.get('etag') ?? '' })).status).toBe(404);
  }
});

it('lets hashed assets be cached forever', async () => {
  const { headers, bytes } = await get('/assets/main-abc.js');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toContain('javascript');
  expect(bytes.toString()).toBe(SCRIPT);
});

it('compresses text as the browser prefers, and sends images and the smallest files as they are', async () => {
  const script = (accept: string) => get('/assets/main-abc.js', { 'accept-encoding': accept });
  const brotli = await script('gzip, deflate, br');
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
  const gzip = await script('gzip');
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
  expect(new Set([brotli, gzip, await script('')].map(({ headers }) => headers.get('etag'))).size).toBe(3);
  for (const accept of ['', 'identity', 'br;q=0', 'gzip;q=0, br;q=0.0']) {
    expect((await script(accept)).headers.get('content-encoding')).toBeNull();
  }
  expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
  const picture = await get('/logo.png', { 'accept-encoding': 'br' });
  expect([picture.headers.get('content-encoding'), picture.headers.get('content-type')]).toEqual([null, 'image/png']);
  expect(picture.bytes).toEqual(PICTURE);
  const small = await get('/robots.txt', { 'accept-encoding': 'br' });
  expect([small.headers.get('content-encoding'), small.bytes.toString()]).toEqual([null, SMALL]);
});

it('sends the copies that the build compressed, under the name of the file alone', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const { headers, bytes } = await get('/assets/shell-abc.js', { 'accept-encoding': encoding });
    expect([headers.get('content-encoding'), bytes]).toEqual([encoding, COPIES[encoding]]);
    expect(headers.get('content-type')).toContain('javascript');
  }
  expect((await get('/assets/shell-abc.js')).bytes.toString()).toBe(SCRIPT);
  for (const ending of ['br', 'gz']) expect((await get(`/assets/shell-abc.js.${ending}`)).status).toBe(404);
});

it('responds 304 without a body to a browser that has the file', async () => {
  const { headers } = await get('/login');
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await get('/login', { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
  expect((await get('/login', { 'if-none-match': '"other"' })).status).toBe(200);
});

it('responds to HEAD with headers only', async () => {
  const { status, headers, bytes } = await get('/', {}, 'HEAD');
  expect([status, bytes.length, headers.get('etag') !== null]).toEqual([200, 0, true]);
});
