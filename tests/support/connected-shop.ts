// An owner whose source is to be connected to a shop that stands in for a real one, and what they do and see.
import { project } from '#server/domain/events/projector.ts';
import type { Connection } from '#shared/contract/connection.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { Connected, Source } from '#shared/contract/source.ts';
import { MINUTE } from '#shared/time.ts';
import type { TestApp } from './app.ts';
import { addSource, type Client, makeOwner, makeShop, payloadOf, type Shop } from './client.ts';

/** As development and tests run: shops may be on this machine. */
export const CONNECTABLE = { ALLOW_PRIVATE_SHOPS: '1', PUBLIC_URL: 'https://proofbell.example' };

export async function makeConnectable(app: TestApp, kind: string, given: { owner?: Client; shop?: Shop } = {}) {
  const owner = given.owner ?? (await makeOwner(app));
  const shop = given.shop ?? (await makeShop(owner));
  const source = await addSource(owner, shop.site.id, { kind });
  const path = `/api/sites/${shop.site.id}/sources/${source.id}`;
  await owner.delete(`/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`);
  const read = async () => (await owner.get<{ source: Source }>(path)).body.source;
  return {
    ...{ owner, shop, source, path, read },
    connect: (input: object) =>
      owner.post<Connected & { errors?: unknown; message?: string }>(`${path}/connection`, input),
    disconnect: () => owner.delete(`${path}/connection`),
    check: () => owner.post<{ source: Source }>(`${path}/connection/check`),
    connection: async (): Promise<Connection | null> => (await read()).connection,
    /** Does what is due in the background. */
    work: () => app.running.jobs.flush(),
    events: async () => (await owner.get<EventList>(`/api/sites/${shop.site.id}/events?limit=100`)).body.events,
    /** @returns what visitors read. */
    async shown() {
      await project(app.deps, shop.site.id);
      app.deps.embedChanges.changed(shop.site.id);
      return (await payloadOf(app, shop.site.id)).notifications;
    },
    /** @returns the moment so many minutes ago, as ISO text. */
    ago: (minutes: number) => new Date(app.clock.now() - minutes * MINUTE).toISOString(),
  };
}
export type Connectable = Awaited<ReturnType<typeof makeConnectable>>;
