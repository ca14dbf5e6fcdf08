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
const conditionsNameOf = (source: string) => `/widget-conditions-${hashOf(source)}.js`;

onBothDatabases('widget files', { postgres: 'long' }, (database) => {
  let folder: string;
  let h: EmbedHarness;
  let builtAt = 0;
  /** Writes a build like `npm run build`, newer than the previous one. */
  const build = (number: string) => {
    const codes = {
      script: `script${number}()`,
      whole: `whole${number}()`,
      conditions: `conditions${number}()`,
      cost: `cost${number}()`,
    };
    for (const [file, content] of Object.entries(packBuild(codes).assets)) {
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
    build('One');
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
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('scriptOne()');
    const etag = response.headers.get('etag') ?? '';
    const again = await h.app.request('/widget.js', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('serves a pinned build forever, under its name, matching its integrity value', async () => {
    const pinned = await get(nameOf('wholeOne()'));
    expect(pinned.headers.get('cache-control')).toBe(DAY);
    expect(await pinned.text()).toBe('wholeOne()');
    const row = await database()
      .db.selectFrom('widget_builds')
      .selectAll()
      .where('file', '=', nameOf('wholeOne()').slice(1))
      .executeTakeFirstOrThrow();
    expect(row.source).toBe('wholeOne()');
    expect(row.integrity).toBe(`sha384-${createHash('sha384').update('wholeOne()').digest('base64')}`);
  });

  it.each([
    ['the cost meter', costNameOf('costOne()'), 'costOne()'],
    ['what conditions need', conditionsNameOf('conditionsOne()'), 'conditionsOne()'],
  ])('serves %s of a build under its own hash, to any page, forever', async (_what, path, code) => {
    const response = await get(path);
    expect(await response.text()).toBe(code);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': DAY,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('serves all files of an earlier build once a new one has replaced it, even after a restart', async () => {
    await get('/widget.js');
    build('Two');
    await restart();
    expect(await (await get('/widget.js')).text()).toBe('scriptTwo()');
    for (const number of ['One', 'Two'])
      for (const [path, code] of [
        [nameOf(`script${number}()`), `script${number}()`],
        [nameOf(`whole${number}()`), `whole${number}()`],
        [conditionsNameOf(`conditions${number}()`), `conditions${number}()`],
        [costNameOf(`cost${number}()`), `cost${number}()`],
      ] as const)
        expect([path, await (await get(path)).text()]).toEqual([path, code]);
  });

  it('sends the exact bytes that the build compressed, even for an earlier build after a restart', async () => {
    const files = [nameOf('scriptOne()'), nameOf('wholeOne()'), costNameOf('costOne()')];
    const built = files.map((path) => [
      readFileSync(join(folder, `${path}.br`)),
      readFileSync(join(folder, `${path}.gz`)),
    ]);
    expect(await bytesOf('/widget.js', 'br')).toEqual(built[0]?.[0]);
    build('Two');
    await restart();
    await get('/widget.js');
    for (const [at, path] of files.entries()) {
      expect([await bytesOf(path, 'br'), await bytesOf(path, 'gzip')]).toEqual(built[at]);
    }
  });

  it('serves a build that was stored without compressed copies', async () => {
    await get(nameOf('wholeOne()'));
    const values = { file: nameOf('old()').slice(1), source: 'old()', integrity: 'sha384-x', created_at: 'then' };
    await database().db.insertInto('widget_builds').values(values).execute();
    expect(await (await get(nameOf('old()'))).text()).toBe('old()');
    expect(brotliDecompressSync(await bytesOf(nameOf('old()'), 'br')).toString()).toBe('old()');
    expect(gunzipSync(await bytesOf(nameOf('old()'), 'gzip')).toString()).toBe('old()');
  });

  it('adds the compressed copies to a build that was stored without them, when it is built again', async () => {
    await get(nameOf('wholeOne()'));
    const { db } = database();
    await db.updateTable('widget_builds').set({ brotli: null, gzip: null }).execute();
    await restart();
    await get('/widget.js');
    await h.embed.stop();
    const rows = await db.selectFrom('widget_builds').select('brotli').execute();
    expect(rows.every(({ brotli }) => brotli !== null)).toBe(true);
  });

  it('keeps serving the last complete build while another one is being written', async () => {
    expect(await (await get('/widget.js')).text()).toBe('scriptOne()');
    build('Two');
    writeFileSync(join(folder, `${nameOf('wholeTwo()')}.br`), readFileSync(join(folder, `${nameOf('wholeOne()')}.br`)));
    h.clock.add(1_000);
    await get('/widget.js');
    await soon(() => h.lines.map(({ msg }) => msg)).toEqual(['widget build not stored']);
    expect(await (await get('/widget.js')).text()).toBe('scriptOne()');
    build('Two');
    h.clock.add(1_000);
    await get('/widget.js');
    await soon(async () => (await get('/widget.js')).text()).toBe('scriptTwo()');
  });

  it('responds with a JSON 404 for a build that was never served', async () => {
    for (const name of [
      '/widget-000000000000.js',
      '/widget-0.js',
      '/widget-cost-000000000000.js',
      '/widget-conditions-0.js',
    ]) {
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
