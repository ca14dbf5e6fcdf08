// GET /api/embed/example: a payload like any site's that belongs to none, and of which nothing is left on the server.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embedPayloadSchema } from '#shared/contract/embed.ts';
import { EXAMPLE } from '#shared/embed/protocol.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import { slugIssue } from '#shared/slug.ts';
import { MINUTE } from '#shared/time.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  CONNECTION,
  type EmbedHarness,
  expectRefusal,
  seedNotification,
  seedSite,
  startEmbed,
} from '#tests/support/embed.ts';
import { allRows } from '#tests/support/rows.ts';

onBothDatabases('the example', { postgres: 'long' }, (database) => {
  let h: EmbedHarness;
  beforeEach(async () => {
    h = startEmbed(database());
    await seedSite(database().db);
    await seedNotification(database().db, 'a');
  });
  afterEach(() => h.embed.stop());

  const get = (headers: Record<string, string> = {}, query = '') =>
    h.app.request(
      `/api/embed/${EXAMPLE.siteId}${query}`,
      { headers: { origin: 'https://shop.example', ...headers } },
      CONNECTION,
    );

  it('is a payload that the widget reads, cached like any other, in which every notification says that it is an example', async () => {
    const response = await get({ 'accept-encoding': 'identity' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=60, s-maxage=10, stale-while-revalidate=600, stale-if-error=86400',
    ]);
    const text = await response.text();
    const payload = embedPayloadSchema.parse(JSON.parse(text));
    expect(payload).toMatchObject({ isExample: true, site: { id: EXAMPLE.siteId } });
    expect(payload.notifications.length).toBeGreaterThanOrEqual(3);
    for (const { title, url } of payload.notifications)
      expect([title, url]).toEqual([expect.stringMatching(/^Example /), undefined]);
    expect(payload.widget.behavior.interaction.allowClosing).toBe(true);
    expect(readPayload(text)?.notifications).toEqual(payload.notifications);
    const compact = await (await get({ 'accept-encoding': 'identity' }, '?v=2')).text();
    const { isExample, notifications } = readPayload(compact) ?? {};
    expect([isExample, notifications?.length]).toEqual([true, payload.notifications.length]);
  });

  it('stays the same for a minute, so that browsers revalidate it without a body, and its ages stay true', async () => {
    const first = await get({ 'accept-encoding': 'br' });
    const etag = first.headers.get('etag') ?? '';
    h.clock.add(MINUTE - 1);
    expect((await get({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
    h.clock.add(1);
    const later = await get({ 'accept-encoding': 'identity', 'if-none-match': etag });
    const { notifications } = embedPayloadSchema.parse(await later.json());
    expect(Date.parse(notifications[0]?.timestamp ?? '')).toBe(h.clock.now() - 4 * MINUTE);
  });

  it('leaves nothing behind: neither fetching it nor reporting about it stores or counts anything', async () => {
    const before = await allRows(database().db);
    const { token, notifications } = embedPayloadSchema.parse(
      await (await get({ 'accept-encoding': 'identity' })).json(),
    );
    const events = notifications.map(({ id }) => ({ type: 'display', notificationId: id }));
    await expectRefusal(await h.post({ token, events }, { siteId: EXAMPLE.siteId }), 404, 'not-found');
    // With its token, a real site counts nothing either.
    const real = await h.post({ token, events: [{ type: 'display', notificationId: 'a' }] });
    expect(real.status).toBe(204);
    await h.embed.sightings.flush();
    expect(await allRows(database().db)).toEqual(before);
  });

  it('needs no database', async () => {
    await database().db.schema.alterTable('widgets').renameTo('gone').execute();
    const { status } = await get();
    await database().db.schema.alterTable('gone').renameTo('widgets').execute();
    expect(status).toBe(200);
  });

  it('has a name that no site can have', () => {
    expect(EXAMPLE.siteId).not.toMatch(/^[0-9a-f]{8}-/);
    expect(slugIssue(EXAMPLE.siteId)).toBe('This name is reserved. Choose another one');
  });
});
