// Sites: their slugs, the plan's limit, and what belongs to them.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { toJson } from '../../db/codecs.ts';
import type { VerifiedActor } from '../access.ts';
import { createNotification } from '../notification/notification.ts';
import { createSite, deleteSite, getSite, listSites, updateSite } from './site.ts';
import { getWidgetOfSite } from './widget.ts';

onBothDatabases('sites', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let changed: string[];
  beforeEach(async () => {
    app = makeTestApp(database());
    changed = [];
    app.deps.embedChanges = { changed: (siteId) => void changed.push(siteId) };
    owner = await makeActor(app.deps, 'starter');
  });
  afterEach(() => app.stop());

  const make = (name: string, more: object = {}) => createSite(app.deps, owner, { name, ...more });
  const count = async (table: 'sites' | 'widgets' | 'notifications' | 'stats_hourly') =>
    (await app.deps.db.selectFrom(table).selectAll().execute()).length;

  it('get a slug from their name that is neither taken nor reserved', async () => {
    const slugs = [await make('Dashboard'), await make('Dashboard'), await make('日本')].map(({ slug }) => slug);
    expect(slugs).toEqual(['dashboard-2', 'dashboard-3', 'my-site']);
  });

  it('may share a slug with other owners’ sites, but not with one’s own', async () => {
    await make('Shop');
    const other = await makeActor(app.deps, 'starter', 'other@shop.example');
    expect((await createSite(app.deps, other, { name: 'Shop' })).slug).toBe('shop');
    await expect(make('Another', { slug: 'shop' })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'slug' }],
    });
    const second = await make('Second');
    const update = updateSite(app.deps, owner, { id: second.id, slug: 'shop' });
    await expect(update).rejects.toMatchObject({ code: 'conflict', fields: [{ field: 'slug' }] });
    expect((await getSite(app.deps, owner, second.id)).slug).toBe('second');
  });

  it('come with an active widget with default settings, or not at all', async () => {
    const site = await make('Shop');
    const widget = await getWidgetOfSite(app.deps, owner, site.id);
    expect(widget).toMatchObject({ siteId: site.id, type: 'social-proof', isActive: true, settings: { revision: 1 } });
    await make('Other', { slug: 'shop' }).catch(() => {});
    expect([await count('sites'), await count('widgets')]).toEqual([1, 1]);
  });

  it('stay within the plan’s limit, however many are created at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => make(`Shop ${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'site-limit' });
    }
    expect([await count('sites'), await count('widgets')]).toEqual([3, 3]);
  });

  it('survive a smaller plan, which only blocks creating more [spec 5.limit.1]', async () => {
    const sites = [await make('A'), await make('B')];
    await app.deps.db.updateTable('users').set({ granted_plan: null }).execute();
    await expect(make('C')).rejects.toMatchObject({ code: 'site-limit' });
    expect(await listSites(app.deps, owner)).toEqual(sites);
    await deleteSite(app.deps, owner, sites[0]?.id ?? '');
    await expect(make('C')).rejects.toMatchObject({ code: 'site-limit' });
    await deleteSite(app.deps, owner, sites[1]?.id ?? '');
    await make('C');
  });

  it('stay and can be changed while a payment is overdue, which only blocks creating more', async () => {
    const site = await make('A');
    const pay = (status: string) =>
      app.deps.db
        .updateTable('users')
        .set({ granted_plan: null, subscription_type: 'growth', subscription_status: status })
        .execute();
    await pay('past_due');
    await expect(make('B')).rejects.toMatchObject({ code: 'site-limit', message: MESSAGES.siteLimitOverdue });
    expect((await updateSite(app.deps, owner, { id: site.id, name: 'Still here' })).name).toBe('Still here');
    await pay('active');
    await make('B');
    await pay('canceled');
    await expect(make('C')).rejects.toMatchObject({ code: 'site-limit', message: MESSAGES.siteLimit });
    expect(await listSites(app.deps, owner)).toHaveLength(2);
  });

  it('store hostnames only, without duplicates, however they were typed', async () => {
    const domains = [
      'https://Shop.Example:8080/path?x',
      'shop.example',
      'SHOP.EXAMPLE.',
      ' blog.shop.example ',
      'münchen.example',
    ];
    const site = await make('Shop', { domains });
    expect(site.domains).toEqual(['shop.example', 'blog.shop.example', 'xn--mnchen-3ya.example']);
    expect((await updateSite(app.deps, owner, { id: site.id, domains: [] })).domains).toEqual([]);
  });

  it('store an address copied with www. as the site itself, with all its subdomains', async () => {
    const stored = async (...domains: string[]) =>
      (await updateSite(app.deps, owner, { id: site.id, domains })).domains;
    const site = await make('Shop', { domains: ['https://www.shop.example/desks?utm=1', 'shop.example'] });
    expect(site.domains).toEqual(['shop.example']);
    expect(await stored('WWW.www.cafe.co.uk.', 'http://www.münchen.example')).toEqual([
      'cafe.co.uk',
      'xn--mnchen-3ya.example',
    ]);
    expect(await stored('m.shop.example', 'www2.shop.example')).toEqual(['m.shop.example', 'www2.shop.example']);
    // What remains would be everybody's.
    const kept = ['www.co.uk', 'www.com', 'www.github.io', 'www.localhost'];
    expect(await stored(...kept)).toEqual(kept);
  });

  it('change only in the given fields, and refresh visitors’ payloads', async () => {
    const site = await make('Shop', { domains: ['shop.example'], timezone: 'Europe/Lisbon' });
    app.clock.advance(1_000);
    const renamed = await updateSite(app.deps, owner, { id: site.id, name: 'Renamed' });
    expect(renamed).toEqual({ ...site, name: 'Renamed', updatedAt: isoNow(app.clock) });
    const { settings } = await getWidgetOfSite(app.deps, owner, site.id);
    expect(settings.revision).toBe(2);
    expect(changed).toEqual([site.id]);
    expect(await updateSite(app.deps, owner, { id: site.id })).toMatchObject({ name: 'Renamed', slug: 'shop' });
  });

  it('take everything that belongs to them along when deleted', async () => {
    const [site, kept] = [await make('Shop'), await make('Kept')];
    for (const { id } of [site, kept]) {
      const widget = await getWidgetOfSite(app.deps, owner, id);
      const notification = await createNotification(app.deps, owner, {
        widgetId: widget.id,
        type: 'custom',
        message: 'x',
      });
      const hour = '2026-03-10T12:00:00.000Z';
      const counts = { site_id: id, widget_id: widget.id, notification_id: notification.id, hour, displays: 1 };
      await app.deps.db.insertInto('stats_hourly').values(counts).execute();
    }
    changed = [];
    await deleteSite(app.deps, owner, site.id);
    expect(changed).toEqual([site.id]);
    const left = [
      await count('sites'),
      await count('widgets'),
      await count('notifications'),
      await count('stats_hourly'),
    ];
    expect(left).toEqual([1, 1, 1, 1]);
    expect(await listSites(app.deps, owner)).toEqual([kept]);
    await expect(deleteSite(app.deps, owner, site.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are deleted or kept completely when notifications are added at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const site = await make(`Shop ${round}`);
      const widget = await getWidgetOfSite(app.deps, owner, site.id);
      const add = () => createNotification(app.deps, owner, { widgetId: widget.id, type: 'custom', message: 'x' });
      const move = () => updateSite(app.deps, owner, { id: site.id, slug: `moved-${round}` });
      const results = await Promise.allSettled([
        ...[add(), move(), add(), add()],
        deleteSite(app.deps, owner, site.id),
        ...[add(), move(), add()],
      ]);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not-found' });
      }
      expect([await count('sites'), await count('notifications')]).toEqual([0, 0]);
    }
  });

  it('read domains that were stored as JSON', async () => {
    const site = await make('Shop');
    await app.deps.db
      .updateTable('sites')
      .set({ domains: toJson(['a.example']) })
      .execute();
    expect((await getSite(app.deps, owner, site.id)).domains).toEqual(['a.example']);
    expect((await listSites(app.deps, owner))[0]?.domains).toEqual(['a.example']);
  });
});
