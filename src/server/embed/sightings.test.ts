// Which requests tell where a site was seen, what is kept of them, and that no visitor waits for it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTokens } from '#server/adapters/tokens.ts';
import { toJson } from '#server/db/codecs.ts';
import { hashOf } from '#server/db/hash.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  BROWSER,
  CONNECTION,
  type EmbedHarness,
  NOW,
  SITE,
  seedNotification,
  seedSite,
  startEmbed,
} from '#tests/support/embed.ts';
import { allRows } from '#tests/support/rows.ts';

const PAGE = 'https://shop.example';
const iso = (ms: number) => new Date(ms).toISOString();

onBothDatabases('sightings', (database) => {
  let h: EmbedHarness;
  beforeEach(async () => {
    await seedSite(database().db);
    await seedNotification(database().db, 'a');
    h = startEmbed(database());
  });
  afterEach(() => h.embed.stop());

  const open = (headers: Record<string, string> = { origin: PAGE }) =>
    h.app.request(`/api/embed/${SITE}`, { headers: { 'user-agent': BROWSER, ...headers } }, CONNECTION);
  const report = (type: 'display' | 'click', headers: Record<string, string> = { origin: PAGE }) =>
    h.post(
      { token: h.token(), events: [{ type, notificationId: 'a', page: '/secret', device: 'mobile' }] },
      { headers },
    );
  const written = () => h.embed.sightings.flush();
  const sightings = () => database().db.selectFrom('sightings').selectAll().orderBy('host').execute();
  const setUp = () => database().db.selectFrom('site_setups').selectAll().execute();

  it('keep host and time of a payload request, and nothing of its visitor', async () => {
    const before = await allRows(database().db);
    await open({
      origin: PAGE,
      referer: `${PAGE}/account?email=una@shop.example`,
      cookie: 'visitor=una',
      'accept-language': 'pt',
      'x-forwarded-for': '203.0.113.7',
    });
    await written();
    const { sightings: kept, site_setups: setups, ...rest } = await allRows(database().db);
    expect({ ...rest, sightings: [], site_setups: [] }).toEqual(before);
    expect(kept?.map((row) => JSON.parse(row))).toEqual([
      {
        site_id: SITE,
        kind: 'seen',
        host: 'shop.example',
        asked_id: '',
        first_seen_at: iso(NOW),
        last_seen_at: iso(NOW),
        reach: 1,
      },
    ]);
    expect(setups?.map((row) => JSON.parse(row))).toMatchObject([{ seen_host: 'shop.example', seen_at: iso(NOW) }]);
  });

  it('come from interactions, too: a browser or a proxy may answer for the payload', async () => {
    await report('display', { origin: 'https://blog.shop.example' });
    await written();
    expect(await sightings()).toMatchObject([{ kind: 'seen', host: 'blog.shop.example', last_seen_at: iso(NOW) }]);
  });

  it('do not come from interactions that do not count', async () => {
    await h.post({ token: 'made up', events: [] }, { headers: { origin: PAGE } });
    await h.post({ token: h.token(), events: [] }, { headers: { origin: PAGE, 'user-agent': 'curl/8.5.0' } });
    await written();
    expect(await sightings()).toEqual([]);
  });

  it('of a refused page come from both kinds of requests', async () => {
    await database()
      .db.updateTable('sites')
      .set({ domains: '["shop.example"]' as never })
      .execute();
    h.embed.cache.changed(SITE);
    expect((await open({ origin: 'https://one.example' })).status).toBe(403);
    expect((await report('display', { origin: 'https://two.example' })).status).toBe(403);
    await written();
    expect((await sightings()).map(({ kind, host }) => [kind, host])).toEqual([
      ['refused', 'one.example'],
      ['refused', 'two.example'],
    ]);
    expect(await setUp()).toEqual([]);
  });

  it('remember the last minute: the same page writes nothing until it is over', async () => {
    await open();
    await written();
    h.clock.add(MINUTE - 1);
    await open();
    await written();
    expect(await sightings()).toMatchObject([{ last_seen_at: iso(NOW) }]);
    h.clock.add(1);
    await open();
    await written();
    expect(await sightings()).toMatchObject([{ first_seen_at: iso(NOW), last_seen_at: iso(NOW + MINUTE) }]);
  });

  it('go on after the clock was set back', async () => {
    h.clock.add(DAY);
    await open();
    await written();
    h.clock.set(NOW);
    await open();
    await written();
    expect(await sightings()).toMatchObject([{ last_seen_at: iso(NOW) }]);
  });

  it('come from an owner’s visit by a link with draft settings, which asks for nothing else', async () => {
    const { token } = makeTokens('a secret key for tests, 32 bytes or more', h.clock).signInspection(SITE, 'draft');
    const draft = (origin: string) =>
      h.app.request(
        `/api/embed/${SITE}/draft`,
        { method: 'POST', body: JSON.stringify({ token }), headers: { 'user-agent': BROWSER, origin } },
        CONNECTION,
      );
    expect((await draft('https://made-up.example')).status).toBe(200);
    await written();
    expect(await sightings()).toEqual([]);
    await database()
      .db.insertInto('draft_settings')
      .values({ token_hash: hashOf(token), site_id: SITE, settings: toJson({}), expires_at: iso(NOW + MINUTE) })
      .execute();
    expect((await draft(PAGE)).status).toBe(200);
    await written();
    expect(await sightings()).toMatchObject([{ kind: 'seen', host: 'shop.example' }]);
  });

  it('are not waited for: a payload in memory is answered at once', async () => {
    await open();
    const answer = h.app.fetch(
      new Request(`http://x/api/embed/${SITE}`, { headers: { 'user-agent': BROWSER, origin: 'https://new.example' } }),
      CONNECTION,
    );
    expect(answer).toBeInstanceOf(Response);
    expect(await sightings()).toEqual([]);
    await written();
    expect(await sightings()).toHaveLength(2);
  });

  it('that cannot be written fail no visitor, are logged once, and are written later', async () => {
    await open();
    const { db } = database();
    await db.schema.alterTable('sightings').renameTo('gone').execute();
    for (const host of ['one', 'two']) {
      expect((await open({ origin: `https://${host}.example` })).status).toBe(200);
      expect((await report('display')).status).toBe(204);
      await written();
    }
    await db.schema.alterTable('gone').renameTo('sightings').execute();
    await written();
    expect((await sightings()).map(({ host }) => host)).toEqual(['one.example', 'shop.example', 'two.example']);
    expect(await setUp()).toMatchObject([{ first_display_at: iso(NOW), displayed_id: 'a' }]);
    expect(h.lines.map(({ msg }) => msg)).toEqual(['sightings not written', 'sightings are written again']);
  });

  it('are written before the server stops', async () => {
    await open();
    await report('click');
    await h.embed.stop();
    expect(await sightings()).toHaveLength(1);
  });

  it('keep the moment of the first display and click, once they count', async () => {
    await report('click');
    await written();
    expect(await setUp()).toMatchObject([{ first_display_at: null, first_click_at: null }]);
    h.clock.add(MINUTE);
    await report('display');
    h.clock.add(MINUTE);
    await report('click');
    await report('display');
    await written();
    expect(await setUp()).toMatchObject([
      { first_display_at: iso(NOW + MINUTE), displayed_id: 'a', first_click_at: iso(NOW + 2 * MINUTE) },
    ]);
  });

  it('do not take today’s display for the first one when there was one before', async () => {
    const hour = '2026-01-01T10:00:00.000Z';
    await database()
      .db.insertInto('stats_hourly')
      .values({ site_id: SITE, widget_id: 'w', notification_id: 'old', hour, displays: 1 })
      .execute();
    await report('display');
    await written();
    expect(await setUp()).toMatchObject([{ first_display_at: hour, displayed_id: 'old' }]);
  });
});
