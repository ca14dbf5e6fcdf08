// From a new site to its first click: the owner's set-up list ticks by what really happened.
import { expect, it } from 'vitest';
import type { AttentionItem, Installation, SiteSetup } from '#shared/contract/installation.ts';
import type { SiteSummary } from '#shared/contract/stats.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { BROWSER, START } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { reportEvents } from '#tests/support/client.ts';

const at = (ms: number) => new Date(START + ms).toISOString();

// Sightings are written when the test says so.
describeShop('the set-up of a site', { env: { TICK_MS: '60000' } }, ({ app, owner, shop }) => {
  const written = () => app.deps.embed.sightings.flush();
  const open = (origin: string, siteId = shop.site.id) =>
    app.fetch(`/api/embed/${siteId}`, { headers: { origin, 'user-agent': BROWSER } });
  const report = async (type: 'display' | 'click', notificationId = shop.notification.id) => {
    const token = app.deps.tokens.signEmbed(shop.site.id, app.clock.now());
    return reportEvents(app, shop.site.id, token, [{ type, notificationId }], { origin: 'https://shop.example' });
  };
  const get = async <T>(what: string): Promise<T> => {
    const { status, body } = await owner.get<Record<string, T>>(`/api/sites/${shop.site.id}/${what}`);
    expect(status).toBe(200);
    return body[what] as T;
  };
  const setup = () => get<SiteSetup>('setup');
  const installation = () => get<Installation>('installation');
  const attention = () => get<AttentionItem[]>('attention');

  it('says nothing happened before anything did', async () => {
    expect(await setup()).toEqual({
      createdAt: at(0),
      seen: null,
      firstNotificationAt: at(0),
      firstDisplayAt: null,
      firstClickAt: null,
      firstEventAt: at(0),
      displayedNotification: null,
      isCelebrated: false,
    });
    expect(await installation()).toEqual({
      checkedAt: at(0),
      hosts: [],
      refused: [],
      otherIds: [],
      isWidgetActive: true,
    });
    expect(await attention()).toEqual([]);
  });

  it('says on which host the snippet was seen and when, and when it was seen last', async () => {
    app.clock.advance(MINUTE);
    await open('https://www.shop.example:8443');
    await written();
    expect((await setup()).seen).toEqual({ host: 'www.shop.example', at: at(MINUTE) });
    app.clock.advance(5 * MINUTE);
    await open('https://www.shop.example:8443');
    await open('https://shop.example');
    await written();
    expect((await setup()).seen).toEqual({ host: 'www.shop.example', at: at(MINUTE) });
    expect((await installation()).hosts).toEqual([
      { host: 'shop.example', firstSeenAt: at(6 * MINUTE), lastSeenAt: at(6 * MINUTE) },
      { host: 'www.shop.example', firstSeenAt: at(MINUTE), lastSeenAt: at(6 * MINUTE) },
    ]);
  });

  it('says when the first display and click were, and of which notification', async () => {
    app.clock.advance(3 * MINUTE);
    await report('display');
    // The statistics know its hour before it is noted: the start of the hour, or of the site, would be a wrong time.
    expect(await setup()).toMatchObject({ firstDisplayAt: null, displayedNotification: null });
    const { id, message, url } = shop.notification;
    await written();
    expect(await setup()).toMatchObject({
      firstDisplayAt: at(3 * MINUTE),
      displayedNotification: { id, message, url },
    });
    app.clock.advance(MINUTE);
    await report('display');
    await report('click');
    await written();
    expect(await setup()).toMatchObject({ firstDisplayAt: at(3 * MINUTE), firstClickAt: at(4 * MINUTE) });
  });

  it('falls back on the hour of the statistics, once it is over, where a display was never noted', async () => {
    app.clock.advance(3 * MINUTE);
    await report('display');
    await written();
    await app.deps.database.db.deleteFrom('site_setups').execute();
    expect((await setup()).firstDisplayAt).toBeNull();
    app.clock.advance(HOUR);
    const { id, message, url } = shop.notification;
    expect(await setup()).toMatchObject({ firstDisplayAt: at(0), displayedNotification: { id, message, url } });
  });

  it('takes no report of somebody else’s notification for a display', async () => {
    await report('display', 'made-up');
    await written();
    expect((await setup()).firstDisplayAt).toBeNull();
    app.clock.advance(MINUTE);
    await report('display');
    await written();
    expect((await setup()).firstDisplayAt).toBe(at(MINUTE));
  });

  it('notes once that the first display was celebrated', async () => {
    const path = `/api/sites/${shop.site.id}/setup`;
    for (const _ of [1, 2]) {
      const { status, body } = await owner.put(path, { isCelebrated: true });
      expect([status, body]).toMatchObject([200, { setup: { isCelebrated: true } }]);
    }
    expect((await setup()).isCelebrated).toBe(true);
    expect((await owner.put(path, { isCelebrated: false })).status).toBe(400);
  });

  it('names domains that asked and are not listed, and unknown ids that a listed domain asked for', async () => {
    await owner.put(`/api/sites/${shop.site.id}`, { domains: ['shop.example'] });
    expect((await open('https://shop-outlet.example')).status).toBe(403);
    expect((await open('https://www.shop.example', 'PASTED_WRONG')).status).toBe(404);
    expect((await open('https://elsewhere.example', 'PASTED_WRONG')).status).toBe(404);
    await written();
    expect(await installation()).toMatchObject({
      hosts: [],
      refused: [{ host: 'shop-outlet.example', firstSeenAt: at(0), lastSeenAt: at(0) }],
      otherIds: [{ id: 'PASTED_WRONG', host: 'www.shop.example', lastSeenAt: at(0) }],
    });
    expect(await attention()).toEqual([{ kind: 'refused-domain', host: 'shop-outlet.example', lastSeenAt: at(0) }]);
    // Listed, it is refused no more.
    await owner.put(`/api/sites/${shop.site.id}`, { domains: ['shop.example', 'shop-outlet.example'] });
    expect((await installation()).refused).toEqual([]);
    expect(await attention()).toEqual([]);
  });

  it('tells the overview when each site was last seen, and the displays of each day', async () => {
    await report('display');
    await written();
    app.clock.advance(DAY);
    await report('display');
    await report('display');
    const { body } = await owner.get<{ stats: SiteSummary[] }>('/api/stats/sites');
    expect(body.stats).toMatchObject([{ displays: 3, lastSeenAt: at(0), lastSeenHost: 'shop.example' }]);
    expect(body.stats[0]?.trend).toEqual([...new Array(28).fill(0), 1, 2]);
    expect(await attention()).toEqual([{ kind: 'not-seen', host: 'shop.example', lastSeenAt: at(0) }]);
  });
});
