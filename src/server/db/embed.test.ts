import { beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '#tests/support/databases.ts';
import { NOW, SITE, seedNotification, seedSite, WIDGET } from '#tests/support/embed.ts';
import { toJson } from './codecs.ts';
import { type EmbedReads, makeEmbedReads } from './embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';
const iso = (ms: number) => new Date(ms).toISOString();

onBothDatabases('embed reads', (database) => {
  let reads: EmbedReads;
  beforeEach(async () => {
    reads = makeEmbedReads(database());
    await seedSite(database().db, { domains: ['shop.example'], settings: { behavior: { position: 'top-left' } } });
  });

  it('loads a site with its widget', async () => {
    const loaded = await reads.load(SITE, iso(NOW));
    expect(loaded?.site).toMatchObject({
      id: SITE,
      timezone: 'UTC',
      domains: ['shop.example'],
      widgetId: WIDGET,
      isActive: true,
      settings: { behavior: { position: 'top-left' } },
      revision: 1,
    });
  });

  it('returns null for an unknown site', async () => {
    expect(await reads.load(OTHER, iso(NOW))).toBeNull();
    expect(await reads.load("'; drop table sites; --", iso(NOW))).toBeNull();
  });

  it("loads only this site's active notifications that have not ended, whatever their start", async () => {
    const { db } = database();
    await seedSite(db, { id: OTHER, widgetId: OTHER });
    await seedNotification(db, 'plain', { appearance: toJson({ customCSS: '' }), title: 'T' });
    await seedNotification(db, 'ending', { ends_at: iso(NOW + 1) });
    await seedNotification(db, 'ended', { ends_at: iso(NOW) });
    await seedNotification(db, 'later', { starts_at: iso(NOW + 86_400_000) });
    await seedNotification(db, 'paused', { status: 'inactive' });
    await seedNotification(db, 'below its floor', { is_held_back: 1 as never });
    await seedNotification(db, 'foreign', { site_id: OTHER, widget_id: OTHER });
    const loaded = await reads.load(SITE, iso(NOW));
    expect(loaded?.notifications.map(({ id }) => id).sort()).toEqual(['ending', 'later', 'plain']);
    expect(loaded?.notifications.find(({ id }) => id === 'plain')).toEqual({
      id: 'plain',
      name: null,
      status: 'active',
      type: 'purchase',
      message: 'Notification plain',
      title: 'T',
      image: null,
      url: null,
      rating: null,
      code: null,
      count: null,
      timestamp: iso(NOW),
      startsAt: null,
      endsAt: null,
      position: 0,
      rules: null,
      appearance: { customCSS: '' },
      eventKey: null,
      aggregate: null,
      computed: null,
      isHeldBack: false,
      isSigned: null,
      isRead: null,
      source: 'manual',
    });
  });

  it('stamps existing sites, and changes the stamp with the site or widget', async () => {
    const { db } = database();
    await seedSite(db, { id: OTHER, widgetId: OTHER });
    const stamps = () => reads.stamps([SITE, OTHER, 'unknown']);
    const first = await stamps();
    expect([...first.keys()].sort()).toEqual([SITE, OTHER].sort());
    expect(first.get(SITE)).toBe((await reads.load(SITE, iso(NOW)))?.site.stamp);

    await db.updateTable('widgets').set({ revision: 2 }).where('site_id', '=', SITE).execute();
    const second = await stamps();
    expect(second.get(SITE)).not.toBe(first.get(SITE));
    expect(second.get(OTHER)).toBe(first.get(OTHER));

    await db
      .updateTable('sites')
      .set({ updated_at: iso(NOW + 1) })
      .where('id', '=', SITE)
      .execute();
    expect((await stamps()).get(SITE)).not.toBe(second.get(SITE));

    await db.deleteFrom('sites').where('id', '=', SITE).execute();
    expect([...(await stamps()).keys()]).toEqual([OTHER]);
  });
});
