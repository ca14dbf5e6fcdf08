import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type EmbedHarness, startEmbed } from '#tests/support/embed.ts';

const nameOf = (source: string) => `/widget-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`;

onBothDatabases('widget files', (database) => {
  let folder: string;
  let path: string;
  let h: EmbedHarness;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofbell-widget-'));
    path = join(folder, 'widget.js');
    writeFileSync(path, 'one()');
    h = startEmbed(database(), { widget: path });
  });
  afterEach(async () => {
    await h.embed.stop();
    rmSync(folder, { recursive: true });
  });

  it('serves the current build to any page, compressed, to be kept for an hour', async () => {
    const answer = await h.app.request('/widget.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('one()');
    const etag = answer.headers.get('etag') ?? '';
    const again = await h.app.request('/widget.js', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('serves a pinned build for ever, under its name, with the integrity value of its bytes', async () => {
    const pinned = await h.app.request(nameOf('one()'));
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await pinned.text()).toBe('one()');
    const row = await database().db.selectFrom('widget_builds').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ file: nameOf('one()').slice(1), source: 'one()' });
    expect(row.integrity).toBe(`sha384-${createHash('sha384').update('one()').digest('base64')}`);
  });

  it('serves a build of an earlier version after another one took its place, also after a restart', async () => {
    await h.app.request('/widget.js');
    writeFileSync(path, 'two()');
    utimesSync(path, 1, 2);
    await h.embed.stop();
    h = startEmbed(database(), { widget: path });
    expect(await (await h.app.request('/widget.js')).text()).toBe('two()');
    expect(await (await h.app.request(nameOf('one()'))).text()).toBe('one()');
    expect(await (await h.app.request(nameOf('two()'))).text()).toBe('two()');
  });

  it('answers a JSON 404 for a build that was never served', async () => {
    for (const name of ['/widget-000000000000.js', '/widget-0.js']) {
      const answer = await h.app.request(name);
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'not-found']);
    }
  });

  it('answers a JSON 404 while there is no build', async () => {
    await h.embed.stop();
    h = startEmbed(database(), { widget: join(folder, 'none.js') });
    expect((await h.app.request('/widget.js')).status).toBe(404);
  });
});
