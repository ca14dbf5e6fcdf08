import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packBuild } from '#build/widget.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type EmbedHarness, startEmbed } from '#tests/support/embed.ts';
import { soon } from '#tests/support/soon.ts';

const DAY = 'public, max-age=31536000, immutable';
const hashOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 12);
const nameOf = (source: string) => `/widget-${hashOf(source)}.js`;
const costNameOf = (source: string) => `/widget-cost-${hashOf(source)}.js`;

onBothDatabases('widget files', { postgres: 'long' }, (database) => {
  let folder: string;
  let h: EmbedHarness;
  let builtAt = 0;
  /** Writes a build like `npm run build`, newer than the previous one. */
  const build = (script: string, cost: string) => {
    for (const [file, content] of Object.entries(packBuild(script, cost).assets)) {
      writeFileSync(join(folder, file), content);
    }
    builtAt += 1;
    utimesSync(join(folder, 'widget.json'), builtAt, builtAt);
  };
  const restart = async () => {
    await h.embed.stop();
    h = startEmbed(database(), { widgets: folder });
  };
  const get = (path: string, encoding = 'identity') =>
    h.app.request(path, { headers: { 'accept-encoding': encoding } });
  const bytesOf = async (path: string, encoding: string) =>
    Buffer.from(await (await get(path, encoding)).arrayBuffer());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofbell-widget-'));
    build('one()', 'costOne()');
    h = startEmbed(database(), { widgets: folder });
  });
  afterEach(async () => {
    await h.embed.stop();
    rmSync(folder, { recursive: true });
  });

  it('serves the current build to any page, compressed, cacheable for an hour', async () => {
    const response = await get('/widget.js', 'gzip, br');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('one()');
    const etag = response.headers.get('etag') ?? '';
    const again = await h.app.request('/widget.js', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('serves a pinned build forever, under its name, matching its integrity value', async () => {
    const pinned = await get(nameOf('one()'));
    expect(pinned.headers.get('cache-control')).toBe(DAY);
    expect(await pinned.text()).toBe('one()');
    const row = await database()
      .db.selectFrom('widget_builds')
      .selectAll()
      .where('file', '=', nameOf('one()').slice(1))
      .executeTakeFirstOrThrow();
    expect(row.source).toBe('one()');
    expect(row.integrity).toBe(`sha384-${createHash('sha384').update('one()').digest('base64')}`);
  });

  it('serves the cost meter of a build under its own hash, to any page, forever', async () => {
    const response = await get(costNameOf('costOne()'));
    expect(await response.text()).toBe('costOne()');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': DAY,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('serves both files of an earlier build once a new one has replaced it, even after a restart', async () => {
    await get('/widget.js');
    build('two()', 'costTwo()');
    await restart();
    expect(await (await get('/widget.js')).text()).toBe('two()');
    for (const path of [nameOf('one()'), costNameOf('costOne()'), nameOf('two()'), costNameOf('costTwo()')]) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    expect(await (await get(nameOf('one()'))).text()).toBe('one()');
    expect(await (await get(costNameOf('costOne()'))).text()).toBe('costOne()');
  });

  it('sends the exact bytes that the build compressed, even for an earlier build after a restart', async () => {
    const files = [nameOf('one()'), costNameOf('costOne()')];
    const built = files.map((path) => [
      readFileSync(join(folder, `${path}.br`)),
      readFileSync(join(folder, `${path}.gz`)),
    ]);
    expect(await bytesOf('/widget.js', 'br')).toEqual(built[0]?.[0]);
    build('two()', 'costTwo()');
    await restart();
    await get('/widget.js');
    for (const [at, path] of files.entries()) {
      expect([await bytesOf(path, 'br'), await bytesOf(path, 'gzip')]).toEqual(built[at]);
    }
  });

  it('serves a build that was stored without compressed copies', async () => {
    await get(nameOf('one()'));
    const values = { file: nameOf('old()').slice(1), source: 'old()', integrity: 'sha384-x', created_at: 'then' };
    await database().db.insertInto('widget_builds').values(values).execute();
    expect(await (await get(nameOf('old()'))).text()).toBe('old()');
    expect(brotliDecompressSync(await bytesOf(nameOf('old()'), 'br')).toString()).toBe('old()');
    expect(gunzipSync(await bytesOf(nameOf('old()'), 'gzip')).toString()).toBe('old()');
  });

  it('adds the compressed copies to a build that was stored without them, when it is built again', async () => {
    await get(nameOf('one()'));
    const { db } = database();
    await db.updateTable('widget_builds').set({ brotli: null, gzip: null }).execute();
    await restart();
    await get('/widget.js');
    await h.embed.stop();
    const rows = await db.selectFrom('widget_builds').select('brotli').execute();
    expect(rows.every(({ brotli }) => brotli !== null)).toBe(true);
  });

  it('keeps serving the last complete build while another one is being written', async () => {
    expect(await (await get('/widget.js')).text()).toBe('one()');
    build('two()', 'costTwo()');
    writeFileSync(join(folder, `${nameOf('two()')}.br`), readFileSync(join(folder, `${nameOf('one()')}.br`)));
    h.clock.add(1_000);
    await get('/widget.js');
    await soon(() => h.lines.map(({ msg }) => msg)).toEqual(['widget build not stored']);
    expect(await (await get('/widget.js')).text()).toBe('one()');
    build('two()', 'costTwo()');
    h.clock.add(1_000);
    await get('/widget.js');
    await soon(async () => (await get('/widget.js')).text()).toBe('two()');
  });

  it('responds with a JSON 404 for a build that was never served', async () => {
    for (const name of ['/widget-000000000000.js', '/widget-0.js', '/widget-cost-000000000000.js']) {
      const response = await get(name);
      expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
    }
  });

  it('responds with a JSON 404 while there is no build', async () => {
    await h.embed.stop();
    h = startEmbed(database(), { widgets: join(folder, 'none') });
    expect((await get('/widget.js')).status).toBe(404);
  });
});
