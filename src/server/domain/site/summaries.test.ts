// The summaries of an owner's sites: their figures, and what needs attention first, as each site's own list has it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, isoOf } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeCountedShop } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { createSource } from '../events/source.ts';
import { updateNotification } from '../notification/notification.ts';
import { readAttention } from './attention.ts';
import { updateSite } from './site.ts';
import { summarizeSites } from './summaries.ts';
import { updateWidget } from './widget.ts';

onBothDatabases("the summaries of an owner's sites", (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
  });
  afterEach(() => app.stop());

  const shopIn = (timezone: string, name: string) => makeCountedShop(app, owner, timezone, name);

  it('summarizes each site in one line, with its notifications and thirty days of counts', async () => {
    const shop = await shopIn('UTC', 'Shop');
    const quiet = await shopIn('UTC', 'Quiet');
    const paused = await shop.addNotification();
    await updateNotification(app.deps, owner, { widgetId: shop.widgetId, notificationId: paused, status: 'inactive' });
    for (const when of [{ startsAt: '2026-04-01T00:00:00.000Z' }, { endsAt: '2026-03-09T00:00:00.000Z' }]) {
      const change = { widgetId: shop.widgetId, notificationId: await shop.addNotification(), ...when };
      await updateNotification(app.deps, owner, change);
    }
    await updateWidget(app.deps, owner, { id: shop.widgetId, isActive: false });
    await shop.count('2026-03-10T11:00:00Z', { displays: 5, clicks: 2, dismissals: 1 });
    await shop.count('2026-02-08T23:00:00Z', { displays: 50 });
    const days = new Array(29).fill(0);
    const none = {
      displays: 0,
      clicks: 0,
      dismissals: 0,
      trend: [...days, 0],
      lastSeenAt: null,
      lastSeenHost: null,
      attention: null,
    };
    expect(await summarizeSites(app.deps, owner)).toEqual([
      {
        siteId: shop.siteId,
        isWidgetActive: false,
        notifications: 4,
        activeNotifications: 1,
        displays: 5,
        clicks: 2,
        dismissals: 1,
        trend: [...days, 5],
        lastSeenAt: null,
        lastSeenHost: null,
        attention: null,
      },
      { siteId: quiet.siteId, isWidgetActive: true, notifications: 1, activeNotifications: 1, ...none },
    ]);
    const otherUser = await makeActor(app.deps, 'free', 'other@x.example');
    expect(await summarizeSites(app.deps, otherUser)).toEqual([]);
  });

  it("names what needs attention first on each site, as the site's own list does", async () => {
    const shop = await shopIn('America/Los_Angeles', 'Shop');
    const busy = await shopIn('Asia/Tokyo', 'Busy');
    const note = (kind: 'seen' | 'refused', host: string, at: number) =>
      app.deps.db
        .insertInto('sightings')
        .values({
          ...{ site_id: shop.siteId, kind, host, asked_id: '', reach: 1 },
          ...{ first_seen_at: isoOf(at), last_seen_at: isoOf(at) },
        })
        .execute();
    const expectFirst = async (kind: string | null) => {
      const [first] = await readAttention(app.deps, owner, shop.siteId);
      expect(first?.kind ?? null).toBe(kind);
      expect((await summarizeSites(app.deps, owner)).map(({ attention }) => attention)).toEqual([kind, null]);
    };
    await expectFirst(null);
    app.clock.advance(9 * DAY);
    await busy.count(isoOf(app.clock.now() - 6 * DAY));
    await expectFirst('silent-notification');
    await createSource(app.deps, owner, { siteId: shop.siteId, kind: 'shopify' });
    await expectFirst('source-needs-secret');
    await note('refused', 'other.example', app.clock.now() - DAY);
    // Any host may ask.
    await expectFirst('source-needs-secret');
    await updateSite(app.deps, owner, { id: shop.siteId, domains: ['shop.example'] });
    await expectFirst('refused-domain');
    await note('seen', 'shop.example', app.clock.now() - DAY);
    await expectFirst('not-seen');
  });
});
