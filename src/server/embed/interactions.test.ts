import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMBED_TOKEN_LIFE, EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  type EmbedHarness,
  expectRefusal,
  SITE,
  type SiteSeed,
  seedNotification,
  seedSite,
  startEmbed,
  WIDGET,
} from '#tests/support/embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';
const cost = { type: 'cost', bytes: 9_000, requests: 2, time: 1.5 };

onBothDatabases('POST /api/embed/{siteId}/events', (database) => {
  let h: EmbedHarness;
  beforeEach(() => {
    h = startEmbed(database());
  });
  afterEach(() => h.embed.stop());

  const seed = async (site: SiteSeed = {}) => {
    await seedSite(database().db, site);
    await seedNotification(database().db, 'a');
  };
  const display = (notificationId: string) => ({ type: 'display', notificationId });
  const batch = (...list: object[]) => ({ token: h.token(), events: list });
  const counts = async () => {
    const rows = await database()
      .db.selectFrom('notifications')
      .select(['id', 'display_count', 'click_count'])
      .orderBy('id')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, [row.display_count, row.click_count]]));
  };

  it('counts displays, clicks and dismissals, and responds once they are stored', async () => {
    await seed();
    const response = await h.post(
      batch(
        display('a'),
        display('a'),
        { type: 'click', notificationId: 'a', page: '/', device: 'mobile' },
        {
          type: 'dismiss',
          notificationId: 'a',
        },
      ),
    );
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('timing-allow-origin')).toBe('*');
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

  it("counts in the hours of the site's time zone", async () => {
    await seed({ timezone: 'Asia/Kolkata' });
    expect((await h.post(batch(display('a')))).status).toBe(204);
    const hours = await database().db.selectFrom('stats_hourly').select('hour').execute();
    expect(hours).toEqual([{ hour: '2026-03-10T11:30:00.000Z' }]);
  });

  it("skips unknown notifications and another site's, and counts the rest", async () => {
    await seed();
    await seedSite(database().db, { id: OTHER, widgetId: OTHER });
    await seedNotification(database().db, 'foreign', { site_id: OTHER, widget_id: OTHER });
    expect((await h.post(batch(display('foreign'), display('unknown'), display('a')))).status).toBe(204);
    expect(await counts()).toEqual({ a: [1, 0], foreign: [0, 0] });
  });

  it('counts a notification switched off a minute ago, and under a paused widget', async () => {
    await seed();
    await h.app.request(`/api/embed/${SITE}`);
    await database().db.updateTable('notifications').set({ status: 'inactive' }).execute();
    await database().db.updateTable('widgets').set({ is_active: 0, revision: 2 }).execute();
    h.embed.cache.changed(SITE);
    expect((await h.post(batch(display('a')))).status).toBe(204);
    expect(await counts()).toEqual({ a: [1, 0] });
  });

  it('responds 204 but counts nothing for a bad or expired token, and for programs', async () => {
    await seed();
    const body = batch(display('a'));
    expect((await h.post({ ...body, token: 'made.up' })).status).toBe(204);
    expect((await h.post({ ...body, token: h.token(OTHER) })).status).toBe(204);
    expect((await h.post(body, { headers: { 'user-agent': 'curl/8.5.0' } })).status).toBe(204);
    expect((await h.post(body, { headers: { 'user-agent': '' } })).status).toBe(204);
    h.clock.add(EMBED_TOKEN_LIFE + EMBED_TOKEN_WINDOW);
    expect((await h.post(body)).status).toBe(204);
    expect(await counts()).toEqual({ a: [0, 0] });
  });

  it('accepts a token as old as the oldest cached payload may be', async () => {
    await seed();
    const body = batch(display('a'));
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
    [{ token: 't', events: [{ ...display('a'), page: '/'.repeat(2_049) }] }, ['events.0.page']],
    [{ token: 't', events: [{ ...display('a'), page: '/\0' }] }, ['events.0.page']],
    [{ token: 't', events: [{ ...display('a'), page: '/\udc00' }] }, ['events.0.page']],
    [{ token: 't', events: [{ ...display('a'), page: null }] }, ['events.0.page']],
    [{ token: 't', events: [{ ...display('a'), visitor: 'v' }] }, ['events.0.visitor']],
    [{ token: 't', events: [{ ...display('a'), bytes: 1 }] }, ['events.0.bytes']],
    [{ token: 't', events: [display('a'), { ...cost, bytes: -1 }] }, ['events.1.bytes']],
    [{ token: 't', events: [{ ...cost, bytes: 0.5 }] }, ['events.0.bytes']],
    [{ token: 't', events: [{ ...cost, bytes: 10_000_001 }] }, ['events.0.bytes']],
    [{ token: 't', events: [{ ...cost, bytes: '9000' }] }, ['events.0.bytes']],
    [{ token: 't', events: [{ ...cost, requests: 1_001, time: -0.1 }] }, ['events.0.requests', 'events.0.time']],
    ['{"token":"t","events":[{"type":"cost","bytes":1,"requests":1,"time":1e999}]}', ['events.0.time']],
    [{ token: 't', events: [{ type: 'cost', bytes: 1 }] }, ['events.0.requests', 'events.0.time']],
    [{ token: 't', events: [{ ...cost, notificationId: 'a' }] }, ['events.0.notificationId']],
    [{ token: 't', events: Array.from({ length: 51 }, () => display('a')) }, ['events']],
    [{ token: `t${'x'.repeat(300)}`, events: [] }, ['token']],
  ])('responds 400 to %j, naming %j, and counts nothing', async (body, fields) => {
    await seed();
    await expectRefusal(await h.post(body), 400, 'validation', fields);
    expect(await counts()).toEqual({ a: [0, 0] });
  });

  it('ignores the content type', async () => {
    await seed();
    for (const type of ['application/json', 'text/plain;charset=UTF-8', 'image/png', '']) {
      expect((await h.post(batch(display('a')), { headers: { 'content-type': type } })).status).toBe(204);
    }
    expect(await counts()).toEqual({ a: [4, 0] });
  });

  it('accepts up to 8 KiB and refuses more', async () => {
    await seed();
    const body = JSON.stringify(batch(display('a')));
    expect((await h.post(body.padEnd(8 * 1024, ' '))).status).toBe(204);
    await expectRefusal(await h.post(body.padEnd(8 * 1024 + 1, ' ')), 413, 'too-large');
    await expectRefusal(await h.post('x'.repeat(3 * 1024 * 1024)), 413, 'too-large');
    expect(await counts()).toEqual({ a: [1, 0] });
  });

  it('responds 404 for an unknown site and 403 for a page on another domain', async () => {
    await seed({ domains: ['shop.example'] });
    await expectRefusal(await h.post(batch(display('a')), { siteId: OTHER }), 404, 'not-found');
    const post = (origin: string) => h.post(batch(display('a')), { headers: { origin } });
    await expectRefusal(await post('https://evil.example'), 403, 'forbidden');
    expect((await post('https://www.shop.example')).status).toBe(204);
    expect(await counts()).toEqual({ a: [1, 0] });
  });

  it('limits the interactions of one address for one site, without affecting others', async () => {
    await h.embed.stop();
    h = startEmbed(database(), { config: { interactionRateLimit: 2, trustProxy: 1 }, clock: h.clock });
    await seed();
    const from = (address: string) => h.post(batch(display('a')), { headers: { 'x-forwarded-for': address } });
    expect((await from('2001:db8::1')).status).toBe(204);
    expect((await from('2001:db8::2')).status).toBe(204);
    const refused = await from('2001:db8::3');
    expect(refused.headers.get('retry-after')).toBe('60');
    await expectRefusal(refused, 429, 'rate-limited');
    expect((await from('2001:db8:0:1::1')).status).toBe(204);
    h.clock.add(60_000);
    expect((await from('2001:db8::1')).status).toBe(204);
    expect(await counts()).toEqual({ a: [4, 0] });
  });

  it('sends Retry-After while it is stopping', async () => {
    await seed();
    await h.embed.stop();
    const response = await h.post(batch(display('a')));
    expect(response.headers.get('retry-after')).toBe('2');
    await expectRefusal(response, 503, 'unavailable');
  });

  it('counts everything from many concurrent requests', async () => {
    await h.embed.stop();
    h = startEmbed(database(), { config: { interactionRateLimit: 0 } });
    await seed();
    await seedNotification(database().db, 'b');
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => h.post(batch(display(i % 2 ? 'a' : 'b')))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await counts()).toEqual({ a: [100, 0], b: [100, 0] });
  });
});
