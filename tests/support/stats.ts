// Statistics as visitors would have left them, stored with the real writer at the site's local time.

import type { VerifiedActor } from '#server/domain/access.ts';
import { createNotification } from '#server/domain/notification/notification.ts';
import { createSite } from '#server/domain/site/site.ts';
import { getWidgetOfSite } from '#server/domain/site/widget.ts';
import { makeMoments } from '#server/domain/stats/zone.ts';
import type { Counts } from '#shared/contract/stats.ts';
import type { TestApp } from './app.ts';

export type CountedShop = {
  siteId: string;
  widgetId: string;
  /** Creates a notification. @returns its id. */
  addNotification(content?: { name?: string; title?: string; message?: string }): Promise<string>;
  /** Counts at an instant (ISO); by default one display of the shop's first notification. */
  count(moment: string, counts?: Partial<Counts>, where?: Where): Promise<void>;
  /** The same, all in one transaction. */
  countAll(events: { moment: string; counts?: Partial<Counts>; where?: Where }[]): Promise<void>;
};
type Where = { notificationId?: string; device?: string; page?: string };

/** Creates a site with one notification. */
export async function makeCountedShop(
  app: TestApp,
  owner: VerifiedActor,
  timezone = 'UTC',
  name = 'Shop',
): Promise<CountedShop> {
  const site = await createSite(app.deps, owner, { name, timezone });
  const widget = await getWidgetOfSite(app.deps, owner, site.id);
  const momentOf = makeMoments();
  const addNotification: CountedShop['addNotification'] = async (content = {}) =>
    (await createNotification(app.deps, owner, { widgetId: widget.id, type: 'purchase', message: 'Sold', ...content }))
      .id;
  const first = await addNotification({ name: 'First' });
  const countAll: CountedShop['countAll'] = (events) =>
    app.deps.writeTallies(
      events.map(({ moment, counts = { displays: 1 }, where }) => {
        const place = {
          siteId: site.id,
          widgetId: widget.id,
          notificationId: first,
          device: 'unknown',
          page: 'other',
          ...where,
        };
        const all = { displays: 0, clicks: 0, dismissals: 0, ...counts };
        return { ...place, ...momentOf(timezone, Date.parse(moment)), ...all };
      }),
    );
  return {
    siteId: site.id,
    widgetId: widget.id,
    addNotification,
    count: (moment, counts = { displays: 1 }, where = {}) => countAll([{ moment, counts, where }]),
    countAll,
  };
}

/** Moves the application's clock to an instant (ISO). */
export const setNow = (app: TestApp, moment: string) => app.clock.advance(Date.parse(moment) - app.clock.now());
