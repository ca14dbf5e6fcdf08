// The second journey: a visitor sees a notification, and its owner sees that it was displayed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Notification } from '#shared/contract/notification.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { describeShop } from '#tests/support/apps.ts';
import { leaveStage, screen } from '#tests/support/widget-stage.ts';
import { enterVisit, visit } from '#tests/support/widget-visit.ts';

describeShop('a notification that a visitor sees', {}, ({ app, owner, shop }) => {
  beforeEach(() => {
    enterVisit();
  });
  afterEach(() => leaveStage());

  const displayCount = async () => {
    const { body } = await owner.get<{ notifications: Notification[] }>(`/api/widgets/${shop.widget.id}/notifications`);
    return body.notifications.map((one) => one.displayCount);
  };
  const stats = async () =>
    (await owner.get<{ stats: SiteStats }>(`/api/sites/${shop.site.id}/stats?range=24h`)).body.stats;

  it('is counted after one visible second, in the list and in the statistics', async () => {
    const visitor = await visit(app, shop.site.id);
    await visitor.pass(5.5);
    expect(screen.shown).toEqual([shop.notification.id]);
    expect([visitor.events, await displayCount()]).toEqual([[], [0]]);

    await visitor.pass(3);
    expect(visitor.events).toEqual([
      { type: 'display', notificationId: shop.notification.id, page: '/', device: 'desktop' },
    ]);
    expect((await visitor.answers.at(-1))?.status).toBe(204);
    expect(await displayCount()).toEqual([1]);
    const report = await stats();
    expect(report.totals).toMatchObject({ displays: 1, clicks: 0, dismissals: 0 });
    expect(report.notifications).toMatchObject([{ notificationId: shop.notification.id, displays: 1 }]);
    expect(report.devices).toMatchObject([{ device: 'desktop', displays: 1 }]);
    expect(report.pages).toMatchObject([{ page: '/', displays: 1 }]);
  });

  it('is counted even if its owner has switched it off meanwhile; the next visitor sees it once it is on again', async () => {
    const path = `/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`;
    const setStatus = async (status: string) => expect((await owner.put(path, { status })).status).toBe(200);
    const shownToNext = async () => {
      const next = await visit(app, shop.site.id);
      await next.pass(5.5);
      const { shown } = screen;
      next.leave();
      return shown;
    };
    const visitor = await visit(app, shop.site.id);
    await visitor.pass(5.5);
    await setStatus('inactive');
    await visitor.pass(3);
    expect(await displayCount()).toEqual([1]);
    visitor.leave();
    expect(await shownToNext()).toEqual([]);
    await setStatus('active');
    expect(await shownToNext()).toEqual([shop.notification.id]);
  });
});
