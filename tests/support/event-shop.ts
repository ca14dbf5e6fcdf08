// A shop whose script sends events, and what owner and visitors then get of them.
import type { AddedEvents, EventList } from '#shared/contract/event.ts';
import { HOUR } from '#shared/time.ts';
import type { TestApp } from './app.ts';
import { makeOwner, makeShop, notificationsOf, payloadOf } from './client.ts';

/** @returns an owner whose site has no notification yet, and what they do with its events. */
export async function makeEventShop(app: TestApp) {
  const owner = await makeOwner(app);
  const shop = await makeShop(owner);
  const site = `/api/sites/${shop.site.id}`;
  const path = `/api/widgets/${shop.widget.id}/notifications`;
  await owner.delete(`${path}/${shop.notification.id}`);
  return {
    owner,
    shop,
    /** Paths of the site and of its widget's notifications. */
    site,
    path,
    purchase: (id: string, more: object = {}) => ({
      id,
      kind: 'purchase',
      occurredAt: new Date(app.clock.now() - 2 * HOUR).toISOString(),
      actor: { firstName: 'Ana', email: 'ana@example.com' },
      subject: { name: 'Oak Desk' },
      reference: `#${id}`,
      ...more,
    }),
    send: async (...events: object[]) => (await owner.post<AddedEvents>(`${site}/events`, { events })).body,
    listed: async (query = '') => (await owner.get<EventList>(`${site}/events${query}`)).body,
    notifications: () => notificationsOf(owner, shop.widget.id),
    payload: () => payloadOf(app, shop.site.id),
  };
}
export type EventShop = Awaited<ReturnType<typeof makeEventShop>>;
