import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { EMBED_TOKEN_LIFE, EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  BROWSER,
  type EmbedHarness,
  NOW,
  SITE,
  type SiteSeed,
  seedNotice,
  seedSite,
  startEmbed,
  WIDGET,
} from '#tests/support/embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';
const iso = (ms: number) => new Date(ms).toISOString();

onBothDatabases('embed', (database) => {
  let h: EmbedHarness;
  beforeEach(() => {
    h = startEmbed(database());
  });
  afterEach(() => h.embed.stop());

  const seed = async (site: SiteSeed = {}) => {
    await seedSite(database().db, site);
    await seedNotice(database().db, 'a');
  };
  const get = (headers: Record<string, string> = {}, siteId = SITE) =>
    h.app.request(`/api/embed/${siteId}`, { headers });
  const payload = async () => (await (await get()).json()) as EmbedPayload;
  const display = (notificationId: string) => ({ type: 'display', notificationId });
  const events = (...list: object[]) => ({ token: h.token(), events: list });
  const counts = async () => {
    const rows = await database()
      .db.selectFrom('notifications')
      .select(['id', 'display_count', 'click_count'])
      .orderBy('id')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, [row.display_count, row.click_count]]));
  };
  const expectError = async (answer: Response, status: number, code: string, fields?: string[]) => {
    const body = await answer.json();
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.requestId).toMatch(/./);
    expect(body.message).toMatch(/./);
    if (fields) expect(body.errors.map((fault: { field: string }) => fault.field)).toEqual(fields);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  };

  describe('GET /api/embed/{siteId}', () => {
    it('answers the payload to any page, to be kept for a minute', async () => {
      await seed();
      const answer = await get({ origin: 'https://shop.example' });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
        'content-type': 'application/json',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Accept-Encoding',
      });
      expect(await answer.json()).toMatchObject({ v: 1, revision: 1, token: h.token(), notifications: [{ id: 'a' }] });
    });

    it('answers the same in brotli, gzip and plain, each with a tag of its own', async () => {
      await seed();
      const all = await Promise.all(['br', 'gzip', 'identity'].map((name) => get({ 'accept-encoding': name })));
      const [br, gz, plain] = await Promise.all(all.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
      expect(all.map((answer) => answer.headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
      expect(brotliDecompressSync(br ?? '').equals(plain ?? Buffer.of())).toBe(true);
      expect(gunzipSync(gz ?? '').equals(plain ?? Buffer.of())).toBe(true);
      expect(new Set(all.map((answer) => answer.headers.get('etag'))).size).toBe(3);
    });

    it('answers 304 to who has these bytes, until revision or token change', async () => {
      await seed();
      const etag = (await get()).headers.get('etag') ?? '';
      const again = await get({ 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
      expect((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200);

      await database().db.updateTable('widgets').set({ revision: 2 }).execute();
      h.embed.changes.changed(SITE);
      const changed = await get({ 'if-none-match': etag });
      expect(changed.status).toBe(200);
      h.clock.add(EMBED_TOKEN_WINDOW);
      expect((await get({ 'if-none-match': changed.headers.get('etag') ?? '' })).status).toBe(200);
    });

    it('must not be kept past the next start or end, and changes there', async () => {
      await seed();
      await seedNotice(database().db, 'ending', { ends_at: iso(NOW + 20_500) });
      const answer = await get();
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=20,/);
      expect((await payload()).notifications.map(({ id }) => id).sort()).toEqual(['a', 'ending']);
      h.clock.add(20_500);
      expect((await payload()).notifications.map(({ id }) => id)).toEqual(['a']);
    });

    it('sees a change of another process at the next poll', async () => {
      await seed();
      await payload();
      await database().db.updateTable('notifications').set({ status: 'inactive' }).execute();
      await database().db.updateTable('widgets').set({ revision: 2 }).execute();
      await h.embed.poll();
      expect((await payload()).notifications).toEqual([]);
    });

    it('answers an inactive widget without notices', async () => {
      await seed();
      await database().db.updateTable('widgets').set({ is_active: 0 }).execute();
      expect((await get()).status).toBe(200);
      expect((await payload()).notifications).toEqual([]);
    });

    it.each([OTHER, 'nonsense', '%00', '%ED%A0%80', `${'x'.repeat(500)}`, "a'%20or%201=1"])(
      'answers a JSON 404 for the unknown site %s',
      async (siteId) => {
        await seed();
        await expectError(await get({}, siteId), 404, 'not-found');
      },
    );

    it('lets only pages of its domains in, and requests without an origin', async () => {
      await seed({ domains: ['shop.example'] });
      for (const origin of ['https://shop.example', 'http://www.shop.example:8080']) {
        const answer = await get({ origin });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
      }
      expect((await get()).status).toBe(200);
      for (const origin of ['https://evil.example', 'null', 'https://notshop.example']) {
        const answer = await get({ origin });
        expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
        await expectError(answer, 403, 'forbidden');
      }
    });

    it('answers a HEAD and a preflight', async () => {
      await seed();
      expect((await h.app.request(`/api/embed/${SITE}`, { method: 'HEAD' })).status).toBe(200);
      const preflight = await h.app.request(`/api/embed/${SITE}/events`, { method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    });
  });

  describe('POST /api/embed/{siteId}/events', () => {
    it('counts displays, clicks and dismissals, and answers when they are stored', async () => {
      await seed();
      const answer = await h.post(
        events(
          display('a'),
          display('a'),
          { type: 'click', notificationId: 'a', page: '/', device: 'mobile' },
          {
            type: 'dismiss',
            notificationId: 'a',
          },
        ),
      );
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await counts()).toEqual({ a: [2, 1] });
      expect(await database().db.selectFrom('stats_hourly').selectAll().execute()).toEqual([
        {
          site_id: SITE,
          widget_id: WIDGET,
          notification_id: 'a',
          hour: '2026-03-10T12:00:00.000Z',
          displays: 2,
          clicks: 1,
          dismissals: 1,
        },
      ]);
    });

    it("counts into the hour of the site's own time zone", async () => {
      await seed({ timezone: 'Asia/Kolkata' });
      expect((await h.post(events(display('a')))).status).toBe(204);
      const hours = await database().db.selectFrom('stats_hourly').select('hour').execute();
      expect(hours).toEqual([{ hour: '2026-03-10T11:30:00.000Z' }]);
    });

    it("skips unknown notices and another site's, and counts the rest", async () => {
      await seed();
      await seedSite(database().db, { id: OTHER, widgetId: OTHER });
      await seedNotice(database().db, 'foreign', { site_id: OTHER, widget_id: OTHER });
      expect((await h.post(events(display('foreign'), display('unknown'), display('a')))).status).toBe(204);
      expect(await counts()).toEqual({ a: [1, 0], foreign: [0, 0] });
    });

    it('counts a notice paused a minute ago, and under an inactive widget', async () => {
      await seed();
      await payload();
      await database().db.updateTable('notifications').set({ status: 'inactive' }).execute();
      await database().db.updateTable('widgets').set({ is_active: 0, revision: 2 }).execute();
      h.embed.changes.changed(SITE);
      expect((await h.post(events(display('a')))).status).toBe(204);
      expect(await counts()).toEqual({ a: [1, 0] });
    });

    it('answers 204 and counts nothing for a bad or worn token, and for programs', async () => {
      await seed();
      const body = events(display('a'));
      expect((await h.post({ ...body, token: 'made.up' })).status).toBe(204);
      expect((await h.post({ ...body, token: h.token(OTHER) })).status).toBe(204);
      expect((await h.post(body, { headers: { 'user-agent': 'curl/8.5.0' } })).status).toBe(204);
      expect((await h.post(body, { headers: { 'user-agent': '' } })).status).toBe(204);
      h.clock.add(EMBED_TOKEN_LIFE + EMBED_TOKEN_WINDOW);
      expect((await h.post(body)).status).toBe(204);
      expect(await counts()).toEqual({ a: [0, 0] });
    });

    it('counts with a token as old as a copy may be', async () => {
      await seed();
      const body = events(display('a'));
      h.clock.add(EMBED_TOKEN_LIFE - EMBED_TOKEN_WINDOW);
      expect((await h.post(body)).status).toBe(204);
      expect(await counts()).toEqual({ a: [1, 0] });
    });

    it.each([
      ['', ['body']],
      ['{', ['body']],
      ['null', ['body']],
      ['[]', ['body']],
      [{ events: [] }, ['token']],
      [{ token: 1, events: [] }, ['token']],
      [{ token: 't' }, ['events']],
      [{ token: 't', events: {} }, ['events']],
      [{ token: 't', events: [], more: 1 }, ['more']],
      [{ token: 't', events: [{ type: 'view', notificationId: 'a' }] }, ['events.0.type']],
      [{ token: 't', events: [display('a'), { type: 'click' }] }, ['events.1.notificationId']],
      [{ token: 't', events: [{ ...display('a'), notificationId: 'a\0' }] }, ['events.0.notificationId']],
      [{ token: 't', events: [{ ...display('a'), notificationId: '\ud800' }] }, ['events.0.notificationId']],
      [{ token: 't', events: [{ ...display('a'), notificationId: 'x'.repeat(65) }] }, ['events.0.notificationId']],
      [{ token: 't', events: [{ ...display('a'), device: 'fridge' }] }, ['events.0.device']],
      [{ token: 't', events: [{ ...display('a'), visitor: 'v' }] }, ['events.0.visitor']],
      [{ token: 't', events: Array.from({ length: 51 }, () => display('a')) }, ['events']],
      [{ token: `t${'x'.repeat(300)}`, events: [] }, ['token']],
    ])('answers 400 to %j naming %j, and counts nothing', async (body, fields) => {
      await seed();
      await expectError(await h.post(body), 400, 'validation', fields);
      expect(await counts()).toEqual({ a: [0, 0] });
    });

    it('looks at no content type', async () => {
      await seed();
      for (const type of ['application/json', 'text/plain;charset=UTF-8', 'image/png', '']) {
        expect((await h.post(events(display('a')), { headers: { 'content-type': type } })).status).toBe(204);
      }
      expect(await counts()).toEqual({ a: [4, 0] });
    });

    it('refuses more than 8 KiB, and takes exactly that', async () => {
      await seed();
      const body = JSON.stringify(events(display('a')));
      expect((await h.post(body.padEnd(8 * 1024, ' '))).status).toBe(204);
      await expectError(await h.post(body.padEnd(8 * 1024 + 1, ' ')), 413, 'too-large');
      await expectError(await h.post('x'.repeat(3 * 1024 * 1024)), 413, 'too-large');
      expect(await counts()).toEqual({ a: [1, 0] });
    });

    it('answers 404 for an unknown site and 403 for a foreign page', async () => {
      await seed({ domains: ['shop.example'] });
      await expectError(await h.post(events(display('a')), { siteId: OTHER }), 404, 'not-found');
      const post = (origin: string) => h.post(events(display('a')), { headers: { origin } });
      await expectError(await post('https://evil.example'), 403, 'forbidden');
      expect((await post('https://www.shop.example')).status).toBe(204);
      expect(await counts()).toEqual({ a: [1, 0] });
    });

    it('limits the events of one address for one site, and no one else', async () => {
      await h.embed.stop();
      h = startEmbed(database(), { config: { eventRateLimit: 2, trustProxy: 1 }, clock: h.clock });
      await seed();
      const from = (address: string) => h.post(events(display('a')), { headers: { 'x-forwarded-for': address } });
      expect((await from('2001:db8::1')).status).toBe(204);
      expect((await from('2001:db8::2')).status).toBe(204);
      const refused = await from('2001:db8::3');
      expect(refused.headers.get('retry-after')).toBe('60');
      await expectError(refused, 429, 'rate-limited');
      expect((await from('2001:db8:0:1::1')).status).toBe(204);
      h.clock.add(60_000);
      expect((await from('2001:db8::1')).status).toBe(204);
      expect(await counts()).toEqual({ a: [4, 0] });
    });

    it('sends a Retry-After while it is stopping', async () => {
      await seed();
      await h.embed.stop();
      const answer = await h.post(events(display('a')));
      expect(answer.headers.get('retry-after')).toBe('2');
      await expectError(answer, 503, 'unavailable');
    });

    it('counts everything of many requests at once', async () => {
      await seed();
      await seedNotice(database().db, 'b');
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          h.post(events(display(i % 2 ? 'a' : 'b')), { headers: { 'user-agent': BROWSER } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      expect(await counts()).toEqual({ a: [100, 0], b: [100, 0] });
    });
  });
});
