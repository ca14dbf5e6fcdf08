import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CompactPayload, EmbedPayload } from '#shared/embed/payload.ts';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  type EmbedHarness,
  expectRefusal,
  NOW,
  SITE,
  type SiteSeed,
  seedNotification,
  seedSite,
  startEmbed,
} from '#tests/support/embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';
const iso = (ms: number) => new Date(ms).toISOString();

onBothDatabases('GET /api/embed/{siteId}', { postgres: 'long' }, (database) => {
  let h: EmbedHarness;
  beforeEach(() => {
    h = startEmbed(database());
  });
  afterEach(() => h.embed.stop());

  const seed = async (site: SiteSeed = {}) => {
    await seedSite(database().db, site);
    await seedNotification(database().db, 'a');
  };
  const get = (headers: Record<string, string> = {}, siteId = SITE) =>
    h.app.request(`/api/embed/${siteId}`, { headers });
  const payload = async () => (await (await get()).json()) as EmbedPayload;

  it('sends the payload to any page, cacheable for a minute', async () => {
    await seed();
    const response = await get({ origin: 'https://shop.example' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      'cache-control': 'public, max-age=60, s-maxage=10, stale-while-revalidate=600, stale-if-error=86400',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    });
    expect(await response.json()).toMatchObject({ v: 1, revision: 1, token: h.token(), notifications: [{ id: 'a' }] });
  });

  it('sends the compact form to whoever asks for it, in one language, and the full one to everybody else', async () => {
    await seed();
    const ask = async (query: string) => {
      const response = await h.app.request(`/api/embed/${SITE}${query}`);
      const body = await response.text();
      return { etag: response.headers.get('etag'), body, payload: JSON.parse(body) as EmbedPayload | CompactPayload };
    };
    const full = await ask('');
    expect(full.payload).toMatchObject({ v: 1, widget: { words: { de: ['Schließen'], pt: ['Fechar'] } } });
    for (const query of ['?v=1', '?v=3', '?v=', '?l=de', '?x=2']) expect((await ask(query)).body).toBe(full.body);
    const compact = await ask('?v=2');
    expect(compact.payload).toEqual({
      v: 2,
      token: h.token(),
      widget: {},
      notifications: [{ id: 'a', message: 'Notification a' }],
    });
    for (const query of ['?v=2&l=', '?v=2&l=en', '?v=2&l=xx', '?v=2&l=den', '?v=2&l=__proto__'])
      expect(await ask(query)).toEqual(compact);
    const german = await ask('?l=de&v=2');
    expect(await ask('?v=2&l=de-AT')).toEqual(german);
    expect(german.payload).toEqual({ ...compact.payload, widget: { words: { de: ['Schließen'] } } });
    expect(new Set([full, compact, german].map(({ etag }) => etag)).size).toBe(3);
  });

  it('sends the same content in brotli, gzip and uncompressed, each with its own ETag', async () => {
    await seed();
    const all = await Promise.all(['br', 'gzip', 'identity'].map((name) => get({ 'accept-encoding': name })));
    const [br, gz, plain] = await Promise.all(all.map(async (response) => Buffer.from(await response.arrayBuffer())));
    expect(all.map((response) => response.headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
    expect(brotliDecompressSync(br ?? '').equals(plain ?? Buffer.of())).toBe(true);
    expect(gunzipSync(gz ?? '').equals(plain ?? Buffer.of())).toBe(true);
    expect(new Set(all.map((response) => response.headers.get('etag'))).size).toBe(3);
  });

  it('responds 304 to browsers that have it, until the revision or token changes', async () => {
    await seed();
    const etag = (await get()).headers.get('etag') ?? '';
    const again = await get({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200);

    await database().db.updateTable('widgets').set({ revision: 2 }).execute();
    h.embed.cache.changed(SITE);
    const changed = await get({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    h.clock.add(EMBED_TOKEN_WINDOW);
    expect((await get({ 'if-none-match': changed.headers.get('etag') ?? '' })).status).toBe(200);
  });

  it('is cacheable for half a minute with notifications of events, which may be retracted', async () => {
    await seed();
    await seedNotification(database().db, 'sold', { event_key: 'event-1' });
    expect((await get()).headers.get('cache-control')).toBe(
      'public, max-age=30, s-maxage=10, stale-while-revalidate=30, stale-if-error=3600',
    );
  });

  it('is not cacheable past the next start or end, and changes then', async () => {
    await seed();
    await seedNotification(database().db, 'ending', { ends_at: iso(NOW + 20_500) });
    const response = await get();
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=20, s-maxage=10,/);
    expect((await payload()).notifications.map(({ id }) => id).sort()).toEqual(['a', 'ending']);
    h.clock.add(16_000);
    expect((await get()).headers.get('cache-control')).toMatch(/^public, max-age=4, s-maxage=4,/);
    h.clock.add(4_500);
    expect((await payload()).notifications.map(({ id }) => id)).toEqual(['a']);
  });

  it('sees a change by another process at the next poll', async () => {
    await seed();
    await payload();
    await database().db.updateTable('notifications').set({ status: 'inactive' }).execute();
    await database().db.updateTable('widgets').set({ revision: 2 }).execute();
    await h.embed.cache.poll();
    expect((await payload()).notifications).toEqual([]);
  });

  it('has no notifications while the widget is inactive', async () => {
    await seed();
    await database().db.updateTable('widgets').set({ is_active: 0 }).execute();
    expect((await get()).status).toBe(200);
    expect((await payload()).notifications).toEqual([]);
  });

  it.each([OTHER, 'nonsense', '%00', '%ED%A0%80', `${'x'.repeat(500)}`, "a'%20or%201=1"])(
    'responds with a JSON 404 for the unknown site %s',
    async (siteId) => {
      await seed();
      await expectRefusal(await get({}, siteId), 404, 'not-found');
    },
  );

  it('allows only pages on its domains, and requests without an origin', async () => {
    await seed({ domains: ['shop.example'] });
    for (const origin of ['https://shop.example', 'http://www.shop.example:8080']) {
      const response = await get({ origin });
      expect(response.status).toBe(200);
      expect(response.headers.get('vary')).toBe('Accept-Encoding, Origin');
      // Some shared caches ignore Vary, and would let any page in.
      expect(response.headers.get('cache-control')).toBe(
        'private, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      );
    }
    expect((await get()).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'https://notshop.example']) {
      const response = await get({ origin });
      expect(response.headers.get('vary')).toBe('Accept-Encoding, Origin');
      await expectRefusal(response, 403, 'forbidden');
    }
  });

  it('responds to HEAD and preflight requests', async () => {
    await seed();
    expect((await h.app.request(`/api/embed/${SITE}`, { method: 'HEAD' })).status).toBe(200);
    const preflight = await h.app.request(`/api/embed/${SITE}/events`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });
});
