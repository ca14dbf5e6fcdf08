import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { type EmbedHarness, startEmbed } from '#tests/support/embed.ts';

let folder: string;
let database: Database;
let h: EmbedHarness;
const path = () => join(folder, 'widget-inspector.js');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-inspector-'));
  database = await freshSqlite();
  h = startEmbed(database, { widgets: folder });
});
afterEach(async () => {
  await h.embed.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

it('serves the inspector next to the widget to any page, compressed, revalidated each time', async () => {
  writeFileSync(path(), 'export const one = 1;');
  const response = await h.app.request('/widget-inspector.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('export const one = 1;');
  const headers = { 'accept-encoding': 'br', 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await h.app.request('/widget-inspector.js', { headers })).status).toBe(304);
});

it('serves the next build without a restart', async () => {
  writeFileSync(path(), 'one()');
  expect(await (await h.app.request('/widget-inspector.js')).text()).toBe('one()');
  writeFileSync(path(), 'two()');
  utimesSync(path(), 1, 2);
  expect(await (await h.app.request('/widget-inspector.js')).text()).toBe('two()');
});

it('responds with a JSON 404 while there is no build', async () => {
  const response = await h.app.request('/widget-inspector.js');
  expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
});
