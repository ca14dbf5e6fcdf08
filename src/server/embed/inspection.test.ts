import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTokens } from '#server/adapters/tokens.ts';
import { toJson } from '#server/db/codecs.ts';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Inspection } from '#shared/embed/inspection.ts';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import type { Condition } from '#shared/embed/rule-types.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type EmbedHarness, NOW, SITE, seedNotification, seedSite, startEmbed } from '#tests/support/embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';
const iso = (ms: number) => new Date(ms).toISOString();
const mobile: Condition = { type: 'device', operator: 'is', value: ['mobile'] };

onBothDatabases('GET /api/embed/{siteId}/inspection', { postgres: 'long' }, (database) => {
  let h: EmbedHarness;
  const tokens = () => makeTokens('a secret key for tests, 32 bytes or more', h.clock);
  beforeEach(() => {
    h = startEmbed(database());
  });
  afterEach(() => h.embed.stop());

  const get = (token: string, siteId = SITE, headers: Record<string, string> = {}) =>
    h.app.request(`/api/embed/${siteId}/inspection?token=${token}`, { headers });

  it('returns the whole widget to any page, including what visitors never get, uncacheable', async () => {
    const { db } = database();
    const settings = { behavior: { position: 'top-left' }, rules: { conditions: [mobile] } };
    await seedSite(db, { domains: ['shop.example'], timezone: 'Europe/Lisbon', settings });
    await db.updateTable('widgets').set({ is_active: 0 }).execute();
    await seedNotification(db, 'ended', { position: 2, ends_at: iso(NOW - 1) });
    await seedNotification(db, 'paused', { position: 1, status: 'inactive', name: 'Autumn' });
    await seedNotification(db, 'coming', {
      position: 3,
      starts_at: iso(NOW + 86_400_000),
      rules: toJson({ match: 'any', conditions: [mobile] }),
    });
    const response = await get(tokens().signInspection(SITE).token, SITE, { origin: 'https://elsewhere.example' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const body = (await response.json()) as Inspection;
    expect(body.site).toEqual({ id: SITE, name: 'Shop', domains: ['shop.example'], timezone: 'Europe/Lisbon' });
    expect(body.widget).toEqual({
      isActive: false,
      behavior: { ...DEFAULT_BEHAVIOR, position: 'top-left' },
      rules: { match: 'all', conditions: [mobile] },
    });
    expect(body.notifications.map(({ id, status, name }) => [id, status, name])).toEqual([
      ['paused', 'inactive', 'Autumn'],
      ['ended', 'active', null],
      ['coming', 'active', null],
    ]);
    expect(body.notifications[2]?.rules).toEqual({ match: 'any', conditions: [mobile] });
    expect(body.expiresAt).toBe(iso(NOW + INSPECTION_LIFE));
  });

  const expectNothing = async (response: Response) => {
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-store');
  };

  it('says nothing to an invalid token, another site’s, and one for another purpose', async () => {
    await seedSite(database().db);
    const wrong = ['', 'x', 'zzzzzzzz.x', tokens().signInspection(OTHER).token, h.token(), `${h.token()}.x`];
    for (const token of wrong) await expectNothing(await get(token));
    await expectNothing(await h.app.request(`/api/embed/${SITE}/inspection`));
  });

  it('says nothing once the link has expired, from the exact moment', async () => {
    await seedSite(database().db);
    const { token } = tokens().signInspection(SITE);
    h.clock.add(INSPECTION_LIFE - 1);
    expect((await get(token)).status).toBe(200);
    h.clock.add(1);
    await expectNothing(await get(token));
  });

  it('says nothing about a site that is gone, or never was', async () => {
    await expectNothing(await get('x', OTHER));
    await expectNothing(await get(tokens().signInspection(OTHER).token, OTHER));
  });
});
